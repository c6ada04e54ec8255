// Elements without gaps, and rows at one distance, are moved by the device. All others are copied by the host: where
// the device uses the host's memory into the buffer itself, else through a piece of pinned memory.
#include "session/array_transfer.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "image/sides.hpp"
#include "ocl/mapping.hpp"

namespace lenslet {
namespace {

std::vector<std::int64_t> dense_strides(const std::vector<std::int64_t>& shape, std::int64_t element) {
  std::vector<std::int64_t> strides(shape.size());
  for (std::size_t i = shape.size(); i-- > 0; element *= shape[i]) strides[i] = element;
  return strides;
}

// Rows of elements without gaps, from one to the next so many bytes.
struct ElementRows {
  std::uint64_t bytes, stride, count;
};

// Absent where the elements lie otherwise.
std::optional<ElementRows> rows_in(const ArrayView& array) {
  const Laid laid = laid_of(array);
  const std::vector<Side> sides = joined(laid.sides);
  if (sides.size() != 2 || sides[1].stride != laid.bytes || sides[0].stride < sides[1].length * laid.bytes) return {};
  const auto row = static_cast<std::uint64_t>(sides[1].length * laid.bytes);
  return ElementRows{row, static_cast<std::uint64_t>(sides[0].stride), static_cast<std::uint64_t>(sides[0].length)};
}

// A part of an array that is one stretch of it in C order.
struct Piece {
  std::vector<std::int64_t> shape;
  std::int64_t host = 0;     // its place from the first element's on, by the strides
  std::uint64_t device = 0;  // its place in the buffer, in bytes
  std::uint64_t bytes = 0;
};

// Halves the array along its first side, and so on, until a piece has at most so many bytes.
template <class Visit>
void visit_pieces(const Piece& piece, const std::vector<std::int64_t>& strides, std::uint64_t most,
                  const Visit& visit) {
  const auto side = std::ranges::find_if(piece.shape, [](std::int64_t length) { return length > 1; });
  if (piece.bytes <= most || side == piece.shape.end()) return visit(piece);
  const auto place = side - piece.shape.begin();
  const std::int64_t half = *side / 2;
  Piece first = piece, second = piece;
  first.bytes = piece.bytes / static_cast<std::uint64_t>(*side) * static_cast<std::uint64_t>(half);
  first.shape[static_cast<std::size_t>(place)] = half;
  second.shape[static_cast<std::size_t>(place)] -= half;
  second.bytes -= first.bytes;
  second.device += first.bytes;
  second.host += half * strides[static_cast<std::size_t>(place)];
  visit_pieces(first, strides, most, visit);
  visit_pieces(second, strides, most, visit);
}

Piece whole_of(const ArrayView& array) {
  return {array.type().shape, 0, 0, array.type().bytes()};
}

bool is_mapped(const ocl::Queue& queue, const RowCopyOptions& options) {
  return options.maps && queue.device().info().host_memory;
}

constexpr std::uint64_t least_piece = 64;  // several elements of any type

}  // namespace

void write_elements(const ocl::Queue& queue, const ArrayView& from, const ocl::Buffer& to,
                    const RowCopyOptions& options) {
  if (from.count() == 0) return;
  if (from.is_dense()) return queue.write(to, 0, from.bytes());
  if (const auto rows = rows_in(from))
    return queue.write_rows(to, {0, rows->bytes}, from.data(), rows->stride, rows->bytes, rows->count);
  const auto element = static_cast<std::int64_t>(size_of(from.type().type));
  const auto pack = [&](const Piece& piece, std::byte* memory) {
    copy_elements(from.data() + piece.host, from.strides(), memory, dense_strides(piece.shape, element), piece.shape,
                  element);
  };
  if (is_mapped(queue, options)) {
    ocl::Mapping mapping(queue, to, HostAccess::overwrite, 0, from.type().bytes());
    pack(whole_of(from), mapping.bytes().data());
    return mapping.unmap();
  }
  const PinnedMemory memory(queue, std::max(options.piece, least_piece));
  visit_pieces(whole_of(from), from.strides(), memory.bytes().size(), [&](const Piece& piece) {
    pack(piece, memory.bytes().data());
    queue.write(to, piece.device, memory.bytes().first(static_cast<std::size_t>(piece.bytes)));
  });
}

void read_elements(const ocl::Queue& queue, const ocl::Buffer& from, const MutableArrayView& to,
                   const RowCopyOptions& options) {
  if (to.count() == 0) return;
  if (to.is_dense()) return queue.read(from, 0, to.bytes());
  if (const auto rows = rows_in(to))
    return queue.read_rows(from, {0, rows->bytes}, to.data(), rows->stride, rows->bytes, rows->count);
  const auto element = static_cast<std::int64_t>(size_of(to.type().type));
  const auto spread = [&](const Piece& piece, const std::byte* memory) {
    copy_elements(memory, dense_strides(piece.shape, element), to.data() + piece.host, to.strides(), piece.shape,
                  element);
  };
  if (is_mapped(queue, options)) {
    ocl::Mapping mapping(queue, from, HostAccess::read, 0, to.type().bytes());
    spread(whole_of(to), mapping.bytes().data());
    return mapping.unmap();
  }
  const PinnedMemory memory(queue, std::max(options.piece, least_piece));
  visit_pieces(whole_of(to), to.strides(), memory.bytes().size(), [&](const Piece& piece) {
    const std::span<std::byte> bytes = memory.bytes().first(static_cast<std::size_t>(piece.bytes));
    queue.read(from, piece.device, bytes);
    spread(piece, bytes.data());
  });
}

}  // namespace lenslet
