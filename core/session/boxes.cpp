// Boxes and rows of arrays: transfers of a part, and parts as arrays of their own.
#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>
#include <lenslet/transfer.hpp>

#include "ocl/box.hpp"
#include "ocl/foreign.hpp"
#include "session/launch.hpp"
#include "session/memory.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

constexpr std::size_t most_sides = 3;

[[noreturn]] void refuse_box(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

void check_box(const ArrayType& type, const Box& box) {
  const std::size_t sides = type.shape.size();
  if (sides < 1 || sides > most_sides)
    refuse_box(fmt::format("a box of {}, which has {} sides; allowed: 1 to {}", to_string(type), sides, most_sides));
  if (box.origin.size() != sides || box.size.size() != sides)
    refuse_box(fmt::format("a box of {} and {} numbers for {}; allowed: {} of each", box.origin.size(), box.size.size(),
                           to_string(type), sides));
  for (std::size_t i = 0; i < sides; ++i)
    if (box.origin[i] < 0 || box.size[i] < 1 || box.size[i] > type.shape[i] - box.origin[i])
      refuse_box(fmt::format("a box from {} on of {} does not lie in {}, or is empty", fmt::join(box.origin, ", "),
                             fmt::join(box.size, " x "), to_string(type)));
}

// OpenCL counts sides from the innermost one on, and the bytes of that.
ocl::Box bytes_of_box(const ArrayType& type, const Box& box) {
  ocl::Box bytes{{0, 0, 0}, {1, 1, 1}};
  std::array<std::uint64_t, most_sides> shape{1, 1, 1};
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

// Tells whether boxes of one size have an element in common.
bool boxes_overlap(const Box& box, const std::vector<std::int64_t>& origin) {
  for (std::size_t i = 0; i < origin.size(); ++i)
    if (std::abs(box.origin[i] - origin[i]) >= box.size[i]) return false;
  return true;
}

void check_apart(const DeviceArray& from, const Box& box, const DeviceArray& to,
                 const std::vector<std::int64_t>& origin) {
  if (!from.shares_memory(to)) return;
  const bool same = from.type() == to.type() && from.buffer().stretch().begin == to.buffer().stretch().begin;
  if (!same || boxes_overlap(box, origin)) refuse_box("a copy of a box onto itself: both sides must lie apart");
}

void check_element(ElementType given, ElementType wanted) {
  if (given != wanted)
    refuse_box(fmt::format("a box of {} for an array of {}; allowed: the same", name_of(given), name_of(wanted)));
}

}  // namespace

Array download(const Session& session, const DeviceArray& array, const Box& box) {
  check_own(session, array);
  check_box(array.type(), box);
  Array result({array.type().type, box.size});
  ocl::read_box(state_of(session).queue, array.buffer(), bytes_of_box(array.type(), box), result.bytes());
  return result;
}

void upload(const Session& session, const Array& box, const DeviceArray& to, const std::vector<std::int64_t>& origin) {
  check_own(session, to);
  const Box place{origin, box.type().shape};
  check_element(box.type().type, to.type().type);
  check_box(to.type(), place);
  ocl::write_box(state_of(session).queue, to.buffer(), bytes_of_box(to.type(), place), box.bytes());
}

Launch copy(const Session& session, const DeviceArray& from, const Box& box, const DeviceArray& to,
            const std::vector<std::int64_t>& origin, const std::vector<Event>& after) {
  check_own(session, from, "the source");
  check_own(session, to, "the target");
  const Box target{origin, box.size};
  check_element(from.type().type, to.type().type);
  check_box(from.type(), box);
  check_box(to.type(), target);
  check_apart(from, box, to, origin);
  const ocl::Queue& queue = state_of(session).queue;
  std::vector<ocl::Event> begin = wait_in_queue(queue, after), events;
  events.push_back(ocl::copy_box(queue, from.buffer(), bytes_of_box(from.type(), box), to.buffer(),
                                 bytes_of_box(to.type(), target)));
  const ArrayType moved{from.type().type, box.size};
  return internal::Access::after(std::move(begin),
                                 internal::Access::flushed(queue, std::move(events), 2 * moved.bytes()));
}

DeviceArray part(const Session& session, const DeviceArray& array, std::int64_t first, std::int64_t count) {
  check_own(session, array);
  ArrayType type = array.type();
  if (type.shape.empty()) refuse_box("rows of a single number; allowed: of an array with sides");
  const std::int64_t rows = type.shape.front();
  if (first < 0 || count < 1 || count > rows - first)
    refuse_box(fmt::format("{} rows from row {} on of {}; allowed: 1 and more of its {}", count, first, to_string(type),
                           rows));
  type.shape.front() = count;
  if (type.bytes() == 0) return {type, array.buffer()};
  const std::uint64_t row = type.bytes() / static_cast<std::uint64_t>(count);
  return {type,
          ocl::part_of(state_of(session).queue, array.buffer(), static_cast<std::uint64_t>(first) * row, type.bytes())};
}

// Rows that begin at multiples of the device's alignment follow each other by the least count of whose bytes it is a
// divisor.
std::vector<DeviceArray> divide(const Session& session, const DeviceArray& array, std::int64_t parts) {
  if (parts < 1) refuse_box(fmt::format("{} parts of an array; allowed: 1 or more", parts));
  check_own(session, array);
  const ArrayType& type = array.type();
  if (type.shape.empty() || type.bytes() == 0) return {array};
  const std::int64_t rows = type.shape.front();
  const std::uint64_t row = type.bytes() / static_cast<std::uint64_t>(rows);
  const std::uint64_t alignment = std::max<std::uint64_t>(session.device().alignment, 1);
  const auto step = static_cast<std::int64_t>(alignment / std::gcd(alignment, row));
  const std::int64_t steps = (rows + step - 1) / step, count = std::min(parts, steps);
  std::vector<DeviceArray> all;
  for (std::int64_t k = 0; k < count; ++k) {
    const std::int64_t begin = steps * k / count * step, end = std::min(rows, steps * (k + 1) / count * step);
    all.push_back(part(session, array, begin, end - begin));
  }
  return all;
}

}  // namespace lenslet
