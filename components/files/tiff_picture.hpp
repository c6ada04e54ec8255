// Which of a TIFF file's images is its picture.
#pragma once

#include <cstdint>
#include <filesystem>

#include "files/tiff_input.hpp"

namespace lenslet::io {

struct TiffPicture {
  TiffPlace place;
  bool is_reduced = false;  // the file says that it holds nothing but smaller versions or masks of an image
};

// Throw unsupported for what is no picture to be read: cameras' raw files that tell it by their first bytes alone, and
// by the tag PhotometricInterpretation.
void check_signature(const std::filesystem::path& path);
void check_kind(const std::filesystem::path& path, std::uint16_t photometric);

// Raw samples of a camera wherever the file has them: what stands before them is a preview, whether it says so or not.
// Else the first page, or where that is a thumbnail, the first image that is none. Leaves the file at the picture.
TiffPicture find_picture(TiffInput& file);

}  // namespace lenslet::io
