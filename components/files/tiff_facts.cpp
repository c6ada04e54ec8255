// Reads a file's tags by TIFF 6.0.
#include "files/tiff_facts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include <lenslet/pixel.hpp>

#include "files/file_error.hpp"

namespace lenslet::io {
namespace {

namespace fs = std::filesystem;

// Whose samples are the picture's own.
constexpr std::array plain_kinds{PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_RGB,
                                 PHOTOMETRIC_SEPARATED};

void check_type(const fs::path& path, const TiffFacts& facts) {
  const bool is_float = facts.kind == SAMPLEFORMAT_IEEEFP, is_signed = facts.kind == SAMPLEFORMAT_INT;
  const bool is_whole = facts.kind == SAMPLEFORMAT_UINT || facts.kind == SAMPLEFORMAT_VOID;
  const bool is_log =
      facts.photometric == PHOTOMETRIC_LOGL || facts.photometric == PHOTOMETRIC_LOGLUV;  // libtiff makes floats of it
  if (is_log || (is_float && (facts.bits == 16 || facts.bits == 32 || facts.bits == 64)) ||
      (is_signed && (facts.bits == 8 || facts.bits == 16 || facts.bits == 32)) ||
      (is_whole && (facts.bits <= 16 || facts.bits == 32)))
    return;
  throw file_error("read", path,
                   fmt::format("its samples are of type {}; allowed are u1 to u16, u32, i8, i16, i32, f16, f32 and f64",
                               facts.type()),
                   ErrorKind::unsupported);
}

// Its samples stay integers, in which colours cannot be divided by an alpha without a white.
void check_alpha(const fs::path& path, const TiffFacts& facts) {
  if (facts.alpha != TiffAlpha::associated || facts.kind != SAMPLEFORMAT_INT || facts.bits != 32) return;
  throw file_error("read", path,
                   "its colours of type i32 were multiplied by alpha; allowed is that with all types but i32",
                   ErrorKind::unsupported);
}

// The channels that belong to a kind of picture.
int colours_of(const TiffFacts& facts) {
  switch (facts.photometric) {
    case PHOTOMETRIC_RGB:
    case PHOTOMETRIC_YCBCR:
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_LOGLUV:
      return 3;
    case PHOTOMETRIC_SEPARATED:
      return 4;
    default:
      return 1;
  }
}

// Finds the meaning of channels beside the colours. If the file does not state all of them, they are bands.
void read_channels(const TiffInput& file, const fs::path& path, TiffFacts& facts) {
  const int others = facts.channels - colours_of(facts);
  if (others <= 0) return;
  std::uint16_t count = 0;
  const std::uint16_t* meanings = nullptr;
  if (TIFFGetField(file.get(), TIFFTAG_EXTRASAMPLES, &count, &meanings) != 1) count = 0;
  facts.is_bands = true;
  for (int i = 0; i < std::min<int>(count, others); ++i) {
    if (meanings[i] != EXTRASAMPLE_ASSOCALPHA && meanings[i] != EXTRASAMPLE_UNASSALPHA) continue;
    const int channel = colours_of(facts) + i + 1;
    if (channel != facts.channels || facts.channels % 2 != 0)
      throw file_error(
          "read", path,
          fmt::format("its channel {} of {} is alpha; allowed is the last of 2 or 4", channel, facts.channels),
          ErrorKind::unsupported);
    facts.alpha = meanings[i] == EXTRASAMPLE_ASSOCALPHA ? TiffAlpha::associated : TiffAlpha::unassociated;
    facts.is_bands = false;
  }
}

// A file without the tag has one channel. With planes, each plane counts its own parts.
void read_layout(const TiffInput& file, TiffFacts& facts) {
  facts.width = file.number(TIFFTAG_IMAGEWIDTH, 0);
  facts.height = file.number(TIFFTAG_IMAGELENGTH, 0);
  facts.bits = file.short_number(TIFFTAG_BITSPERSAMPLE, 1);
  facts.channels = file.short_number(TIFFTAG_SAMPLESPERPIXEL, 1);
  facts.kind = file.short_number(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
  facts.photometric = file.short_number(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  facts.compression = file.short_number(TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  facts.is_planar =
      facts.channels > 1 && file.short_number(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE;
  facts.is_tiled = TIFFIsTiled(file.get()) != 0;
  facts.parts = facts.is_tiled ? TIFFNumberOfTiles(file.get()) : TIFFNumberOfStrips(file.get());
}

void count_absent(const TiffInput& file, TiffFacts& facts) {
  for (std::uint32_t part = 0; part < facts.parts; ++part)
    if (file.is_absent(part)) ++facts.absent;
}

}  // namespace

std::string TiffFacts::type() const {
  switch (kind) {
    case SAMPLEFORMAT_INT:
      return fmt::format("i{}", bits);
    case SAMPLEFORMAT_IEEEFP:
      return fmt::format("f{}", bits);
    case SAMPLEFORMAT_COMPLEXIEEEFP:
      return fmt::format("complex of {} bits", bits);
    case SAMPLEFORMAT_COMPLEXINT:
      return fmt::format("complex integers of {} bits", bits);
    default:
      return fmt::format("u{}", bits);
  }
}

bool TiffFacts::keeps_values() const {
  const bool is_whole = kind == SAMPLEFORMAT_UINT || kind == SAMPLEFORMAT_VOID;
  return photometric != PHOTOMETRIC_MINISWHITE && photometric != PHOTOMETRIC_PALETTE &&
         alpha != TiffAlpha::associated && (!is_whole || bits == 8 || bits == 16 || bits == 32);
}

std::optional<double> TiffFacts::nodata() const {
  const std::optional<double> value = geo ? geo->nodata_number() : std::nullopt;
  if (!value) return {};
  constexpr double infinite = 0x1.ffffffp127;  // f32 rounds it to infinity
  if (kind == SAMPLEFORMAT_IEEEFP) return bits < 64 && std::abs(*value) >= infinite ? std::nullopt : value;
  const bool is_signed = kind == SAMPLEFORMAT_INT;
  const double end = std::ldexp(1, is_signed ? bits - 1 : bits);
  return *value == std::round(*value) && *value >= (is_signed ? -end : 0) && *value < end ? value : std::nullopt;
}

TiffFacts read_page_facts(const TiffInput& file, const fs::path& path) {
  TiffFacts facts;
  read_layout(file, facts);
  check_kind(path, facts.photometric);
  check_type(path, facts);
  facts.is_bands = facts.channels > max_channels;
  if (!facts.is_bands) read_channels(file, path, facts);
  check_alpha(path, facts);
  count_absent(file, facts);
  facts.geo = read_geo(file);
  return facts;
}

TiffFacts read_tiff_facts(const fs::path& path, std::optional<int> page) {
  check_signature(path);
  TiffInput file(path);
  const int pages = std::max(1, static_cast<int>(TIFFNumberOfDirectories(file.get())));
  check_page(path, page.value_or(0), pages);
  const TiffPicture picture = page ? TiffPicture{{*page}} : find_picture(file);
  file.go_to(picture.place);
  TiffFacts facts = read_page_facts(file, path);
  facts.pages = pages;
  facts.picture = picture;
  return facts;
}

bool may_be_read_by_libtiff(const TiffFacts& facts) {
  const bool is_cmyk = facts.photometric == PHOTOMETRIC_SEPARATED;
  return std::ranges::find(plain_kinds, facts.photometric) != plain_kinds.end() && (!is_cmyk || facts.channels == 4);
}

// libvips takes neither doubles nor floats of 16 bits.
bool is_read_by_libtiff(const TiffFacts& facts) {
  if (std::ranges::find(plain_kinds, facts.photometric) == plain_kinds.end())
    return facts.is_planar || facts.absent > 0;
  const bool is_usual = facts.bits == 8 || facts.bits == 16 || facts.bits == 32 ||
                        (facts.channels == 1 && (facts.bits == 1 || facts.bits == 2 || facts.bits == 4));
  const bool is_half = facts.kind == SAMPLEFORMAT_IEEEFP && facts.bits == 16;
  return facts.is_planar || facts.absent > 0 || !is_usual || is_half || facts.alpha == TiffAlpha::associated;
}

}  // namespace lenslet::io
