// Transfers of rows: images whose rows have gaps, on either side.
//
// OpenCL describes rectangles by an origin and a pitch. A rectangle whose last row ends beyond the pitch is legal by
// the specification, but drivers that use 2-D copies of their own refuse it. Such rows go one by one.
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"
#include "ocl/order.hpp"
#include "ocl/queue.hpp"
#include "ocl/reserve.hpp"

namespace lenslet::ocl {
namespace {

struct Shape {
  Rows device;
  std::uint64_t host_stride;
  std::uint64_t row_bytes;
  std::uint64_t rows;

  bool empty() const { return row_bytes == 0 || rows == 0; }
  bool plain() const { return rows == 1 || (device.stride == row_bytes && host_stride == row_bytes); }
  bool rectangle() const {
    return host_stride >= row_bytes && device.stride != 0 && device.offset % device.stride + row_bytes <= device.stride;
  }
  cl::array<cl::size_type, 3> origin() const {
    return {device.offset % device.stride, device.offset / device.stride, 0};
  }
  cl::array<cl::size_type, 3> region() const { return {row_bytes, rows, 1}; }
  std::string note() const {
    return fmt::format("for {} rows of {} bytes from byte {} with a stride of {}", rows, row_bytes, device.offset,
                       device.stride);
  }
};

constexpr cl::array<cl::size_type, 3> host_origin{0, 0, 0};

// Transfers a shape by as few commands as possible. `stretch` moves contiguous bytes to or from the device's memory.
// `rectangle` moves all rows at once.
template <class Byte, class Stretch, class Rectangle>
void transfer(const Shape& shape, Byte* host, Stretch&& stretch, Rectangle&& rectangle) {
  if (shape.plain()) return stretch(shape.device.offset, host, shape.row_bytes * shape.rows);
  if (shape.rectangle()) return rectangle();
  for (std::uint64_t y = 0; y < shape.rows; ++y)
    stretch(shape.device.offset + y * shape.device.stride, host + y * shape.host_stride, shape.row_bytes);
}

// Puts the commands of a transfer into the queue. Waits for each of them or keeps its event.
class Commands {
 public:
  explicit Commands(bool waits) : waits_(waits) {}

  cl_bool blocking() const { return waits_ ? CL_TRUE : CL_FALSE; }

  template <class Enqueue>
  void put(const Enqueue& enqueue) {
    if (waits_) return until_done(enqueue);
    cl::Event event;
    enqueue(&event);
    ends_.emplace_back(std::exchange(event(), nullptr));
  }

  std::vector<Event> ends() { return std::move(ends_); }

 private:
  bool waits_;
  std::vector<Event> ends_;
};

void write_shape(const cl::CommandQueue& queue, const cl::Buffer& to, const std::byte* host, const Shape& shape,
                 Commands& commands) {
  const cl_bool blocking = commands.blocking();
  const auto stretch = [&](std::uint64_t begin, const std::byte* bytes, std::uint64_t count) {
    commands.put([&](cl::Event* done) { queue.enqueueWriteBuffer(to, blocking, begin, count, bytes, nullptr, done); });
  };
  transfer(shape, host, stretch, [&] {
    commands.put([&](cl::Event* done) {
      queue.enqueueWriteBufferRect(to, blocking, shape.origin(), host_origin, shape.region(), shape.device.stride, 0,
                                   shape.host_stride, 0, host, nullptr, done);
    });
  });
}

void read_shape(const cl::CommandQueue& queue, const cl::Buffer& from, std::byte* host, const Shape& shape,
                Commands& commands) {
  const cl_bool blocking = commands.blocking();
  const auto stretch = [&](std::uint64_t begin, std::byte* bytes, std::uint64_t count) {
    commands.put([&](cl::Event* done) { queue.enqueueReadBuffer(from, blocking, begin, count, bytes, nullptr, done); });
  };
  transfer(shape, host, stretch, [&] {
    commands.put([&](cl::Event* done) {
      queue.enqueueReadBufferRect(from, blocking, shape.origin(), host_origin, shape.region(), shape.device.stride, 0,
                                  shape.host_stride, 0, host, nullptr, done);
    });
  });
}

// Puts a transfer's commands into the queue. An error names the rows.
template <class Enqueue>
std::vector<Event> moved(const Buffer& memory, HostAccess access, const Shape& shape, Commands commands,
                         Enqueue&& enqueue) {
  if (shape.empty()) return {};
  check_host(memory, access);
  try {
    checked([&] { enqueue(commands); }, [&] { return shape.note(); });
  } catch (...) {
    for (const Event& begun : commands.ends()) begun.wait();  // the caller may free their memory now
    throw;
  }
  return commands.ends();
}

std::vector<Event> put_rows(const Queue& queue, const Buffer& to, const std::byte* host, const Shape& shape,
                            Commands commands) {
  return moved(to, HostAccess::overwrite, shape, std::move(commands),
               [&](Commands& these) { write_shape(queue.handle().queue, to.handle().buffer, host, shape, these); });
}

std::vector<Event> get_rows(const Queue& queue, const Buffer& from, std::byte* host, const Shape& shape,
                            Commands commands) {
  return moved(from, HostAccess::read, shape, std::move(commands),
               [&](Commands& these) { read_shape(queue.handle().queue, from.handle().buffer, host, shape, these); });
}

// A move of rows within a device's memory. It is one command where the rows are a rectangle on both sides.
struct Move {
  Rows from, to;
  std::uint64_t row_bytes;
  std::uint64_t rows;

  Shape source() const { return {from, row_bytes, row_bytes, rows}; }
  Shape target() const { return {to, row_bytes, row_bytes, rows}; }
};

std::vector<cl::Event> move(const cl::CommandQueue& queue, const cl::Buffer& from, const cl::Buffer& to,
                            const Move& m) {
  std::vector<cl::Event> events(1);
  const Shape source = m.source(), target = m.target();
  if (source.plain() && target.plain()) {
    queue.enqueueCopyBuffer(from, to, m.from.offset, m.to.offset, m.row_bytes * m.rows, nullptr, &events[0]);
  } else if (source.rectangle() && target.rectangle()) {
    queue.enqueueCopyBufferRect(from, to, source.origin(), target.origin(), source.region(), m.from.stride, 0,
                                m.to.stride, 0, nullptr, &events[0]);
  } else {
    events.resize(m.rows);
    for (std::uint64_t y = 0; y < m.rows; ++y)
      queue.enqueueCopyBuffer(from, to, m.from.offset + y * m.from.stride, m.to.offset + y * m.to.stride, m.row_bytes,
                              nullptr, &events[y]);
  }
  return events;
}

}  // namespace

std::vector<Event> Queue::copy_rows(const Buffer& from, Rows from_rows, const Buffer& to, Rows to_rows,
                                    std::uint64_t row_bytes, std::uint64_t rows) const {
  const Move m{from_rows, to_rows, row_bytes, rows};
  if (m.source().empty()) return {};
  std::vector<cl::Event> events =
      checked([&] { return move(handle().queue, from.handle().buffer, to.handle().buffer, m); },
              [&] { return m.source().note() + " to " + m.target().note(); });
  std::vector<Event> result;
  for (cl::Event& event : events) result.emplace_back(std::exchange(event(), nullptr));
  return result;
}

void Queue::write_rows(const Buffer& to, Rows device, const std::byte* host, std::uint64_t host_stride,
                       std::uint64_t row_bytes, std::uint64_t rows) const {
  put_rows(*this, to, host, {device, host_stride, row_bytes, rows}, Commands(true));
}

void Queue::read_rows(const Buffer& from, Rows device, std::byte* host, std::uint64_t host_stride,
                      std::uint64_t row_bytes, std::uint64_t rows) const {
  get_rows(*this, from, host, {device, host_stride, row_bytes, rows}, Commands(true));
}

std::vector<Event> write_rows_later(const Queue& queue, const Buffer& to, Rows device, const std::byte* host,
                                    std::uint64_t host_stride, std::uint64_t row_bytes, std::uint64_t rows) {
  return put_rows(queue, to, host, {device, host_stride, row_bytes, rows}, Commands(false));
}

std::vector<Event> read_rows_later(const Queue& queue, const Buffer& from, Rows device, std::byte* host,
                                   std::uint64_t host_stride, std::uint64_t row_bytes, std::uint64_t rows) {
  return get_rows(queue, from, host, {device, host_stride, row_bytes, rows}, Commands(false));
}

}  // namespace lenslet::ocl
