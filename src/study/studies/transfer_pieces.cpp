// The same bytes in one transfer and in many, and the rectangles of the source.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "ocl/box.hpp"
#include "ocl/order.hpp"
#include "study/clock.hpp"
#include "study/lazy.hpp"
#include "study/program.hpp"
#include "study/studies/transfer.hpp"

namespace lenslet::study {
namespace {

constexpr std::int64_t total = std::int64_t{16} << 20;
constexpr std::size_t most_pieces = 4096;

class Pieces {
 public:
  Pieces(const ocl::Queue& queue, std::size_t bytes)
      : queue_(queue), host_(transfer_pattern(bytes)), buffer_(upload(queue, host_)) {}

  void clear_host() { std::ranges::fill(host_, std::byte{0}); }
  void clear_device() {
    host_ = transfer_pattern(host_.size());
    queue_.write(buffer_, 0, std::vector<std::byte>(host_.size()));
  }
  void fill_device() { queue_.write(buffer_, 0, transfer_pattern(host_.size())); }

  void put(std::size_t pieces, bool wait_for_each) {
    const ocl::Drain drain(queue_);
    const std::size_t bytes = host_.size() / pieces;
    for (std::size_t at = 0; at < host_.size(); at += bytes) {
      const ocl::Event event =
          ocl::write_later(queue_, buffer_, at, std::span<const std::byte>(host_).subspan(at, bytes));
      if (wait_for_each) event.wait();
    }
  }
  void get(std::size_t pieces, bool wait_for_each) {
    const ocl::Drain drain(queue_);
    const std::size_t bytes = host_.size() / pieces;
    for (std::size_t at = 0; at < host_.size(); at += bytes) {
      const ocl::Event event = ocl::read_later(queue_, buffer_, at, std::span(host_).subspan(at, bytes));
      if (wait_for_each) event.wait();
    }
  }

  std::optional<std::string> fault_in_device() const {
    return first_difference(download<std::byte>(queue_, buffer_, host_.size()), transfer_pattern(host_.size()));
  }
  std::optional<std::string> fault_in_host() const { return first_difference(host_, transfer_pattern(host_.size())); }

 private:
  const ocl::Queue& queue_;
  std::vector<std::byte> host_;
  ocl::Buffer buffer_;
};

using SharedPieces = std::shared_ptr<Pieces>;

Ready put_ready(const SharedPieces& pieces, std::size_t count, bool wait_for_each) {
  pieces->clear_device();
  return {[=] { return host_ms([&] { pieces->put(count, wait_for_each); }); },
          fmt::format("{} times clEnqueueWriteBuffer", count), "", [pieces] { return pieces->fault_in_device(); }};
}

Ready get_ready(const SharedPieces& pieces, std::size_t count, bool wait_for_each) {
  pieces->fill_device();
  pieces->clear_host();
  return {[=] { return host_ms([&] { pieces->get(count, wait_for_each); }); },
          fmt::format("{} times clEnqueueReadBuffer", count), "", [pieces] { return pieces->fault_in_host(); }};
}

// 32 numbers, as the source has them.
std::vector<std::int32_t> read_numbers(const ocl::Queue& queue, const ocl::Box& box) {
  std::vector<std::int32_t> numbers(32);
  std::iota(numbers.begin(), numbers.end(), 0);
  const ocl::Buffer buffer = upload(queue, numbers);
  std::vector<std::int32_t> found(box.region[0] * box.region[1] * box.region[2] / sizeof(std::int32_t));
  ocl::read_box(queue, buffer, box, std::as_writable_bytes(std::span(found)));
  return found;
}

std::vector<std::string> box_row(const ocl::Queue& queue, const std::string& name, const ocl::Box& box,
                                 const std::vector<std::int32_t>& expected) {
  std::string found;
  try {
    const std::vector<std::int32_t> numbers = read_numbers(queue, box);
    found = fmt::format("{}{}", fmt::join(numbers, " "), numbers == expected ? "" : ", wrong");
  } catch (const Error& error) {
    found = error.what();
  }
  return {name, fmt::format("{}", fmt::join(box.origin, ", ")), fmt::format("{}", fmt::join(box.region, " x ")), found,
          fmt::format("{}", fmt::join(expected, " "))};
}

}  // namespace

void measure_pieces(Experiment& experiment) {
  const auto bytes = static_cast<std::size_t>(experiment.scaled(total, most_pieces));
  const std::string of = fmt::format("{} bytes in pieces, ", bytes);
  const std::size_t there = experiment.add_chart(of + "from host to device", "pieces"),
                    back = experiment.add_chart(of + "from device to host", "pieces");
  const Lazy pieces([&experiment, bytes] { return std::make_shared<Pieces>(experiment.queue(), bytes); });
  for (std::size_t count = 1; count <= most_pieces; count *= 8)
    for (const bool each : {false, true}) {
      const auto x = static_cast<double>(count);
      experiment.add(there, each ? "writes, a wait for each" : "writes, one wait", x,
                     [=] { return put_ready(pieces.get(), count, each); });
      experiment.add(back, each ? "reads, a wait for each" : "reads, one wait", x,
                     [=] { return get_ready(pieces.get(), count, each); });
    }
  experiment.measure();
}

void add_boxes(Experiment& experiment) {
  const ocl::Queue& queue = experiment.queue();
  const ocl::Box flat{{4, 6, 0}, {12, 2, 1}, 16, 0};
  const ocl::Box deep{{4, 1, 0}, {12, 1, 3}, 16, 32};
  StudyTable table{"Rectangles of a buffer of 32 numbers, 4 in a row", {}, {}, 3, true};
  table.columns = {"shape", "origin (bytes, rows, slices)", "region (bytes x rows x slices)", "read here", "expected"};
  table.rows = {box_row(queue, "8 rows", flat, {25, 26, 27, 29, 30, 31}),
                box_row(queue, "4 slices of 2 rows", deep, {5, 6, 7, 13, 14, 15, 21, 22, 23})};
  experiment.report().tables.push_back(std::move(table));
}

}  // namespace lenslet::study
