// Memory, kernels and truths of the study `sync`.
#include "study/studies/sync_work.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "study/candidate.hpp"

namespace lenslet::study {
namespace {

constexpr std::uint32_t group = 128;
constexpr std::uint32_t steps_per_round = 16;
constexpr std::int64_t most_rounds = 12'000;
constexpr std::int64_t most_bytes = std::int64_t{16} << 20;
constexpr std::uint32_t sums = 16'384;
constexpr std::uint64_t shortest_ns = 100;  // what is less comes from a driver without a clock

std::optional<ocl::Queue> out_of_order_beside(const ocl::Queue& queue) {
  try {
    return queue.beside(ocl::Order::out_of_order);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;
    return {};
  }
}

SyncWork::Numbers mixed(std::size_t count, std::uint32_t factor) {
  SyncWork::Numbers numbers(count);
  for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<std::uint32_t>(i) * factor + factor;
  return numbers;
}

ocl::Mapping pinned_copy(const ocl::Queue& queue, const SyncWork::Numbers& a, const SyncWork::Numbers& b) {
  const auto first = bytes_of(a), second = bytes_of(b);
  const ocl::Buffer buffer = queue.allocate(first.size() + second.size(), ocl::Placement::pinned);
  ocl::Mapping mapping(queue, buffer, ocl::Access::overwrite);
  std::ranges::copy(first, mapping.bytes().begin());
  std::ranges::copy(second, mapping.bytes().subspan(first.size()).begin());
  return mapping;
}

}  // namespace

SyncWork::SyncWork(const Experiment& experiment)
    : queue_(experiment.queue()),
      second_(queue_.beside(ocl::Order::in_order)),
      unordered_(out_of_order_beside(queue_)),
      rounds_(static_cast<std::uint32_t>(experiment.scaled(most_rounds))),
      count_(static_cast<std::uint32_t>(experiment.scaled(most_bytes, 4096)) / 4),
      seeds_(mixed(group, 2654435761u)),
      a_(mixed(count_, 40503u)),
      b_(mixed(count_, 2246822519u)),
      device_seeds_(upload(queue_, seeds_)),
      middle_(upload(queue_, Numbers(group))),
      last_(upload(queue_, Numbers(group))),
      beside_(upload(queue_, Numbers(group))),
      device_a_(upload(queue_, Numbers(count_))),
      device_b_(upload(queue_, Numbers(count_))),
      sums_(upload(queue_, Numbers(sums))),
      pinned_(pinned_copy(queue_, a_, b_)),
      program_(experiment, "sync.cl"),
      first_kernel_(spin(device_seeds_, middle_)),
      second_kernel_(spin(middle_, last_)),
      beside_kernel_(spin(device_seeds_, beside_)),
      combine_kernel_(with_arguments(program_.kernel("combine"), device_a_, device_b_, middle_, sums_, count_, group)) {
  spin(spun_once_ = seeds_);
  spin(spun_twice_ = spun_once_);
  const ocl::Event event = spin_first(queue_);
  event.wait();
  has_clock_ = queue_.timed() && event.end_ns() - event.start_ns() > shortest_ns;
}

ocl::Kernel SyncWork::spin(const ocl::Buffer& in, const ocl::Buffer& out) const {
  return with_arguments(program_.kernel("spin"), in, out, rounds_);
}

const ocl::Queue& SyncWork::out_of_order() const {
  if (unordered_) return *unordered_;
  throw Error(ErrorKind::unsupported, fmt::format("{} has no out-of-order queue", queue_.device().info().name));
}

ocl::Event SyncWork::spin_first(const ocl::Queue& queue, const ocl::After& after) const {
  return queue.launch(first_kernel_, {group}, {group}, ocl::no_offset, after);
}

ocl::Event SyncWork::spin_second(const ocl::Queue& queue, const ocl::After& after) const {
  return queue.launch(second_kernel_, {group}, {group}, ocl::no_offset, after);
}

ocl::Event SyncWork::spin_beside(const ocl::Queue& queue, const ocl::After& after) const {
  return queue.launch(beside_kernel_, {group}, {group}, ocl::no_offset, after);
}

ocl::Event SyncWork::write_a(const ocl::Queue& queue, bool pinned, const ocl::After& after) const {
  const std::size_t bytes = count_ * sizeof(std::uint32_t);
  const std::span<const std::byte> from = pinned ? pinned_.bytes().first(bytes) : bytes_of(a_);
  return ocl::write_later(queue, device_a_, 0, from, after);
}

ocl::Event SyncWork::write_b(const ocl::Queue& queue, bool pinned, const ocl::After& after) const {
  const std::size_t bytes = count_ * sizeof(std::uint32_t);
  const std::span<const std::byte> from = pinned ? pinned_.bytes().last(bytes) : bytes_of(b_);
  return ocl::write_later(queue, device_b_, 0, from, after);
}

ocl::Event SyncWork::combine(const ocl::Queue& queue, const ocl::After& after) const {
  return queue.launch(combine_kernel_, {sums}, {group}, ocl::no_offset, after);
}

void SyncWork::clear() const {
  for (const ocl::Buffer* buffer : {&middle_, &last_, &beside_, &device_a_, &device_b_, &sums_})
    queue_.write(*buffer, 0, std::vector<std::byte>(buffer->bytes()));
}

void SyncWork::spin(Numbers& numbers) const {
  for (std::uint32_t& x : numbers)
    for (std::uint32_t step = 0; step < rounds_ * steps_per_round; ++step) {
      x = x * 1664525u + 1013904223u;
      x ^= x >> 15;
    }
}

std::optional<std::string> SyncWork::fault(const ocl::Buffer& buffer, const Numbers& truth) const {
  return first_difference(download<std::uint32_t>(queue_, buffer, truth.size()), truth);
}

std::optional<std::string> SyncWork::fault_of_first() const {
  return fault(middle_, spun_once_);
}

std::optional<std::string> SyncWork::fault_of_second() const {
  return fault(last_, spun_twice_);
}

std::optional<std::string> SyncWork::fault_of_beside() const {
  if (const auto first = fault_of_first()) return first;
  return fault(beside_, spun_once_);
}

std::optional<std::string> SyncWork::fault_of_sums() const {
  Numbers truth(sums);
  for (std::uint32_t i = 0; i < sums; ++i) truth[i] = spun_once_[i % group];
  for (std::uint32_t i = 0; i < count_; ++i)
    if (i / sums % 16 == 0) truth[i % sums] += a_[i] ^ b_[i];
  if (const auto wrong = fault(sums_, truth)) return wrong;
  if (const auto wrong = fault(device_a_, a_)) return wrong;
  return fault(device_b_, b_);
}

std::string SyncWork::describe() const {
  return fmt::format("one group of {} work-items, {} steps each; writes of {} bytes", group, rounds_ * steps_per_round,
                     count_ * sizeof(std::uint32_t));
}

}  // namespace lenslet::study
