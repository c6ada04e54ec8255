// Types, scales and notes.
#include "io/decode.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include <fmt/format.h>

namespace lenslet::io {
namespace {

template <class Sample>
void stretch_samples(std::byte* first, std::int64_t count, std::uint64_t greatest) {
  constexpr std::uint64_t most = std::numeric_limits<Sample>::max();
  for (Sample& sample : std::span(reinterpret_cast<Sample*>(first), static_cast<std::size_t>(count)))
    sample = static_cast<Sample>((std::min<std::uint64_t>(sample, greatest) * most + greatest / 2) / greatest);
}

std::int64_t greatest_of(PixelType type) {
  return type == PixelType::u8 ? 255 : 65535;
}

// Tells whether a PNM file's white is another value than the type's.
bool is_narrow(const OpenImage& file) {
  const PixelType type = file.header.format.type;
  return file.pnm && file.pnm->greatest > 1 && is_integer(type) && file.pnm->greatest != greatest_of(type);
}

}  // namespace

vips::VImage with_own_type(const OpenImage& file) {
  if (file.header.format.type != PixelType::f32 || file.image.format() == VIPS_FORMAT_FLOAT) return file.image;
  Operation cast("cast");
  cast.set("in", file.image.get_image()).set("format", VIPS_FORMAT_FLOAT);
  if (!cast.run()) throw file_error("read", file.path, last_reason());
  return cast.out();
}

void stretch(const OpenImage& file, std::byte* samples, std::int64_t count) {
  if (!is_narrow(file)) return;
  const auto greatest = static_cast<std::uint64_t>(file.pnm->greatest);
  if (file.header.format.type == PixelType::u8)
    stretch_samples<std::uint8_t>(samples, count, greatest);
  else
    stretch_samples<std::uint16_t>(samples, count, greatest);
}

std::vector<std::string> notes_on(const OpenImage& file) {
  std::vector<std::string> notes;
  if (is_narrow(file))
    notes.push_back(fmt::format("samples of 0 to {} are scaled to 0 to {}", file.pnm->greatest,
                                greatest_of(file.header.format.type)));
  if (file.coding == VIPS_CODING_LABQ) notes.emplace_back("CIELAB samples of 8 bits are held as f32");
  if (file.header.pages > 1) notes.push_back(fmt::format("the first of {} pages", file.header.pages));
  const VipsBandFormat type = file.image.format();
  if (file.header.format.type == PixelType::f32 && type != VIPS_FORMAT_FLOAT)
    notes.push_back(fmt::format("samples of type {} are held as f32", vips_enum_nick(VIPS_TYPE_BAND_FORMAT, type)));
  return notes;
}

}  // namespace lenslet::io
