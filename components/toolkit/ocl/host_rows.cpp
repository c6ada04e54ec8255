// Checks where rows lie in the host's memory. Refuses products over 64 bits first, so that later products fit.
#include "toolkit/ocl/host_rows.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "toolkit/ocl/texel_formats.hpp"

namespace lenslet::ocl {
namespace {

[[noreturn]] void refuse_pitch(const HostRows& all, std::size_t least_slice) {
  throw Error(
      ErrorKind::invalid_argument,
      fmt::format("rows {} and slices {} bytes apart, {} rows in each of {}; allowed: at least {} and {}, and no "
                  "more than memory holds",
                  all.pitch.row, all.pitch.slice, all.rows, all.slices, all.row, least_slice));
}

// Whether the bytes fit from the first row of the first slice to where the slice after the last would begin.
bool fits(const HostRows& all) {
  std::size_t slice = 0, whole = 0, sum = 0;
  return !__builtin_mul_overflow(all.pitch.row, all.rows, &slice) &&
         !__builtin_mul_overflow(all.pitch.slice, all.slices, &whole) && !__builtin_add_overflow(slice, whole, &sum);
}

}  // namespace

HostRows host_rows(const ImageDescription& description, const std::array<std::size_t, 3>& size,
                   const TexelPitch& pitch) {
  const bool layers = description.kind == ImageKind::image1d_array;  // each is one row
  HostRows all{size[0] * bytes_of(description.format), pitch, layers ? 1 : size[1], layers ? size[1] : size[2]};
  if (all.pitch.row == 0) all.pitch.row = all.row;
  if (!fits(all)) refuse_pitch(all, all.row * all.rows);
  if (all.pitch.slice == 0) all.pitch.slice = all.pitch.row * all.rows;
  if (all.pitch.row < all.row || all.pitch.slice < all.pitch.row * all.rows || !fits(all))
    refuse_pitch(all, all.pitch.row * all.rows);
  return all;
}

}  // namespace lenslet::ocl
