// TIFF 6.0, and TIFF/EP and DNG for thumbnails, raw samples and pictures below pages.
#include "files/tiff_picture.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "files/bytes.hpp"
#include "files/file_error.hpp"

namespace lenslet::io {
namespace {

constexpr std::uint16_t photometric_linear_raw = 34892;

struct Directory {
  TiffPlace place;
  bool is_picture = false;  // neither reduced nor a mask
  bool is_raw = false;
};

Directory image_at(const TiffInput& file, const TiffPlace& place) {
  const std::uint16_t photometric = file.short_number(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  return {place, (file.number(TIFFTAG_SUBFILETYPE, 0) & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0,
          photometric == PHOTOMETRIC_CFA || photometric == photometric_linear_raw};
}

// Cameras' files have few images. libtiff walks over all pages for each image below one.
constexpr int max_pages = 1000;
constexpr std::size_t max_below = 32;

// Adds the images below the current page.
void add_below(TiffInput& file, int page, std::vector<Directory>& below) {
  const toff_t own = TIFFCurrentDirOffset(file.get());
  const std::vector<toff_t> offsets = file.below();
  if (offsets.empty() || below.size() >= max_below) return;
  for (std::size_t i = 0; i < offsets.size() && below.size() < max_below; ++i)
    if (file.go_below(offsets[i])) below.push_back(image_at(file, {page, static_cast<int>(i)}));
  if (!file.go_below(own)) file.fail();
}

// Returns the images in the file's order. A page that cannot be read hides those after it.
std::vector<Directory> images_of(TiffInput& file) {
  std::vector<Directory> images, below;
  for (int page = 0; page < max_pages; ++page) {
    if (page > 0 && TIFFReadDirectory(file.get()) != 1) break;
    images.push_back(image_at(file, {page}));
    const auto before = static_cast<std::ptrdiff_t>(below.size());
    add_below(file, page, below);
    images.insert(images.end(), below.begin() + before, below.end());
  }
  return images;
}

std::string_view name_of_kind(std::uint16_t photometric) {
  switch (photometric) {
    case PHOTOMETRIC_CFA:
      return "raw samples of a camera's sensor (CFA)";
    case photometric_linear_raw:
      return "raw samples of a camera (LinearRaw)";
    case PHOTOMETRIC_MASK:
      return "a mask of transparency";
    case PHOTOMETRIC_ICCLAB:
    case PHOTOMETRIC_ITULAB:
      return "CIELAB in another coding than TIFF 6.0's";
    default:
      return {};
  }
}

std::string_view name_of_signature(std::string_view first) {
  using namespace std::string_view_literals;
  if (first.size() < 16) return {};
  if (first.substr(4, 7) == "\x10\0\0\0CR\2"sv) return "raw samples of a camera's sensor (Canon's CR2)";
  const bool is_phase_one = (first.substr(8, 4) == "IIII" && first.substr(13) == "waR") ||
                            (first.substr(8, 4) == "MMMM" && first.substr(12, 3) == "Raw");
  return is_phase_one ? "raw samples of a camera's sensor (Phase One's IIQ)" : "";
}

void refuse_named(const std::filesystem::path& path, std::string_view name) {
  if (name.empty()) return;
  throw file_error(
      "read", path,
      fmt::format("its picture is {}; allowed are grey, RGB, palette, CMYK, YCbCr and CIELAB pictures", name),
      ErrorKind::unsupported);
}

}  // namespace

void check_signature(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  refuse_named(path, name_of_signature(take(file, 16)));
}

void check_kind(const std::filesystem::path& path, std::uint16_t photometric) {
  refuse_named(path, name_of_kind(photometric));
}

TiffPicture find_picture(TiffInput& file) {
  file.go_to({});
  const std::vector<Directory> images = images_of(file);
  auto found = std::ranges::find_if(images, &Directory::is_raw);
  if (found == images.end()) found = std::ranges::find_if(images, &Directory::is_picture);
  const TiffPicture picture = found == images.end() ? TiffPicture{{}, true} : TiffPicture{found->place};
  file.go_to(picture.place);
  return picture;
}

}  // namespace lenslet::io
