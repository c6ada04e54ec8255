// How much device memory a plan keeps between launches.
#include "image/allocate.hpp"
#include "stencil/parts.hpp"
#include "stencil/plan.hpp"

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

std::uint64_t scratch_bytes(const Plan::State& plan, Size size, std::int64_t layers) {
  PixelFormat between = plan.problem.input;
  between.type = intermediate_type(plan.problem);
  std::uint64_t bytes = plan.intermediate_memory.size() * bytes_of_rows(size, between);
  if (plan.padding) bytes += padded_bytes(plan.problem, size);
  if (is_object(plan.schedule.storage)) bytes += bytes_of_conversion(size, plan.problem.input);
  return bytes * static_cast<std::uint64_t>(layers);
}

}  // namespace lenslet::stencil
