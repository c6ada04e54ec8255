// Numbers as half in the host's memory and on the way, converted by the device, against float all along.
#include <algorithm>

#include <fmt/format.h>

#include <lenslet/pixel.hpp>

#include "rounding.hpp"
#include "study/clock.hpp"
#include "study/lazy.hpp"
#include "study/program.hpp"
#include "study/studies/transfer.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t conversion_group = 64;
constexpr std::size_t exact = 2048;  // half holds all whole numbers up to here

float value_at(std::size_t i) {
  return static_cast<float>(i * 7 % exact);
}

// A kernel of the device reads and writes the floats; of the other buffer only halves come and go.
class Numbers {
 public:
  Numbers(const Experiment& experiment, std::size_t count)
      : queue_(experiment.queue()),
        count_(count),
        floats_(count),
        halves_(count),
        device_floats_(upload(queue_, floats_)),
        device_halves_(upload(queue_, halves_)),
        program_(experiment, "transfer.cl"),
        to_float_(program_.kernel("to_float")),
        to_half_(program_.kernel("to_half")) {
    for (std::size_t i = 0; i < count; ++i) {
      truth_.push_back(value_at(i));
      half_truth_.push_back(to_half(value_at(i)));
    }
    set(to_float_, device_halves_, device_floats_);
    set(to_half_, device_floats_, device_halves_);
  }

  void put_floats() { queue_.write(device_floats_, 0, bytes_of(floats_)); }
  void get_floats() { queue_.read(device_floats_, 0, std::as_writable_bytes(std::span(floats_))); }
  void put_halves() {
    queue_.write(device_halves_, 0, bytes_of(halves_));
    launch(to_float_);
  }
  void get_halves() {
    launch(to_half_);
    queue_.read(device_halves_, 0, std::as_writable_bytes(std::span(halves_)));
  }

  void prepare_put() {
    floats_ = truth_;
    halves_ = half_truth_;
    queue_.write(device_floats_, 0, bytes_of(std::vector<float>(count_)));
  }
  void prepare_get() {
    queue_.write(device_floats_, 0, bytes_of(truth_));
    std::ranges::fill(floats_, 0.0f);
    std::ranges::fill(halves_, std::uint16_t{0});
  }
  std::optional<std::string> fault_of_put() const {
    return first_difference(download<std::byte>(queue_, device_floats_, count_ * sizeof(float)), bytes_of(truth_));
  }
  std::optional<std::string> fault_of_floats() const { return first_difference(bytes_of(floats_), bytes_of(truth_)); }
  std::optional<std::string> fault_of_halves() const {
    return first_difference(bytes_of(halves_), bytes_of(half_truth_));
  }
  const std::string& source() const { return program_.source(); }

 private:
  void set(ocl::Kernel& kernel, const ocl::Buffer& from, const ocl::Buffer& to) const {
    kernel.set(0, from);
    kernel.set(1, to);
    kernel.set(2, static_cast<std::uint64_t>(count_));
  }
  void launch(const ocl::Kernel& kernel) const {
    queue_.launch(kernel, {round_up(count_, conversion_group), 1}, {conversion_group, 1}).wait();
  }

  const ocl::Queue& queue_;
  std::size_t count_;
  std::vector<float> floats_, truth_;
  std::vector<std::uint16_t> halves_, half_truth_;
  ocl::Buffer device_floats_, device_halves_;
  StudyProgram program_;
  ocl::Kernel to_float_, to_half_;
};

using SharedNumbers = std::shared_ptr<Numbers>;

Ready put_ready(const SharedNumbers& numbers, bool halves) {
  numbers->prepare_put();
  const auto run = [numbers, halves] {
    return host_ms([&] { halves ? numbers->put_halves() : numbers->put_floats(); });
  };
  return {run, halves ? "2 bytes for each number, then a kernel" : "4 bytes for each number",
          halves ? numbers->source() : "", [numbers] { return numbers->fault_of_put(); }};
}

Ready get_ready(const SharedNumbers& numbers, bool halves) {
  numbers->prepare_get();
  const auto run = [numbers, halves] {
    return host_ms([&] { halves ? numbers->get_halves() : numbers->get_floats(); });
  };
  return {run, halves ? "a kernel, then 2 bytes for each number" : "4 bytes for each number",
          halves ? numbers->source() : "",
          [numbers, halves] { return halves ? numbers->fault_of_halves() : numbers->fault_of_floats(); }};
}

}  // namespace

void measure_halves(Experiment& experiment) {
  const std::size_t there = experiment.add_chart("Half against float, from host to device", "numbers"),
                    back = experiment.add_chart("Half against float, from device to host", "numbers");
  constexpr std::int64_t kib = 1024, mib = 1024 * kib;
  for (const std::size_t bytes : scaled_bytes(experiment, {4 * kib, 64 * kib, mib, 16 * mib, 256 * mib}, 4 * kib)) {
    const std::size_t count = bytes / sizeof(float);
    const Lazy numbers([&experiment, count] { return std::make_shared<Numbers>(experiment, count); });
    const auto x = static_cast<double>(count);
    for (const bool halves : {false, true}) {
      experiment.add(there, halves ? "half, write and convert" : "float, write", x,
                     [=] { return put_ready(numbers.get(), halves); });
      experiment.add(back, halves ? "half, convert and read" : "float, read", x,
                     [=] { return get_ready(numbers.get(), halves); });
    }
    experiment.measure();
  }
}

}  // namespace lenslet::study
