// A TIFF file that libtiff reads. Failures are errors, and nothing is printed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <tiffio.h>

namespace lenslet::io {

// One image of a file: a page, or an image below a page.
struct TiffPlace {
  int page = 0;
  int below = -1;  // number of a SubIFD; -1: the page itself

  bool operator==(const TiffPlace&) const = default;
};

class TiffInput {
 public:
  // All functions throw Error of kind io, "cannot read 'PATH': reason".
  explicit TiffInput(const std::filesystem::path& path);
  ~TiffInput();
  TiffInput(const TiffInput&) = delete;
  TiffInput& operator=(const TiffInput&) = delete;

  TIFF* get() const { return tiff_; }
  void go_to(const TiffPlace& place);
  std::vector<toff_t> below() const;  // the SubIFDs of the page
  bool go_below(toff_t offset) { return TIFFSetSubDirectory(tiff_, offset) == 1; }

  // Tells whether the file leaves out a strip or tile: it has neither bytes nor a place.
  bool is_absent(std::uint32_t part) const {
    return TIFFGetStrileByteCount(tiff_, part) == 0 && TIFFGetStrileOffset(tiff_, part) == 0;
  }

  std::uint32_t number(std::uint32_t tag, std::uint32_t otherwise) const;        // of 32 bits
  std::uint16_t short_number(std::uint32_t tag, std::uint16_t otherwise) const;  // of 16 bits, with libtiff's defaults

  // These return the values of a tag that libtiff does not know; empty if the file has none, or one of another type.
  std::vector<double> doubles(std::uint32_t tag) const;
  std::vector<std::uint16_t> shorts(std::uint32_t tag) const;
  std::string text(std::uint32_t tag) const;

  [[noreturn]] void fail() const;
  const std::string& reason() const { return reason_; }

 private:
  static int hear(TIFF* tiff, void* of, const char* where, const char* format, va_list values);
  template <class Value>
  std::vector<Value> values(std::uint32_t tag, TIFFDataType type) const;

  std::filesystem::path path_;
  std::string reason_;  // of the first failure
  TIFF* tiff_ = nullptr;
};

}  // namespace lenslet::io
