// Transfers of boxes and rows of arrays, parts as arrays, fills and copies within a device's memory, and transfers that
// do not wait.
#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>

#include "image/layout.hpp"
#include "image/transfer.hpp"
#include "ocl/box.hpp"
#include "ocl/foreign.hpp"
#include "ocl/order.hpp"
#include "session/after.hpp"
#include "session/memory.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

constexpr std::size_t max_sides = 3;

[[noreturn]] void refuse_part(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

void check_box(const ArrayType& type, const Box& box) {
  const std::size_t sides = type.shape.size();
  if (sides < 1 || sides > max_sides)
    refuse_part(fmt::format("a box of {}, which has {} sides; allowed: 1 to {}", to_string(type), sides, max_sides));
  if (box.origin.size() != sides || box.size.size() != sides)
    refuse_part(fmt::format("a box of {} and {} numbers for {}; allowed: {} of each", box.origin.size(),
                            box.size.size(), to_string(type), sides));
  for (std::size_t i = 0; i < sides; ++i)
    if (box.origin[i] < 0 || box.size[i] < 1 || box.size[i] > type.shape[i] - box.origin[i])
      refuse_part(fmt::format("a box from {} on of {} does not lie in {}, or is empty", fmt::join(box.origin, ", "),
                              fmt::join(box.size, " x "), to_string(type)));
}

// Turns a box in elements into OpenCL's box. OpenCL's sides begin with the innermost one, which counts in bytes.
ocl::Box bytes_of_box(const ArrayType& type, const Box& box) {
  ocl::Box bytes{{0, 0, 0}, {1, 1, 1}};
  std::array<std::uint64_t, max_sides> shape{1, 1, 1};
  const std::size_t sides = type.shape.size();
  for (std::size_t i = 0; i < sides; ++i) {
    const std::size_t side = sides - 1 - i;
    shape[i] = static_cast<std::uint64_t>(type.shape[side]);
    bytes.origin[i] = static_cast<std::uint64_t>(box.origin[side]);
    bytes.region[i] = static_cast<std::uint64_t>(box.size[side]);
  }
  const std::uint64_t element = size_of(type.type);
  bytes.origin[0] *= element;
  bytes.region[0] *= element;
  bytes.row_pitch = shape[0] * element;
  bytes.slice_pitch = shape[1] * bytes.row_pitch;
  return bytes;
}

// Tells whether boxes of one size overlap.
bool boxes_overlap(const Box& box, const std::vector<std::int64_t>& origin) {
  for (std::size_t i = 0; i < origin.size(); ++i)
    if (std::abs(box.origin[i] - origin[i]) >= box.size[i]) return false;
  return true;
}

void check_apart(const DeviceArray& from, const Box& box, const DeviceArray& to,
                 const std::vector<std::int64_t>& origin) {
  if (!from.shares_memory(to)) return;
  const bool same = from.type() == to.type() && from.buffer().stretch().begin == to.buffer().stretch().begin;
  if (!same || boxes_overlap(box, origin)) refuse_part("a copy of a box onto itself: both sides must lie apart");
}

void check_element(SampleType given, SampleType wanted) {
  if (given != wanted)
    refuse_part(fmt::format("a box of {} for an array of {}; allowed: the same", name_of(given), name_of(wanted)));
}

}  // namespace

Array Session::download(const DeviceArray& array, const Box& box) const {
  check_own(*this, array);
  check_box(array.type(), box);
  Array result({array.type().type, box.size});
  ocl::read_box(state_->queue, array.buffer(), bytes_of_box(array.type(), box), result.bytes());
  return result;
}

void Session::upload(const Array& box, const DeviceArray& to, const std::vector<std::int64_t>& origin) const {
  check_own(*this, to);
  const Box place{origin, box.type().shape};
  check_element(box.type().type, to.type().type);
  check_box(to.type(), place);
  ocl::write_box(state_->queue, to.buffer(), bytes_of_box(to.type(), place), box.bytes());
}

Launch Session::copy(const DeviceArray& from, const Box& box, const DeviceArray& to,
                     const std::vector<std::int64_t>& origin, const std::vector<Event>& after) const {
  check_own(*this, from, "the source");
  check_own(*this, to, "the target");
  const Box target{origin, box.size};
  check_element(from.type().type, to.type().type);
  check_box(from.type(), box);
  check_box(to.type(), target);
  check_apart(from, box, to, origin);
  const ocl::Queue& queue = state_->queue;
  std::vector<ocl::Event> begin = wait_in_queue(queue, after), events;
  events.push_back(ocl::copy_box(queue, from.buffer(), bytes_of_box(from.type(), box), to.buffer(),
                                 bytes_of_box(to.type(), target)));
  const ArrayType moved{from.type().type, box.size};
  return internal::Access::after(std::move(begin),
                                 internal::Access::flushed(queue, std::move(events), 2 * moved.bytes()));
}

DeviceArray Session::part(const DeviceArray& array, std::int64_t first, std::int64_t count) const {
  check_own(*this, array);
  ArrayType type = array.type();
  if (type.shape.empty()) refuse_part("rows of a single number; allowed: of an array with sides");
  const std::int64_t rows = type.shape.front();
  if (first < 0 || count < 1 || count > rows - first)
    refuse_part(fmt::format("{} rows from row {} on of {}; allowed: 1 and more of its {}", count, first,
                            to_string(type), rows));
  type.shape.front() = count;
  type.counted = false;
  if (type.bytes() == 0) return {type, array.buffer()};
  const std::uint64_t row = type.bytes() / static_cast<std::uint64_t>(count);
  return {type, ocl::part_of(state_->queue, array.buffer(), static_cast<std::uint64_t>(first) * row, type.bytes())};
}

// Parts must begin at multiples of the device's alignment. `step` rows are the fewest whose bytes are a multiple of it.
std::vector<DeviceArray> Session::divide(const DeviceArray& array, std::int64_t parts) const {
  if (parts < 1) refuse_part(fmt::format("{} parts of an array; allowed: 1 or more", parts));
  check_own(*this, array);
  const ArrayType& type = array.type();
  if (type.shape.empty() || type.bytes() == 0) return {array};
  const std::int64_t rows = type.shape.front();
  const std::uint64_t row = type.bytes() / static_cast<std::uint64_t>(rows);
  const std::uint64_t alignment = std::max<std::uint64_t>(device().alignment, 1);
  const auto step = static_cast<std::int64_t>(alignment / std::gcd(alignment, row));
  const std::int64_t steps = (rows + step - 1) / step, count = std::min(parts, steps);
  std::vector<DeviceArray> all;
  for (std::int64_t k = 0; k < count; ++k) {
    const std::int64_t begin = steps * k / count * step, end = std::min(rows, steps * (k + 1) / count * step);
    all.push_back(part(array, begin, end - begin));
  }
  return all;
}

namespace {

using Events = std::vector<ocl::Event>;

constexpr std::int64_t elements_from_host = 4096;  // the other elements of a filled array are copied from these

// Puts commands into the queue and makes a launch of them. Where they wait for events, a barrier goes before them.
template <class Put>
Launch launched(const Session& session, const std::vector<Event>& after, std::uint64_t bytes, const Put& put) {
  const ocl::Queue& queue = state_of(session).queue;
  std::vector<ocl::Event> begin = wait_in_queue(queue, after);
  Events events;
  put(queue, events);
  return internal::Access::after(std::move(begin), internal::Access::flushed(queue, std::move(events), bytes));
}

void append(Events more, Events& events) {
  std::ranges::move(more, std::back_inserter(events));
}

// Copies the first `done` units behind themselves until all `total` units are there. `copy(done, count)` copies the
// first `count` units. OpenCL's own fills cannot do pixels of three samples.
template <class Copy>
void double_up(std::uint64_t done, std::uint64_t total, Copy&& copy) {
  for (; done < total; done *= 2) copy(done, std::min(done, total - done));
}

Image filled(Size size, PixelFormat format, const std::array<double, 4>& pixel) {
  Image image(size, format);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < format.channels; ++c) image.set(x, y, c, pixel[static_cast<std::size_t>(c)]);
  return image;
}

void fill_layer(const ocl::Queue& queue, const DeviceImage& layer, const ocl::Buffer& row, Events& events) {
  const ocl::Rows rows = rows_of(layer);
  const std::uint64_t bytes = row_bytes_of(layer), height = static_cast<std::uint64_t>(layer.size().height);
  append(queue.copy_rows(row, {}, layer.buffer(), rows, bytes, 1), events);
  double_up(1, height, [&](std::uint64_t done, std::uint64_t count) {
    const ocl::Rows to{rows.offset + done * rows.stride, rows.stride};
    append(queue.copy_rows(layer.buffer(), rows, layer.buffer(), to, bytes, count), events);
  });
}

// Tells whether the rectangles of two layers overlap in memory. Two rectangles of one image may lie side by side.
bool overlap(const DeviceImage& a, const DeviceImage& b) {
  const ocl::Stretch first = stretch_of(a.as_whole()), second = stretch_of(b.as_whole());
  if (!first.overlaps(second) || a.stride() != b.stride()) return first.overlaps(second);
  const auto [low, high] = std::minmax(first.begin, second.begin);
  const std::uint64_t stride = rows_of(a).stride, row = row_bytes_of(a), apart = high - low;
  const std::uint64_t rows = apart / stride, columns = apart % stride;
  const auto height = static_cast<std::uint64_t>(a.size().height);
  return (rows < height && columns < row) || (rows + 1 < height && stride - columns < row);
}

void check_storage(const char* what, const DeviceImage& image) {
  if (!image.in_buffer())
    throw Error(ErrorKind::unsupported,
                fmt::format("{} in the storage '{}'; allowed: buffer, image_buffer", what, name_of(image.storage())));
}

void check_host_side(const ValueType& host, const DeviceImage& device) {
  if (host != type_of(device))
    refuse_part(fmt::format("a transfer between {} of the host and {}; allowed: of the same type", to_string(host),
                            to_string(type_of(device))));
  check_storage("a transfer that does not wait", device);
}

template <class DeviceSide>
void check_sides(const Session& session, const DeviceSide& from, const DeviceSide& to) {
  check_own(session, from, "the source");
  check_own(session, to, "the target");
}

void check_copy(const DeviceImage& from, const DeviceImage& to) {
  if (type_of(from) != type_of(to))
    refuse_part(
        fmt::format("a copy of {} to {}; allowed: to the same type", to_string(type_of(from)), to_string(type_of(to))));
  check_storage("a copy", from);
  check_storage("a copy", to);
  if (from.layers() == 1 ? overlap(from, to) : from.shares_memory(to))
    refuse_part("a copy of an image onto itself: both sides must lie apart");
}

// Calls `move(first, stride, rows, count)` for rows of the host that one command can move, and for their place on the
// device: all of them, or, where they lie from bottom to top, which OpenCL does not know, each by itself.
template <class View, class Move>
void each_run(const View& host, const ocl::Rows& rows, const Move& move) {
  const auto height = static_cast<std::uint64_t>(host.height());
  if (host.stride() > 0) return move(host.row(0), static_cast<std::uint64_t>(host.stride()), rows, height);
  const auto bytes = static_cast<std::uint64_t>(host.width()) * host.format().bytes();
  for (std::uint64_t y = 0; y < height; ++y)
    move(host.row(static_cast<std::int64_t>(y)), bytes, {rows.offset + y * rows.stride, rows.stride}, 1);
}

void check_bytes(std::size_t bytes, const ArrayType& type) {
  if (bytes != type.bytes())
    refuse_part(
        fmt::format("{} bytes of the host for {} of {}; allowed: as many", bytes, to_string(type), type.bytes()));
}

}  // namespace

Launch Session::upload_later(std::span<const std::byte> from, const DeviceArray& to,
                             const std::vector<Event>& after) const {
  check_own(*this, to);
  check_bytes(from.size(), to.type());
  return launched(*this, after, from.size(), [&](const ocl::Queue& queue, Events& events) {
    if (!from.empty()) events.push_back(ocl::write_later(queue, to.buffer(), 0, from));
  });
}

Launch Session::download_later(const DeviceArray& from, std::span<std::byte> to,
                               const std::vector<Event>& after) const {
  check_own(*this, from);
  check_bytes(to.size(), from.type());
  return launched(*this, after, to.size(), [&](const ocl::Queue& queue, Events& events) {
    if (!to.empty()) events.push_back(ocl::read_later(queue, from.buffer(), 0, to));
  });
}

Launch Session::upload_later(const ImageView& from, const DeviceImage& to, const std::vector<Event>& after) const {
  check_own(*this, to);
  check_host_side(ImageType{from.format(), from.size()}, to);
  return launched(*this, after, bytes_of(type_of(to)), [&](const ocl::Queue& queue, Events& events) {
    each_run(from, rows_of(to),
             [&](const std::byte* first, std::uint64_t stride, const ocl::Rows& rows, std::uint64_t count) {
               append(ocl::write_rows_later(queue, to.buffer(), rows, first, stride, row_bytes_of(to), count), events);
             });
  });
}

Launch Session::download_later(const DeviceImage& from, const MutableImageView& to,
                               const std::vector<Event>& after) const {
  check_own(*this, from);
  check_host_side(ImageType{to.format(), to.size()}, from);
  return launched(*this, after, bytes_of(type_of(from)), [&](const ocl::Queue& queue, Events& events) {
    each_run(
        to, rows_of(from), [&](std::byte* first, std::uint64_t stride, const ocl::Rows& rows, std::uint64_t count) {
          append(ocl::read_rows_later(queue, from.buffer(), rows, first, stride, row_bytes_of(from), count), events);
        });
  });
}

Launch Session::fill(const DeviceImage& image, const std::array<double, 4>& pixel,
                     const std::vector<Event>& after) const {
  check_own(*this, image);
  return launched(*this, after, bytes_of(type_of(image)), [&](const ocl::Queue& queue, Events& events) {
    if (!image.in_buffer()) {
      const Image all = filled(image.size(), image.format(), pixel);
      for (std::int64_t k = 0; k < image.layers(); ++k) write_pixels(queue, all, image, k);
      return;
    }
    const Image row = filled({image.size().width, 1}, image.format(), pixel);
    const ocl::Buffer first = queue.copy_of({row.data(), row_bytes_of(image)});
    for (std::int64_t k = 0; k < image.layers(); ++k) fill_layer(queue, image.layer(k), first, events);
  });
}

Launch Session::fill(const DeviceArray& array, double element, const std::vector<Event>& after) const {
  check_own(*this, array);
  const ArrayType& type = array.type();
  Array first({type.type, {std::min(array.count(), elements_from_host)}});
  for (std::int64_t i = 0; i < first.count(); ++i) first.set(i, element);
  return launched(*this, after, type.bytes(), [&](const ocl::Queue& queue, Events& events) {
    if (first.count() == 0) return;
    const std::uint64_t bytes = first.type().bytes();
    append(queue.copy_rows(queue.copy_of(first.bytes()), {}, array.buffer(), {}, bytes, 1), events);
    double_up(bytes, type.bytes(), [&](std::uint64_t done, std::uint64_t count) {
      append(queue.copy_rows(array.buffer(), {}, array.buffer(), {done, 0}, count, 1), events);
    });
  });
}

Launch Session::copy(const DeviceImage& from, const DeviceImage& to, const std::vector<Event>& after) const {
  check_sides(*this, from, to);
  check_copy(from, to);
  return launched(*this, after, 2 * bytes_of(type_of(from)), [&](const ocl::Queue& queue, Events& events) {
    for (std::int64_t k = 0; k < from.layers(); ++k)
      append(queue.copy_rows(from.buffer(), rows_of(from.layer(k)), to.buffer(), rows_of(to.layer(k)),
                             row_bytes_of(from), static_cast<std::uint64_t>(from.size().height)),
             events);
  });
}

Launch Session::copy(const DeviceArray& from, const DeviceArray& to, const std::vector<Event>& after) const {
  check_sides(*this, from, to);
  if (from.type() != to.type())
    refuse_part(
        fmt::format("a copy of {} to {}; allowed: to the same type", to_string(from.type()), to_string(to.type())));
  if (from.type().counted)
    refuse_part(fmt::format("a copy of {}, which is counted; allowed: of arrays of a fixed number of rows",
                            to_string(from.type())));
  if (from.shares_memory(to)) refuse_part("a copy of an array onto itself: both sides must lie apart");
  return launched(*this, after, 2 * from.type().bytes(), [&](const ocl::Queue& queue, Events& events) {
    if (from.count() > 0) events.push_back(queue.copy(from.buffer(), to.buffer(), from.type().bytes()));
  });
}

}  // namespace lenslet
