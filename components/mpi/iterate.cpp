// Between two exchanges passes shrink from the widest rectangle within the margin to the block. Each pass computes what
// the next one reads.
#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "mpi/agree.hpp"
#include "mpi/blocks.hpp"

namespace lenslet::mpi {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// The rectangles that passes make, the last one first, and then the one that the first pass reads.
std::vector<Rect> rectangles(const Plan& plan, const Rect& block, Size whole, std::int64_t passes) {
  std::vector<Rect> made{block};
  for (std::int64_t i = 0; i < passes; ++i) made.push_back(plan.reads(made.back(), whole));
  return made;
}

// How far one rectangle reaches beyond another.
std::int64_t beyond(const Rect& outer, const Rect& inner) {
  return std::max({inner.x - outer.x, inner.y - outer.y, outer.x + outer.width - inner.x - inner.width,
                   outer.y + outer.height - inner.y - inner.height, std::int64_t{0}});
}

void check_plan(const Plan& plan, const ImageType& whole, std::int64_t passes, const IterationOptions& options) {
  const auto has_type = [&](const std::vector<ValueType>& values) {
    const auto* image = values.size() == 1 ? std::get_if<ImageType>(&values.front()) : nullptr;
    return image != nullptr && image->format == whole.format &&
           (image->size == whole.size || (plan.serves_every_size() && result_size(plan, whole.size) == whole.size));
  };
  if (!has_type(plan.inputs()) || !has_type(plan.outputs()))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("passes of a plan that does not make {} of {}", to_string(whole), to_string(whole)));
  if (passes < 0 || options.passes_per_exchange < 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} passes, {} between exchanges; allowed are numbers from 0",
                                                         passes, options.passes_per_exchange));
}

class Iteration {
 public:
  Iteration(DistributedImage::State& state, const Plan& plan) : state_(state), plan_(plan) {}

  IterationReport& report() { return report_; }

  // How far beyond the blocks so many passes read, on the rank where it is farthest.
  std::int64_t reach(std::int64_t passes) const {
    const Rect read = rectangles(plan_, state_.block, state_.whole.size, passes).back();
    return most_of(state_.ranks.state(), beyond(read, state_.block));
  }

  // Makes an exchange and so many passes, and returns their time.
  double round(std::int64_t passes) {
    const auto begin = Clock::now();
    if (passes != passes_) reach_ = reach(passes);
    passes_ = passes;
    report_.sent_bytes += state_.exchange(reach_);
    ++report_.exchanges;
    const double exchange = ms_since(begin);
    const std::vector<Rect> made = rectangles(plan_, state_.block, state_.whole.size, passes);
    for (std::int64_t i = passes - 1; i >= 0; --i) pass(made[static_cast<std::size_t>(i)]);
    report_.exchange_ms += exchange;
    const double all = ms_since(begin);
    report_.compute_ms += all - exchange;
    report_.passes += passes;
    return all;
  }

 private:
  void pass(const Rect& made) {
    plan_.run_into({state_.pixels}, {state_.other->view(made)}, {.region = made});
    std::swap(state_.pixels, *state_.other);
    report_.computed_pixels += made.width * made.height;
  }

  DistributedImage::State& state_;
  const Plan& plan_;
  IterationReport report_;
  std::int64_t passes_ = 0, reach_ = 0;
};

// The largest power of two of passes that the margin is wide enough for; at least 1.
std::int64_t max_passes(const Iteration& iteration, std::int64_t margin, std::int64_t wanted) {
  std::int64_t most = 1;
  while (2 * most <= wanted && iteration.reach(2 * most) <= margin) most *= 2;
  return most;
}

// Makes passes, and tries each number of passes between exchanges once. A first try lets the driver compile.
std::int64_t fastest(Iteration& iteration, const Ranks::State& ranks, std::int64_t most, std::int64_t passes) {
  if (passes > 0) iteration.round(1);
  std::int64_t best = most;
  double least = 0;
  for (std::int64_t tried = 1; tried <= most && iteration.report().passes + tried <= passes; tried *= 2) {
    const double time = most_of(ranks, iteration.round(tried) / static_cast<double>(tried));
    if (tried == 1 || time < least) best = tried;
    least = tried == 1 ? time : std::min(time, least);
  }
  return best;
}

}  // namespace

IterationReport DistributedImage::iterate(const Plan& plan, std::int64_t passes, const IterationOptions& options) {
  State& state = *state_;
  Iteration iteration(state, plan);
  const bool measures = options.passes_per_exchange == 0;
  agree(state.ranks, [&] {
    check_plan(plan, state.whole, passes, options);
    if (!state.other)
      state.other = state.session.allocate(state.held.size(), state.whole.format)
                        .as_part({state.whole.size, state.held.x, state.held.y});
  });
  state.ranks.check_same("passes", fmt::format("{}, {} between exchanges", passes, options.passes_per_exchange));
  std::int64_t each = std::max<std::int64_t>(std::min(options.passes_per_exchange, passes), 1);
  const std::int64_t reach = iteration.reach(each), margin = grid().margin;
  if (reach > margin)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} pass{} between exchanges read{} {} pixels round a block; "
                            "the margin is {}",
                            each, each == 1 ? "" : "es", each == 1 ? "s" : "", reach, margin));
  if (measures) each = fastest(iteration, state.ranks.state(), max_passes(iteration, margin, passes), passes);
  iteration.report().passes_per_exchange = each;
  while (iteration.report().passes < passes) iteration.round(std::min(each, passes - iteration.report().passes));
  return iteration.report();
}

}  // namespace lenslet::mpi
