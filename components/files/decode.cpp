// Types, scales and notes.
#include "files/decode.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "files/tiff_samples.hpp"

namespace lenslet::io {
namespace {

template <class Sample>
void stretch_samples(std::byte* first, std::int64_t count, std::uint64_t greatest) {
  constexpr std::uint64_t most = std::numeric_limits<Sample>::max();
  for (Sample& sample : std::span(reinterpret_cast<Sample*>(first), static_cast<std::size_t>(count)))
    sample = static_cast<Sample>((std::min<std::uint64_t>(sample, greatest) * most + greatest / 2) / greatest);
}

std::int64_t greatest_of(SampleType type) {
  return type == SampleType::u8 ? 255 : 65535;
}

// Tells whether the white of a PNM file differs from the type's. Samples of 32 bits are held as they are.
bool is_narrow(const OpenImage& file) {
  const SampleType type = file.header.format.type;
  const bool has_white = type == SampleType::u8 || type == SampleType::u16;
  return file.pnm && file.pnm->greatest > 1 && has_white && file.pnm->greatest != greatest_of(type);
}

bool has_description(const vips::VImage& image) {
  return image.get_typeof(VIPS_META_IMAGEDESCRIPTION) != 0;
}

void add_tiff_notes(const TiffFacts& facts, bool is_chosen, std::vector<std::string>& notes) {
  const auto add_sample_notes = [&] {
    if (!is_read_by_libtiff(facts)) return;
    for (std::string& note : sample_notes(facts)) notes.push_back(std::move(note));
  };
  if (is_chosen) return add_sample_notes();
  if (facts.picture.place.below >= 0)
    notes.push_back(fmt::format("page {} is a thumbnail: the picture below it is read, SubIFD {}",
                                facts.picture.place.page + 1, facts.picture.place.below + 1));
  else if (facts.picture.place.page > 0)
    notes.push_back(fmt::format("the first page is a thumbnail: page {} is read", facts.picture.place.page + 1));
  if (facts.picture.is_reduced)
    notes.emplace_back("the file says that its picture is a smaller version or a mask of another, which it has not");
  add_sample_notes();
}

}  // namespace

vips::VImage with_own_type(const OpenImage& file) {
  if (file.header.format.type != SampleType::f32 || file.image.format() == VIPS_FORMAT_FLOAT) return file.image;
  Operation cast("cast");
  cast.set("in", file.image.get_image()).set("format", VIPS_FORMAT_FLOAT);
  if (!cast.run()) throw file_error("read", file.path, last_reason());
  return cast.out();
}

void stretch(const OpenImage& file, std::byte* samples, std::int64_t count) {
  if (!is_narrow(file)) return;
  const auto greatest = static_cast<std::uint64_t>(file.pnm->greatest);
  if (file.header.format.type == SampleType::u8)
    stretch_samples<std::uint8_t>(samples, count, greatest);
  else
    stretch_samples<std::uint16_t>(samples, count, greatest);
}

std::vector<std::string> notes_on(const OpenImage& file) {
  std::vector<std::string> notes;
  if (file.tiff) add_tiff_notes(*file.tiff, file.is_chosen, notes);
  if (is_narrow(file))
    notes.push_back(fmt::format("samples of 0 to {} are scaled to 0 to {}", file.pnm->greatest,
                                greatest_of(file.header.format.type)));
  if (file.coding == VIPS_CODING_LABQ) notes.emplace_back("CIELAB samples of 8 bits are held as f32");
  const bool is_first = !file.tiff || file.tiff->picture.place == TiffPlace();
  if (file.header.pages > 1 && is_first && !file.is_chosen)
    notes.push_back(fmt::format("the first of {} pages{}", file.header.pages,
                                has_description(file.image) ? "; the description of all of them is not kept" : ""));
  const VipsBandFormat type = file.image.format();
  if (file.header.format.type == SampleType::f32 && type != VIPS_FORMAT_FLOAT)
    notes.emplace_back("CIELAB samples are held as f32");
  return notes;
}

std::vector<std::string> sample_notes(const TiffFacts& facts) {
  std::vector<std::string> notes;
  const SampleType held = held_type(facts);
  const bool is_own =
      held == SampleType::f32 ? facts.type() == "f32" : facts.bits == 8 * static_cast<int>(size_of(held));
  if (!is_own && held == SampleType::f32)
    notes.push_back(fmt::format("samples of type {} are held as f32", facts.type()));
  else if (!is_own && facts.bits > 1)
    notes.push_back(fmt::format("samples of 0 to {} are scaled to 0 to {}", (1 << facts.bits) - 1, greatest_of(held)));
  if (facts.alpha == TiffAlpha::associated)
    notes.emplace_back("its colours were multiplied by alpha; here they are not");
  const std::string_view zero = facts.photometric == PHOTOMETRIC_MINISWHITE ? "0, which is white there" : "0";
  if (facts.absent > 0)
    notes.push_back(fmt::format("{} of {} {} are not in the file: their samples are {}", facts.absent, facts.parts,
                                facts.is_tiled ? "tiles" : "strips", facts.nodata() ? "the value of no data" : zero));
  return notes;
}

std::string note_on(const JpegMistakes& mistakes) {
  if (!mistakes.damage.empty())
    return "the JPEG file is damaged, what is lost of its pixels is grey or wrong: " + mistakes.damage;
  return "the JPEG file breaks the format's rules, mostly where no pixel suffers: " + mistakes.oddity;
}

}  // namespace lenslet::io
