// Rows are read by their places, so that a file's first row may be the image's last.
#include "files/bmp_file.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "files/bmp_header.hpp"
#include "files/file_error.hpp"
#include "system/read_at.hpp"

namespace lenslet::io {
namespace {

class BmpFile {
 public:
  explicit BmpFile(const std::filesystem::path& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (file_ < 0) throw Error(ErrorKind::io, std::strerror(errno));
    std::string first(max_bmp_header_length, '\0');
    const ssize_t count = system::read_at(file_, first.data(), first.size(), 0);
    first.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    try {
      header_ = parse_bmp_header(first);
    } catch (...) {
      ::close(file_);
      throw;
    }
  }
  ~BmpFile() { ::close(file_); }
  BmpFile(const BmpFile&) = delete;
  BmpFile& operator=(const BmpFile&) = delete;

  const BmpHeader& header() const { return header_; }

  void read(VipsRegion* region) const {
    const VipsRect& area = region->valid;
    std::vector<std::uint8_t> row(header_.row_bytes());
    for (int y = area.top; y < area.top + area.height; ++y) {
      const std::int64_t place = header_.upward ? header_.height - 1 - y : y;
      const auto from =
          static_cast<std::int64_t>(header_.begin + header_.row_bytes() * static_cast<std::uint64_t>(place));
      if (system::read_at(file_, row.data(), row.size(), from) != static_cast<ssize_t>(row.size()))
        throw Error(ErrorKind::io, std::string(damaged));
      unpack_bmp_row(header_, row, area.left, area.width, VIPS_REGION_ADDR(region, area.left, y));
    }
  }

 private:
  int file_;
  BmpHeader header_;
};

int make_region(VipsRegion* region, void*, void* file, void*, gboolean*) {
  try {
    static_cast<const BmpFile*>(file)->read(region);
    return 0;
  } catch (const std::exception& error) {  // exceptions must not pass through libvips
    vips_error("bmp", "%s", error.what());
    return -1;
  }
}

void free_file(GObject*, void* file) {
  delete static_cast<BmpFile*>(file);
}

VipsInterpretation meaning_of(const BmpHeader& header) {
  return header.channels() == 1 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
}

void set_resolution(const BmpHeader& header, VipsImage* image) {
  constexpr double millimetres = 1000;  // in a metre
  if (header.per_metre[0] <= 0 || header.per_metre[1] <= 0) return;
  image->Xres = static_cast<double>(header.per_metre[0]) / millimetres;
  image->Yres = static_cast<double>(header.per_metre[1]) / millimetres;
}

// Makes an image that owns the file.
vips::VImage image_of(std::unique_ptr<BmpFile> file) {
  vips::VImage image(vips_image_new(), vips::STEAL);
  const BmpHeader& header = file->header();
  VipsImage* made = image.get_image();
  vips_image_init_fields(made, static_cast<int>(header.width), static_cast<int>(header.height), header.channels(),
                         VIPS_FORMAT_UCHAR, VIPS_CODING_NONE, meaning_of(header), 1, 1);
  set_resolution(header, made);
  BmpFile* owned = file.release();
  g_signal_connect(made, "close", G_CALLBACK(free_file), owned);
  if (vips_image_pipelinev(made, VIPS_DEMAND_STYLE_THINSTRIP, nullptr) != 0 ||
      vips_image_generate(made, nullptr, make_region, nullptr, owned, nullptr) != 0)
    throw Error(ErrorKind::io, last_reason());
  return image;
}

}  // namespace

vips::VImage open_bmp(const std::filesystem::path& path) {
  try {
    return image_of(std::make_unique<BmpFile>(path));
  } catch (const Error& error) {
    throw file_error("read", path, error.what(), error.kind());
  }
}

}  // namespace lenslet::io
