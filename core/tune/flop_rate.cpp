// Launches flop_rate.cl with more and more rounds until a launch is long enough to be timed.
#include "tune/flop_rate.hpp"

#include <algorithm>
#include <string>

#include "kernels.hpp"
#include "session/state.hpp"

namespace lenslet::tune {
namespace {

constexpr std::size_t group = 64;
constexpr std::size_t groups_per_unit = 32;
constexpr double operations_per_round = 8 * 16 * 2;  // chains, lanes, multiply and add
constexpr double long_enough = 2e-3;                 // seconds
constexpr int max_round_count = 1 << 20;
constexpr int repeats = 5;

}  // namespace

double flop_rate(const Session& session) {
  const ocl::Queue queue = ocl::timed(state_of(session).queue);
  const ocl::BuildResult built = ocl::build(queue, {.source = std::string(kernel_source("flop_rate.cl")),
                                                    .options = "",
                                                    .timeout = state_of(session).build_timeout,
                                                    .cache = state_of(session).cache.get()});
  ocl::Kernel kernel(built.program, "flop_rate");
  const std::size_t local = std::min(group, kernel.max_group());
  const std::size_t items = local * groups_per_unit * static_cast<std::size_t>(session.device().compute_units);
  const ocl::Buffer out = queue.allocate(items * sizeof(float));
  kernel.set(0, out);
  kernel.set(1, 0.999F);
  kernel.set(2, 0.001F);
  const auto seconds = [&](int rounds) {
    kernel.set(3, rounds);
    const auto begun = std::chrono::steady_clock::now();
    return queue.launch(kernel, {items, 1}, {local, 1}).seconds(begun);
  };
  int rounds = 64;
  while (seconds(rounds) < long_enough && rounds < max_round_count) rounds *= 4;
  double best = seconds(rounds);
  for (int i = 1; i < repeats; ++i) best = std::min(best, seconds(rounds));
  return operations_per_round * rounds * static_cast<double>(items) / best;
}

}  // namespace lenslet::tune
