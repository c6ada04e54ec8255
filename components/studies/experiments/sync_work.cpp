// Makes the memory, the kernels and the expected results of the study `sync`.
#include "studies/experiments/sync_work.hpp"

#include <algorithm>

#include <lenslet/error.hpp>

namespace lenslet::study {
namespace {

using Numbers = SyncWork::Numbers;

constexpr std::uint32_t group = 128;
constexpr std::int64_t max_round_count = 12'000;
constexpr std::int64_t max_bytes = std::int64_t{16} << 20;
constexpr std::uint32_t sums = 16'384;
constexpr std::uint64_t min_ns = 100;  // a shorter time comes from a driver without a clock

std::optional<ocl::Queue> out_of_order_beside(const ocl::Queue& queue) {
  try {
    return queue.beside(ocl::Order::out_of_order);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;
    return {};
  }
}

Numbers mixed(std::size_t count, std::uint32_t factor) {
  return values_of(count, [factor](std::size_t i) { return static_cast<std::uint32_t>(i) * factor + factor; });
}

ocl::Mapping pinned_copy(const ocl::Queue& queue, const Numbers& a, const Numbers& b) {
  const auto first = bytes_of(a), second = bytes_of(b);
  ocl::Mapping mapping(queue, queue.allocate(first.size() + second.size(), ocl::Placement::pinned),
                       HostAccess::overwrite);
  std::ranges::copy(first, mapping.bytes().begin());
  std::ranges::copy(second, mapping.bytes().subspan(first.size()).begin());
  return mapping;
}

Numbers spun(const Numbers& numbers, std::uint32_t rounds) {
  return values_of(numbers.size(), [&](std::size_t i) { return after_rounds(numbers[i], rounds); });
}

Output zeros_until(const Numbers& expected) {
  return output(Numbers(expected.size()), [expected] { return expected; });
}

KernelRow spin_row(const ocl::Buffer& in, const Numbers& expected, std::uint32_t rounds) {
  return steps_row(in, zeros_until(expected), rounds, launch_of(1, group));
}

KernelRow combine_row(const SyncWork& work) {
  const Numbers spun_once = spun(work.seeds, work.rounds);
  Numbers truth = values_of(sums, [&](std::size_t i) { return spun_once[i % group]; });
  for (std::uint32_t i = 0; i < work.count; ++i)
    if (i / sums % 16 == 0) truth[i % sums] += work.a[i] ^ work.b[i];
  return {"sync.cl",
          "combine",
          {},
          {zeros_until(work.a), zeros_until(work.b), work.first.buffer(1), zeros_until(truth), work.count, group},
          launch_of(sums / group, group)};
}

}  // namespace

SyncWork::SyncWork(const Experiment& experiment)
    : queue(experiment.queue()),
      second(queue.beside(ocl::Order::in_order)),
      unordered(out_of_order_beside(queue)),
      rounds(static_cast<std::uint32_t>(experiment.scaled(max_round_count))),
      count(static_cast<std::uint32_t>(experiment.scaled(max_bytes, 4096)) / 4),
      seeds(mixed(group, 2654435761u)),
      a(mixed(count, 40503u)),
      b(mixed(count, 2246822519u)),
      pinned(pinned_copy(queue, a, b)),
      first(experiment, spin_row(upload(queue, seeds), spun(seeds, rounds), rounds)),
      after_first(experiment, spin_row(first.buffer(1), spun(spun(seeds, rounds), rounds), rounds)),
      beside(experiment, spin_row(upload(queue, seeds), spun(seeds, rounds), rounds)),
      combine(experiment, combine_row(*this)) {
  const ocl::Event event = first.enqueue();
  event.wait();
  has_clock = queue.timed() && event.end_ns() - event.start_ns() > min_ns;
}

const ocl::Queue& SyncWork::out_of_order() const {
  if (unordered) return *unordered;
  throw Error(ErrorKind::unsupported, fmt::format("{} has no out-of-order queue", queue.device().info().name));
}

ocl::Event SyncWork::write(const ocl::Queue& to, std::size_t argument, bool from_pinned) const {
  const std::span<const std::byte> ordinary = bytes_of(argument == 0 ? a : b);
  const auto from = from_pinned ? pinned.bytes().subspan(argument * ordinary.size(), ordinary.size()) : ordinary;
  return ocl::write_later(to, combine.buffer(argument), 0, from);
}

void SyncWork::clear() const {
  for (const KernelRun* run : {&first, &after_first, &beside, &combine}) run->clear();
}

std::string SyncWork::how() const {
  return fmt::format("one group of {} work-items, {} steps each; writes of {} bytes", group, rounds * steps_of_round,
                     count * sizeof(std::uint32_t));
}

}  // namespace lenslet::study
