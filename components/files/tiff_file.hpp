// A TIFF file that libtiff writes through a descriptor. Failures are errors, and nothing is printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include <tiffio.h>

#include "files/tiff_channels.hpp"

namespace lenslet::io {

class TiffFile {
 public:
  // Begins an empty file in `file`, which is open for reading and writing and stays the caller's. All functions throw
  // Error of kind io, "cannot write 'PATH': reason", with `path` as PATH.
  TiffFile(int file, std::filesystem::path path, bool big);
  ~TiffFile();
  TiffFile(const TiffFile&) = delete;
  TiffFile& operator=(const TiffFile&) = delete;

  template <class... Values>
  void set(std::uint32_t tag, Values... values) {
    if (TIFFSetField(tiff_, tag, values...) != 1) fail();
  }

  void set(const TiffChannels& channels);
  void set(const Geo& geo);

  // Appends a tile's coded bytes to the file.
  void append(std::uint32_t tile, std::span<const std::byte> bytes);

  void append_strip(std::uint32_t strip, std::span<const std::byte> bytes);

  // Appends a tile whose coded bytes are already at the file's end.
  void pass(std::uint32_t tile, std::size_t bytes);

  void end_directory();  // another one may begin after it
  std::int64_t bytes() const { return end_; }

 private:
  static tmsize_t read(thandle_t of, void* to, tmsize_t bytes);
  static tmsize_t write(thandle_t of, void* from, tmsize_t bytes);
  static toff_t seek(thandle_t of, toff_t offset, int whence);
  static int close(thandle_t of);
  static toff_t size(thandle_t of);
  static int hear(TIFF* tiff, void* of, const char* where, const char* format, va_list values);
  [[noreturn]] void fail() const;

  int file_;
  std::filesystem::path path_;
  TIFF* tiff_ = nullptr;
  std::int64_t place_ = 0, end_ = 0;
  bool passes_ = false;
  std::string reason_;  // of the last failure
};

}  // namespace lenslet::io
