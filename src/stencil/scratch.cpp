// How much device memory is kept between launches.
#include "image/allocate.hpp"
#include "stencil/computation.hpp"
#include "stencil/parts.hpp"

namespace lenslet::stencil {
namespace {

std::uint64_t bytes_of_rows(Size size, PixelFormat format) {
  return static_cast<std::uint64_t>(aligned_stride(size.width, format) * size.height) * size_of(format.type);
}

// In an image object, for which rows with gaps between them are packed first.
std::uint64_t bytes_of_conversion(Size size, PixelFormat format) {
  const auto packed = static_cast<std::uint64_t>(size.width * size.height) * format.bytes();
  return aligned_stride(size.width, format) == size.width * format.channels ? packed : 2 * packed;
}

bool is_object(Storage storage) {
  return storage == Storage::image || storage == Storage::image_array;
}

}  // namespace

std::uint64_t Computation::scratch_bytes(Size size, std::int64_t layers) const {
  PixelFormat between = problem.input;
  between.type = intermediate_type(problem);
  std::uint64_t bytes = intermediate_memory.size() * bytes_of_rows(size, between);
  if (padding) bytes += padded_bytes(problem, size);
  if (is_object(schedule.storage)) bytes += bytes_of_conversion(size, problem.input);
  return bytes * static_cast<std::uint64_t>(layers);
}

}  // namespace lenslet::stencil
