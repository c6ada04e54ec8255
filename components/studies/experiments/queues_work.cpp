// Chains, and the devices for models that have two.
#include "studies/experiments/queues_work.hpp"

#include <algorithm>

#include <lenslet/error.hpp>

#include "ocl/foreign.hpp"
#include "ocl/sub_device.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t group = 64;

ChainNumbers numbers_of(std::size_t count, std::size_t chain) {
  return values_of(count, [chain](std::size_t i) { return scrambled(i + 7919 * chain); });
}

// The session knows programs of its own context; those of other contexts are built anew.
KernelRun run_in(const Experiment& experiment, const ocl::Queue& queue, const ocl::Buffer& in, std::uint32_t rounds,
                 std::size_t count) {
  const KernelRow row = steps_row(in, output<std::uint32_t>(count, [count] { return ChainNumbers(count); }), rounds,
                                  launch_of(count / group, group));
  return ocl::share_context(experiment.queue(), in) ? KernelRun(experiment, row) : KernelRun(queue, row);
}

// The device divided in two; nothing where its driver cannot divide it.
std::vector<ocl::Device> halves_of(const ocl::Device& device) {
  std::vector<ocl::Device> halves;
  const auto divide = [&] {
    for (const int part : {0, 1}) halves.push_back(ocl::sub_device(device, 2, part));
  };
  if (failure_of(divide)) halves.clear();
  return halves;
}

}  // namespace

Chain::Chain(const Experiment& experiment, const ocl::Queue& queue, std::size_t number, std::uint32_t rounds,
             std::size_t count)
    : queue_(queue),
      numbers_(numbers_of(count, number)),
      in_(queue.allocate(count * sizeof(std::uint32_t))),
      run_(run_in(experiment, queue, in_, rounds, count)),
      rounds_(rounds),
      result_(count) {}

ocl::Event Chain::enqueue() const {
  const ocl::Event written = ocl::write_later(queue_, in_, 0, bytes_of(numbers_));
  const ocl::Event made = run_.enqueue(queue_, {written});
  return ocl::read_later(queue_, run_.buffer(1), 0, std::as_writable_bytes(std::span(result_)), {made});
}

Mismatch Chain::mismatch() const {
  return some_difference(result_, numbers_, rounds_);
}

Mismatch some_difference(const ChainNumbers& got, const ChainNumbers& from, std::uint32_t rounds) {
  for (const std::size_t i : {std::size_t{0}, from.size() / 3, from.size() - 1})
    if (const std::uint32_t wanted = after_rounds(from[i], rounds); got[i] != wanted)
      return fmt::format("number {} is {}, not {}", i, got[i], wanted);
  return {};
}

std::vector<ocl::Device> two_devices(const ocl::Queue& queue) {
  const DeviceInfo& info = queue.device().info();
  std::vector<ocl::Device> found{queue.device()};
  for (const ocl::Device& other : ocl::all_devices())
    if (found.size() == 1 && other.info().platform == info.platform && other.info().index != info.index)
      found.push_back(other);
  if (found.size() == 1) found = halves_of(queue.device());
  if (found.size() == 2) return found;
  throw Error(
      ErrorKind::unsupported,
      fmt::format("{} is the only device of {} and is not divided into two; allowed: two devices of one platform, "
                  "or one that its driver divides",
                  info.name, info.platform));
}

}  // namespace lenslet::study
