// Mappings are refused: a file that is cut while it is read would end the process.
#include "files/tiff_input.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "files/file_error.hpp"

namespace lenslet::io {
namespace {

struct FreeInputOptions {
  void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};

}  // namespace

TiffInput::TiffInput(const std::filesystem::path& path) : path_(path) {
  const std::unique_ptr<TIFFOpenOptions, FreeInputOptions> options(TIFFOpenOptionsAlloc());
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), hear, this);
  TIFFOpenOptionsSetWarningHandlerExtR(
      options.get(), [](auto...) { return 1; }, nullptr);
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file >= 0) tiff_ = TIFFFdOpenExt(file, path.c_str(), "rm", options.get());
  if (tiff_ != nullptr) return;
  if (file >= 0) ::close(file);
  fail();
}

TiffInput::~TiffInput() {
  TIFFClose(tiff_);
}

std::vector<toff_t> TiffInput::below() const {
  std::uint16_t count = 0;
  const toff_t* offsets = nullptr;
  if (TIFFGetField(tiff_, TIFFTAG_SUBIFD, &count, &offsets) != 1 || offsets == nullptr) return {};
  return {offsets, offsets + count};
}

void TiffInput::go_to(const TiffPlace& place) {
  if (TIFFSetDirectory(tiff_, static_cast<tdir_t>(place.page)) != 1) fail();
  if (place.below < 0) return;
  const std::vector<toff_t> offsets = below();
  if (place.below >= static_cast<int>(offsets.size()) || !go_below(offsets[static_cast<std::size_t>(place.below)]))
    fail();
}

std::uint32_t TiffInput::number(std::uint32_t tag, std::uint32_t otherwise) const {
  std::uint32_t value = 0;
  return TIFFGetField(tiff_, tag, &value) == 1 ? value : otherwise;
}

std::uint16_t TiffInput::short_number(std::uint32_t tag, std::uint16_t otherwise) const {
  std::uint16_t value = 0;
  return TIFFGetFieldDefaulted(tiff_, tag, &value) == 1 ? value : otherwise;
}

// libtiff makes a field without a name for each unknown tag, with the file's type. A program that gives libtiff names
// for these tags gives them the types below.
template <class Value>
std::vector<Value> TiffInput::values(std::uint32_t tag, TIFFDataType type) const {
  const TIFFField* field = TIFFFindField(tiff_, tag, TIFF_ANY);
  if (field == nullptr || TIFFFieldDataType(field) != type || TIFFFieldPassCount(field) == 0) return {};
  const Value* data = nullptr;
  std::uint32_t count = 0;
  if (TIFFFieldReadCount(field) == TIFF_VARIABLE2) {
    if (TIFFGetField(tiff_, tag, &count, &data) != 1) return {};
  } else {
    std::uint16_t few = 0;
    if (TIFFGetField(tiff_, tag, &few, &data) != 1) return {};
    count = few;
  }
  return data == nullptr ? std::vector<Value>() : std::vector<Value>(data, data + count);
}

std::vector<double> TiffInput::doubles(std::uint32_t tag) const {
  return values<double>(tag, TIFF_DOUBLE);
}

std::vector<std::uint16_t> TiffInput::shorts(std::uint32_t tag) const {
  return values<std::uint16_t>(tag, TIFF_SHORT);
}

std::string TiffInput::text(std::uint32_t tag) const {
  const TIFFField* field = TIFFFindField(tiff_, tag, TIFF_ANY);
  if (field == nullptr || TIFFFieldDataType(field) != TIFF_ASCII) return {};
  if (TIFFFieldPassCount(field) != 0) {
    const std::vector<char> letters = values<char>(tag, TIFF_ASCII);
    return {letters.begin(), std::ranges::find(letters, '\0')};
  }
  const char* text = nullptr;
  return TIFFGetField(tiff_, tag, &text) == 1 && text != nullptr ? text : "";
}

void TiffInput::fail() const {
  throw file_error("read", path_, reason_.empty() ? damaged : std::string_view(reason_));
}

int TiffInput::hear(TIFF*, void* of, const char*, const char* format, va_list values) {
  auto& self = *static_cast<TiffInput*>(of);
  char text[512];
  std::vsnprintf(text, sizeof text, format, values);
  if (self.reason_.empty()) self.reason_ = text;
  return 1;
}

}  // namespace lenslet::io
