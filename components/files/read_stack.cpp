// read_stack: TIFF files through libtiff, frames through libvips, which joins them into one tall image.
#include <lenslet/stack_file.hpp>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "files/bounds.hpp"
#include "files/bytes.hpp"
#include "files/decode.hpp"
#include "files/imagej.hpp"
#include "files/metadata.hpp"
#include "files/open.hpp"
#include "files/tiff_pages.hpp"
#include "files/vips.hpp"

namespace lenslet {
namespace {

namespace fs = std::filesystem;

constexpr const char *delay_field = "delay", *loop_field = "loop";

std::string first_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return io::take(file, 12);
}

bool is_tiff_begin(std::string_view first) {
  using namespace std::string_view_literals;
  return first.starts_with("II*\0"sv) || first.starts_with("MM\0*"sv) || first.starts_with("II+\0"sv) ||
         first.starts_with("MM\0+"sv);
}

std::vector<int> delays_of(const vips::VImage& image, std::size_t frames) {
  int count = 0;
  int* values = nullptr;
  if (image.get_typeof(delay_field) == 0 ||
      vips_image_get_array_int(image.get_image(), delay_field, &values, &count) != 0)
    return {};
  std::vector<int> delays(values, values + count);
  delays.resize(frames, delays.empty() ? 0 : delays.back());
  return delays;
}

StackHeader single_header(const ImageHeader& header) {
  return {{header.size, header.format}, {}, header.pages, header.file_format, header.memory_bytes, header.nodata};
}

// What the description of one picture says of the distances of its pixels. A description that is wrong says nothing.
PageFacts picture_facts(const io::OpenImage& file) try {
  const char* text = nullptr;
  if (file.image.get_typeof(VIPS_META_IMAGEDESCRIPTION) == 0 ||
      vips_image_get_string(file.image.get_image(), VIPS_META_IMAGEDESCRIPTION, &text) != 0)
    return {};
  if (io::is_ome(text)) return io::parse_ome(text, 1, file.header.format.channels).facts;
  if (!io::is_imagej(text) || !io::names_unit(text)) return {};
  PageFacts facts = io::parse_imagej(text, 1).facts;
  facts.x.value = 1 / (file.image.xres() * io::resolution_units(file.image));
  facts.y.value = 1 / (file.image.yres() * io::resolution_units(file.image));
  return facts;
} catch (const Error&) {
  return {};
}

StackHeader picture_header(const io::OpenImage& file) {
  StackHeader header = single_header(file.header);
  if (header.file_pages == 1) header.facts = picture_facts(file);
  return header;
}

// The header of frames that libvips has joined.
StackHeader film_header(const io::OpenImage& file) {
  StackHeader header = single_header(file.header);
  const std::int64_t height = io::page_height(file.image), frames = file.image.height() / height;
  if (frames == 1) return header;
  if (file.orientation != 1)
    throw io::file_error("read", file.path, "its pages are turned by EXIF; --page N takes one", ErrorKind::unsupported);
  const bool is_film = header.file_format == "gif" || header.file_format == "webp";
  header.type.size.height = height;
  header.type.axes = {{is_film ? 'T' : 'Q', frames}};
  if (!is_film) return header;
  header.facts.style = PageStyle::film;
  header.facts.delays = delays_of(file.image, static_cast<std::size_t>(frames));
  if (file.image.get_typeof(loop_field) != 0) header.facts.loops = io::int_field(file.image, loop_field, 0);
  return header;
}

// Of a film that is chosen in part, frames keep their delays.
StackHeader with_chosen(StackHeader header, const std::vector<int>& pages, const fs::path& path) {
  if (pages.empty()) return header;
  std::vector<int> delays;
  for (const int page : pages) {
    io::check_page(path, page, static_cast<int>(header.type.pages()));
    if (!header.facts.delays.empty()) delays.push_back(header.facts.delays[static_cast<std::size_t>(page)]);
  }
  header.facts.delays = std::move(delays);
  if (pages.size() == 1)
    header.type.axes.clear();
  else
    header.type.axes = {{header.facts.style == PageStyle::film ? 'T' : 'Q', static_cast<std::int64_t>(pages.size())}};
  return header;
}

// Frames behind damage are no frames to libvips.
void check_frames(const fs::path& path, const StackOptions& options, const StackHeader& header) {
  if (header.file_format != "gif" || !options.pages.empty()) return;
  const std::int64_t pictures = io::count_gif_pictures(path);
  if (pictures != header.type.pages())
    throw io::file_error("read", path,
                         fmt::format("it is damaged: of its {} pictures {} can be read; --page N takes one", pictures,
                                     header.type.pages()));
}

io::OpenImage open_frames(const fs::path& path, const StackOptions& options, io::Wanted wanted) {
  const bool has_frames = !is_tiff_begin(first_bytes(path)) && may_hold_pages(path);
  return io::open_image(path, options.read, wanted, has_frames ? io::Frames::all : io::Frames::one);
}

FileStack single(FileImage image) {
  FileStack result{.stack = Stack({image.image.size(), image.image.format()})};
  result.stack.tall() = std::move(image.image);
  result.metadata = std::move(image.metadata);
  result.notes = std::move(image.notes);
  return result;
}

FileStack read_one(const fs::path& path, const StackOptions& options) {
  ReadOptions reading = options.read;
  if (options.pages.size() == 1) reading.page = options.pages.front();
  return single(io::read_opened(io::open_image(path, reading), reading));
}

// Chosen frames are copied out of all.
FileStack read_film(const fs::path& path, const StackOptions& options) {
  io::OpenImage file = open_frames(path, options, io::Wanted::pixels);
  const StackHeader all = film_header(file), header = with_chosen(all, options.pages, path);
  FileImage tall = io::read_opened(std::move(file), options.read);
  FileStack result{.stack = Stack(all.type), .facts = header.facts};
  result.stack.tall() = std::move(tall.image);
  result.notes = std::move(tall.notes);
  auto metadata = std::make_shared<FileImage::Metadata>(*tall.metadata);
  metadata->type.size = all.type.size;
  result.metadata = std::move(metadata);
  if (options.pages.empty()) return result;
  Stack chosen(header.type);
  const auto bytes = static_cast<std::size_t>(chosen.tall().stride() * header.type.size.height);
  for (std::size_t i = 0; i < options.pages.size(); ++i)
    std::memcpy(chosen.page(static_cast<std::int64_t>(i)).row(0), result.stack.page(options.pages[i]).row(0), bytes);
  result.stack = std::move(chosen);
  return result;
}

FileStack read_pages(const fs::path& path, const StackOptions& options) {
  io::check_bounds(path, options.read);
  if (is_tiff_begin(first_bytes(path))) {
    const io::TiffPages pages(path, options);
    if (pages.is_stack()) return pages.read();
    return read_one(path, options);
  }
  const StackHeader header = film_header(open_frames(path, options, io::Wanted::header));
  with_chosen(header, options.pages, path);  // checks them
  check_frames(path, options, header);
  return header.type.axes.empty() ? read_one(path, options) : read_film(path, options);
}

StackHeader header_of_pages(const fs::path& path, const StackOptions& options) {
  io::check_bounds(path, options.read);
  if (is_tiff_begin(first_bytes(path))) {
    const io::TiffPages pages(path, options);
    if (pages.is_stack()) return pages.header();
    ReadOptions reading = options.read;
    if (options.pages.size() == 1) reading.page = options.pages.front();
    return picture_header(io::open_image(path, reading, io::Wanted::header));
  }
  const StackHeader header = film_header(open_frames(path, options, io::Wanted::header));
  check_frames(path, options, header);
  return with_chosen(header, options.pages, path);
}

}  // namespace

bool may_hold_pages(const fs::path& path) {
  const std::string first = first_bytes(path);
  const std::string_view bytes = first;
  return is_tiff_begin(bytes) || bytes.starts_with("GIF8") ||
         (bytes.starts_with("RIFF") && bytes.substr(std::min<std::size_t>(bytes.size(), 8)) == "WEBP") ||
         (bytes.size() == 12 && bytes.substr(4, 4) == "ftyp");
}

StackHeader read_stack_header(const fs::path& path, const StackOptions& options) {
  return io::with_own_reasons([&] { return header_of_pages(path, options); });
}

FileStack read_stack(const fs::path& path, const StackOptions& options) {
  return io::with_own_reasons([&] { return read_pages(path, options); });
}

}  // namespace lenslet
