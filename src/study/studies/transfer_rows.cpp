// Parts of rows: one rectangle, row by row, or everything that lies between, too.
#include <algorithm>
#include <utility>

#include "ocl/order.hpp"
#include "study/clock.hpp"
#include "study/lazy.hpp"
#include "study/program.hpp"
#include "study/studies/transfer.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t row_bytes = 1024, pitch = 2 * row_bytes;

// The left halves of rows. The host has them without gaps.
class HalfRows {
 public:
  HalfRows(const ocl::Queue& queue, std::size_t bytes)
      : queue_(queue),
        rows_(bytes / row_bytes),
        host_(bytes),
        all_(rows_ * pitch),
        buffer_(upload(queue, transfer_pattern(rows_ * pitch))),
        other_(upload(queue, std::vector<std::byte>(rows_ * pitch))) {}

  void put_rectangle() { queue_.write_rows(buffer_, {0, pitch}, host_.data(), row_bytes, row_bytes, rows_); }
  void get_rectangle() { queue_.read_rows(buffer_, {0, pitch}, host_.data(), row_bytes, row_bytes, rows_); }

  void put_rows() {
    const ocl::Drain drain(queue_);
    const auto host = std::span<const std::byte>(host_);
    for (std::size_t y = 0; y < rows_; ++y)
      ocl::write_later(queue_, buffer_, y * pitch, host.subspan(y * row_bytes, row_bytes));
  }
  void get_rows() {
    const ocl::Drain drain(queue_);
    const auto host = std::span(host_);
    for (std::size_t y = 0; y < rows_; ++y)
      ocl::read_later(queue_, buffer_, y * pitch, host.subspan(y * row_bytes, row_bytes));
  }

  void put_all() {
    for (std::size_t y = 0; y < rows_; ++y) std::copy_n(&host_[y * row_bytes], row_bytes, &all_[y * pitch]);
    queue_.write(buffer_, 0, all_);
  }
  void get_all() {
    queue_.read(buffer_, 0, all_);
    for (std::size_t y = 0; y < rows_; ++y) std::copy_n(&all_[y * pitch], row_bytes, &host_[y * row_bytes]);
  }

  std::vector<ocl::Event> copy_all() {
    std::vector<ocl::Event> events;
    events.push_back(queue_.copy(buffer_, other_, rows_ * pitch));
    return events;
  }
  std::vector<ocl::Event> copy_rectangle() {
    return queue_.copy_rows(buffer_, {0, pitch}, other_, {0, pitch}, row_bytes, rows_);
  }
  std::vector<ocl::Event> copy_row_by_row() {
    std::vector<ocl::Event> events;
    for (std::size_t y = 0; y < rows_; ++y)
      for (ocl::Event& event : queue_.copy_rows(buffer_, {y * pitch, pitch}, other_, {y * pitch, pitch}, row_bytes, 1))
        events.push_back(std::move(event));
    return events;
  }

  void prepare_put() {
    queue_.write(buffer_, 0, std::vector<std::byte>(rows_ * pitch));
    host_ = packed(transfer_pattern(rows_ * pitch));
  }
  void prepare_get() {
    queue_.write(buffer_, 0, transfer_pattern(rows_ * pitch));
    queue_.write(other_, 0, std::vector<std::byte>(rows_ * pitch));
    std::ranges::fill(host_, std::byte{0});
  }
  std::optional<std::string> fault_of_put() { return first_difference(packed(contents(buffer_)), expected()); }
  std::optional<std::string> fault_of_get() { return first_difference(host_, expected()); }
  std::optional<std::string> fault_of_copy() { return first_difference(packed(contents(other_)), expected()); }

 private:
  std::vector<std::byte> contents(const ocl::Buffer& buffer) const {
    return download<std::byte>(queue_, buffer, buffer.bytes());
  }
  std::vector<std::byte> expected() const { return packed(transfer_pattern(rows_ * pitch)); }
  std::vector<std::byte> packed(const std::vector<std::byte>& all) const {
    std::vector<std::byte> result(rows_ * row_bytes);
    for (std::size_t y = 0; y < rows_; ++y) std::copy_n(&all[y * pitch], row_bytes, &result[y * row_bytes]);
    return result;
  }

  const ocl::Queue& queue_;
  std::size_t rows_;
  std::vector<std::byte> host_, all_;
  ocl::Buffer buffer_, other_;
};

// How one line of a chart moves the halves.
template <class Work>
struct Line {
  const char* name;
  const char* how;
  Work work;
};

using Move = void (HalfRows::*)();
using Copy = std::vector<ocl::Event> (HalfRows::*)();

constexpr const char *rectangle = "a rectangle", *row_by_row = "row by row", *whole = "whole rows";

constexpr Line<Move> to_device[] = {
    {rectangle, "clEnqueueWriteBufferRect", &HalfRows::put_rectangle},
    {row_by_row, "one clEnqueueWriteBuffer for each row, one wait", &HalfRows::put_rows},
    {whole, "clEnqueueWriteBuffer of twice the bytes, laid out by the host; it overwrites the other halves",
     &HalfRows::put_all}};
constexpr Line<Move> to_host[] = {
    {rectangle, "clEnqueueReadBufferRect", &HalfRows::get_rectangle},
    {row_by_row, "one clEnqueueReadBuffer for each row, one wait", &HalfRows::get_rows},
    {whole, "clEnqueueReadBuffer of twice the bytes, picked out by the host", &HalfRows::get_all}};
constexpr Line<Copy> on_device[] = {{rectangle, "clEnqueueCopyBufferRect", &HalfRows::copy_rectangle},
                                    {row_by_row, "one clEnqueueCopyBuffer for each row", &HalfRows::copy_row_by_row},
                                    {whole, "clEnqueueCopyBuffer of twice the bytes", &HalfRows::copy_all}};

using SharedHalfRows = std::shared_ptr<HalfRows>;

Ready put_rows_ready(const SharedHalfRows& rows, const Line<Move>& line) {
  rows->prepare_put();
  return {[rows, work = line.work] { return host_ms([&] { ((*rows).*work)(); }); }, line.how, "",
          [rows] { return rows->fault_of_put(); }};
}

Ready get_rows_ready(const SharedHalfRows& rows, const Line<Move>& line) {
  rows->prepare_get();
  return {[rows, work = line.work] { return host_ms([&] { ((*rows).*work)(); }); }, line.how, "",
          [rows] { return rows->fault_of_get(); }};
}

Ready copy_rows_ready(const SharedHalfRows& rows, const Line<Copy>& line) {
  rows->prepare_get();
  return {[rows, work = line.work] { return timed_ms([&] { return ((*rows).*work)(); }); }, line.how, "",
          [rows] { return rows->fault_of_copy(); }};
}

template <class Lines, class Make>
void add_lines(Experiment& experiment, std::size_t chart, double x, const Lines& lines, const Lazy<HalfRows>& rows,
               Make make) {
  for (const auto& line : lines)
    experiment.add(chart, line.name, x, [rows, &line, make] { return make(rows.get(), line); });
}

}  // namespace

void measure_rows(Experiment& experiment) {
  const std::size_t there = experiment.add_chart("Half of each row, from host to device", "bytes in the halves");
  const std::size_t back = experiment.add_chart("Half of each row, from device to host", "bytes in the halves");
  const std::size_t within = experiment.add_chart("Half of each row, on the device", "bytes in the halves");
  constexpr std::int64_t kib = 1024, mib = 1024 * kib;
  for (const std::size_t bytes : scaled_bytes(experiment, {64 * kib, mib, 16 * mib}, row_bytes)) {
    const Lazy rows([&experiment, bytes] { return std::make_shared<HalfRows>(experiment.queue(), bytes); });
    const auto x = static_cast<double>(bytes);
    add_lines(experiment, there, x, to_device, rows, put_rows_ready);
    add_lines(experiment, back, x, to_host, rows, get_rows_ready);
    add_lines(experiment, within, x, on_device, rows, copy_rows_ready);
    experiment.measure();
  }
}

}  // namespace lenslet::study
