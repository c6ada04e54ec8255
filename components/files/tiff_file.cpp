// libtiff moves bytes through our functions, so that a full disk is reported by the system's own reason.
#include "files/tiff_file.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <unistd.h>

#include "files/vips.hpp"
#include "system/read_at.hpp"

namespace lenslet::io {
namespace {

struct FreeOptions {
  void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};

}  // namespace

// Mappings are refused, since a file that is being written has none.
TiffFile::TiffFile(int file, std::filesystem::path path, bool big) : file_(file), path_(std::move(path)) {
  const std::unique_ptr<TIFFOpenOptions, FreeOptions> options(TIFFOpenOptionsAlloc());
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), hear, this);
  TIFFOpenOptionsSetWarningHandlerExtR(
      options.get(), [](auto...) { return 1; }, nullptr);
  tiff_ = TIFFClientOpenExt(path_.c_str(), big ? "w8m" : "w4m", this, read, write, seek, close, size, nullptr, nullptr,
                            options.get());
  if (tiff_ == nullptr) fail();
}

// libtiff's end would write the directory of an abandoned file, which is useless.
TiffFile::~TiffFile() {
  passes_ = true;
  TIFFClose(tiff_);
}

void TiffFile::append(std::uint32_t tile, std::span<const std::byte> bytes) {
  const auto count = static_cast<tmsize_t>(bytes.size());
  if (TIFFWriteRawTile(tiff_, tile, const_cast<std::byte*>(bytes.data()), count) != count) fail();
}

void TiffFile::append_strip(std::uint32_t strip, std::span<const std::byte> bytes) {
  const auto count = static_cast<tmsize_t>(bytes.size());
  if (TIFFWriteRawStrip(tiff_, strip, const_cast<std::byte*>(bytes.data()), count) != count) fail();
}

// For bytes that are not written, libtiff needs only their number.
void TiffFile::pass(std::uint32_t tile, std::size_t bytes) {
  std::byte none{};
  passes_ = true;
  append(tile, {&none, bytes});
  passes_ = false;
}

void TiffFile::set(const TiffChannels& channels) {
  if (!set_channels(tiff_, channels)) fail();
}

void TiffFile::set(const Geo& geo) {
  set_geo(tiff_, geo);
}

void TiffFile::end_directory() {
  if (TIFFWriteDirectory(tiff_) != 1) fail();
}

void TiffFile::fail() const {
  throw file_error("write", path_, reason_.empty() ? "libtiff gives no reason" : reason_);
}

tmsize_t TiffFile::read(thandle_t of, void* to, tmsize_t bytes) {
  auto& self = *static_cast<TiffFile*>(of);
  const ssize_t count = ::pread(self.file_, to, static_cast<std::size_t>(bytes), self.place_);
  if (count > 0) self.place_ += count;
  return count;
}

tmsize_t TiffFile::write(thandle_t of, void* from, tmsize_t bytes) {
  auto& self = *static_cast<TiffFile*>(of);
  if (!self.passes_ && !system::write_at(self.file_, from, static_cast<std::size_t>(bytes), self.place_)) {
    self.reason_ = system_reason();
    return -1;
  }
  self.place_ += bytes;
  self.end_ = std::max(self.end_, self.place_);
  return bytes;
}

toff_t TiffFile::seek(thandle_t of, toff_t offset, int whence) {
  auto& self = *static_cast<TiffFile*>(of);
  const std::int64_t from = whence == SEEK_END ? self.end_ : whence == SEEK_CUR ? self.place_ : 0;
  self.place_ = from + static_cast<std::int64_t>(offset);
  return static_cast<toff_t>(self.place_);
}

int TiffFile::close(thandle_t) {
  return 0;
}

toff_t TiffFile::size(thandle_t of) {
  return static_cast<toff_t>(static_cast<TiffFile*>(of)->end_);
}

// The system's reason comes first, then libtiff's words.
int TiffFile::hear(TIFF*, void* of, const char*, const char* format, va_list values) {
  auto& self = *static_cast<TiffFile*>(of);
  char text[512];
  std::vsnprintf(text, sizeof text, format, values);
  if (self.reason_.empty()) self.reason_ = text;
  return 1;
}

}  // namespace lenslet::io
