// write_image_rows: makes an image of libvips whose pixels are made when the saver asks for them. For TIFF we have our
// own writer.
#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include <lenslet/image_rows.hpp>
#include <lenslet/tiff_writer.hpp>

#include "files/metadata.hpp"
#include "files/save.hpp"

namespace lenslet {
namespace {

namespace fs = std::filesystem;

// Gives libvips rows on request. Several of its threads ask for rows. Earlier rows are then always being made already.
// Exceptions must not pass through libvips.
struct RowMaker {
  const ReadRows& rows;
  std::mutex mutex = {};
  std::condition_variable moved = {};
  std::exception_ptr failure = {};
  std::int64_t made = 0;  // rows
};

void make_rows(VipsRegion* region, RowMaker& maker) {
  const VipsRect& area = region->valid;
  if (area.top < maker.made || area.left != 0)
    throw Error(ErrorKind::unsupported, fmt::format("the format's writer wants row {} twice", area.top));
  for (int y = area.top; y < area.top + area.height; ++y)
    maker.rows(y, 1, reinterpret_cast<std::byte*>(VIPS_REGION_ADDR(region, 0, y)));
  maker.made += area.height;
}

int generate(VipsRegion* region, void*, void* of, void*, gboolean*) {
  auto& maker = *static_cast<RowMaker*>(of);
  std::unique_lock lock(maker.mutex);
  maker.moved.wait(lock, [&] { return maker.failure || maker.made >= region->valid.top; });
  try {
    if (!maker.failure) make_rows(region, maker);
  } catch (...) {
    maker.failure = std::current_exception();
  }
  maker.moved.notify_all();
  if (!maker.failure) return 0;
  vips_error("lenslet", "rows could not be made");
  return -1;
}

vips::VImage made_of_rows(const ImageType& type, io::Layout layout, RowMaker& maker) {
  vips::VImage image(vips_image_new(), vips::STEAL);
  vips_image_init_fields(image.get_image(), static_cast<int>(type.size.width), static_cast<int>(type.size.height),
                         type.format.channels, io::band_format(type.format.type), VIPS_CODING_NONE,
                         io::interpretation_for(type.format.type, layout), 1, 1);
  if (vips_image_pipelinev(image.get_image(), VIPS_DEMAND_STYLE_THINSTRIP, nullptr) != 0 ||
      vips_image_generate(image.get_image(), nullptr, generate, nullptr, &maker, nullptr) != 0)
    throw Error(ErrorKind::io, io::last_reason());
  return image;
}

void check_type(const fs::path& path, const io::Format& format, SampleType type) {
  const bool pfm = std::string_view(format.saver) == "ppmsave" && type == SampleType::f32;
  if (type == SampleType::f16 || pfm)
    throw Error(ErrorKind::unsupported,
                fmt::format("cannot write '{}' row by row: {}", path.string(),
                            pfm ? "PFM files begin with the lowest row" : "f16 is not written"));
}

std::vector<std::string> write_tiff(const fs::path& path, const FileRows& file, const WriteOptions& options) {
  constexpr std::int64_t at_a_time = 64;
  const auto [width, height] = file.type.size;
  TiffWriter writer(path, file.type, {.write = options, .metadata = file.metadata, .placement = file.placement});
  for (std::int64_t y = 0; y < height; y = writer.next()) {
    Image rows({width, std::min(at_a_time, height - y)}, file.type.format);
    file.rows(y, rows.height(), rows.data());
    writer.write(rows);
  }
  writer.finish();
  return writer.notes();
}

std::vector<std::string> write_by_libvips(const fs::path& path, const FileRows& file, const WriteOptions& options) {
  const io::Use use;
  const ImageType& image = file.type;
  const FileImage::Metadata* metadata = file.metadata.get();
  const io::Layout layout = io::layout_of(image.format, io::is_cmyk(metadata));
  const SampleType type = image.format.type;
  const io::Format& format =
      io::format_for(path, {type == SampleType::f16 ? SampleType::f32 : type, layout, image.size});
  check_type(path, format, type);
  RowMaker maker{file.rows};
  vips::VImage source = made_of_rows(image, layout, maker);
  io::Beside beside = io::apply_metadata(metadata, {path, format.saver, image, file.placement}, source);
  std::vector<std::string> notes = beside.notes;
  try {
    const bool half = io::keeps_half_colours(metadata, image.size, file.placement.value_or(Placement()).turned());
    io::save(path, {format, source, half, layout, std::move(beside)}, options);
    return notes;
  } catch (...) {
    if (maker.failure) std::rethrow_exception(maker.failure);
    throw;
  }
}

}  // namespace

std::vector<std::string> write_image_rows(const fs::path& path, const FileRows& file, const WriteOptions& options) {
  return TiffWriter::takes(path) ? write_tiff(path, file, options) : write_by_libvips(path, file, options);
}

}  // namespace lenslet
