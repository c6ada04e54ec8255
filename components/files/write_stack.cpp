// write_stack: TIFF through libtiff, frames through libvips's savers.
#include <lenslet/stack_file.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "files/formats.hpp"
#include "files/imagej.hpp"
#include "files/metadata.hpp"
#include "files/ome_xml.hpp"
#include "files/save.hpp"
#include "files/tiff_strips.hpp"

namespace lenslet {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view savers_of_pages[] = {"tiffsave", "gifsave", "webpsave"};

bool saves_pages(const io::Format& format) {
  return std::ranges::find(savers_of_pages, format.saver) != std::end(savers_of_pages);
}

std::string suffixes_of_pages() {
  std::vector<std::string_view> suffixes;
  for (const io::Format* format : io::available_formats())
    if (saves_pages(*format)) suffixes.push_back(format->suffixes.front());
  return fmt::format("{}", fmt::join(suffixes, ", "));
}

std::string names_of(const StackType& type) {
  std::string names;
  for (const StackAxis& axis : type.axes) names += axis.name;
  return names;
}

// Distances follow the placement, as those in a description of one picture do.
void place_steps(const FileStack& file, PageFacts& facts, std::vector<std::string>& notes) {
  const bool has_steps = facts.x.value > 0 || facts.y.value > 0;
  const Size size = file.stack.type().size;
  const bool has_size = file.metadata && file.metadata->type.size == size;
  const Placement p = file.placement.value_or(Placement{.is_known = !file.metadata || has_size});
  if (!has_steps || p == Placement()) return;
  if (!p.is_known) {
    facts.x = facts.y = {};
    notes.emplace_back("the distances of pixels are not kept: where the pixels lie is not known");
    return;
  }
  const PageStep x = facts.x, y = facts.y;
  if (p.turned()) std::swap(facts.x.unit, facts.y.unit);
  facts.x.value = std::abs(p.xx) * x.value + std::abs(p.yx) * y.value;
  facts.y.value = std::abs(p.xy) * x.value + std::abs(p.yy) * y.value;
}

// ImageJ's words for what came from ImageJ, else OME-XML, for axes that have names.
void describe(const fs::path& path, const StackType& type, const PageFacts& facts, io::TiffStack& pages,
              std::vector<std::string>& notes) {
  if (facts.style == PageStyle::imagej && io::imagej_holds(type)) {
    pages.description = io::imagej_text({type, facts});
    pages.x = facts.x;
    pages.y = facts.y;
    return;
  }
  if (io::ome_holds(type)) {
    pages.description = io::ome_xml({type, facts});
    return;
  }
  if (facts.x.value > 0 || facts.y.value > 0)
    notes.emplace_back("the distances of pixels are not kept: it has no OME-XML");
  if (names_of(type) != "Q") {
    notes.push_back(fmt::format("the names of the axes {} are not kept: OME-XML has none for axis Q", names_of(type)));
  } else if (facts.style == PageStyle::ome || path.stem().extension() == ".ome") {
    notes.emplace_back("it has no OME-XML: what its pages are is not known; --axes names them");
  }
}

bool is_bands_of_one(const FileStack& file) {
  return file.facts.style == PageStyle::bands && names_of(file.stack.type()) == "C" &&
         file.stack.type().format.channels == 1;
}

std::vector<std::string> write_tiff(const fs::path& path, const FileStack& file, const WriteOptions& options) {
  StackType type = file.stack.type();
  const FileImage::Metadata* metadata = file.metadata.get();
  const io::Layout layout = io::layout_of(type.format, io::is_cmyk(metadata));
  PageFacts facts = file.facts;
  if (type.pages() == 1) {  // nothing lies between its pages
    type.axes.clear();
    facts.z = facts.t = {};
  }
  std::vector<std::string> notes;
  place_steps(file, facts, notes);
  io::TiffStack pages{file.stack, is_bands_of_one(file), facts.is_interleaved};
  io::TiffImage image{type.format, layout, vips::VImage(vips_image_new(), vips::STEAL), {}};
  image.fields.get_image()->Xres = image.fields.get_image()->Yres = 1;
  image.beside =
      io::apply_metadata(metadata, {path, "tiffsave", {type.format, type.size}, file.placement}, image.fields);
  if (!pages.is_bands) describe(path, type, facts, pages, notes);
  if (!pages.description.empty()) vips_image_remove(image.fields.get_image(), VIPS_META_IMAGEDESCRIPTION);
  if (!facts.delays.empty()) notes.emplace_back("the times of frames are not kept: .tif has no place for them");
  io::write_tiff_stack(path, pages, image, options);
  notes.insert(notes.end(), image.beside.notes.begin(), image.beside.notes.end());
  return notes;
}

void set_film(const StackType& type, const PageFacts& facts, VipsImage* image) {
  vips_image_set_int(image, VIPS_META_PAGE_HEIGHT, static_cast<int>(type.size.height));
  constexpr int usual_delay = 100;
  const auto frames = static_cast<std::size_t>(type.pages());
  std::vector<int> delays = facts.delays;
  if (delays.size() != frames) delays.assign(frames, usual_delay);
  vips_image_set_array_int(image, "delay", delays.data(), static_cast<int>(frames));
  if (facts.loops) vips_image_set_int(image, "loop", *facts.loops);
}

std::vector<std::string> film_notes(const fs::path& path, const StackType& type, const PageFacts& facts) {
  std::vector<std::string> notes;
  const std::string suffix = path.extension().string();
  if (const std::string names = names_of(type); names != "T" && names != "Q")
    notes.push_back(fmt::format("its frames are pages of the axes {}: {} has no names for axes", names, suffix));
  if (facts.x.value > 0 || facts.z.value > 0 || facts.t.value > 0)
    notes.push_back(fmt::format("the distances of pixels and pages are not kept: {} has no place for them", suffix));
  if (!facts.delays.empty() && facts.delays.size() != static_cast<std::size_t>(type.pages()))
    notes.emplace_back("the times of frames are not kept: they are of another number of frames");
  return notes;
}

std::vector<std::string> write_film(const fs::path& path, const io::Format& row, const FileStack& file,
                                    const WriteOptions& options) {
  const StackType& type = file.stack.type();
  const FileImage::Metadata* metadata = file.metadata.get();
  const io::Layout layout = io::layout_of(type.format, io::is_cmyk(metadata));
  vips::VImage source = io::wrapped(path, file.stack.tall(), layout);
  io::Beside beside = io::apply_metadata(metadata, {path, row.saver, {type.format, type.size}, file.placement}, source);
  set_film(type, file.facts, source.get_image());
  std::vector<std::string> notes = film_notes(path, type, file.facts);
  notes.insert(notes.end(), beside.notes.begin(), beside.notes.end());
  if (std::string note = io::note_of_coding(row, type.format.alpha); !note.empty()) notes.push_back(std::move(note));
  io::save(path, {row, source, false, layout, std::move(beside)}, options);
  return notes;
}

FileStack as_f32(const FileStack& file) {
  StackType type = file.stack.type();
  type.format.type = SampleType::f32;
  FileStack result{.stack = Stack(type), .facts = file.facts};
  result.stack.tall() = convert(file.stack.tall(), SampleType::f32);
  result.metadata = file.metadata;
  result.placement = file.placement;
  return result;
}

std::vector<std::string> write_pages(const fs::path& path, const FileStack& file, const WriteOptions& options) {
  const StackType& type = file.stack.type();
  if (type.format.type == SampleType::f16) return write_pages(path, as_f32(file), options);
  const io::Layout layout = io::layout_of(type.format, io::is_cmyk(file.metadata.get()));
  const io::Format& row = io::format_for(path, {type.format.type, layout, type.size});
  if (!saves_pages(row))
    throw io::file_error("write", path,
                         fmt::format("{} holds one picture, here are {} pages; use {}", path.extension().string(),
                                     type.pages(), suffixes_of_pages()),
                         ErrorKind::unsupported);
  io::check_options(options);
  return std::string_view(row.saver) == "tiffsave" ? write_tiff(path, file, options)
                                                   : write_film(path, row, file, options);
}

bool is_tiff(const fs::path& path) {
  const io::Use use;
  const io::Format* row = io::find_format(path);
  return row != nullptr && std::string_view(row->saver) == "tiffsave";
}

// What is known of the pixels' distances is in no metadata of single images.
std::vector<std::string> write_single(const fs::path& path, const FileStack& file, const WriteOptions& options) {
  const bool has_distances = file.facts.x.value > 0 || file.facts.y.value > 0;
  if (has_distances && is_tiff(path)) return io::with_own_reasons([&] { return write_pages(path, file, options); });
  std::vector<std::string> notes =
      write_image(path, {.image = file.stack.tall(), .metadata = file.metadata, .placement = file.placement}, options);
  if (has_distances)
    notes.push_back(
        fmt::format("the distances of pixels are not kept: {} has no place for them", path.extension().string()));
  return notes;
}

}  // namespace

bool holds_pages(const fs::path& path) {
  const io::Use use;
  const io::Format* row = io::find_format(path);
  return row != nullptr && saves_pages(*row);
}

std::vector<std::string> write_stack(const fs::path& path, const FileStack& file, const WriteOptions& options) {
  if (file.stack.pages() == 1) return write_single(path, file, options);
  return io::with_own_reasons([&] { return write_pages(path, file, options); });
}

}  // namespace lenslet
