// Finds the picture among a TIFF file's images.
#pragma once

#include <cstdint>
#include <filesystem>

#include "files/tiff_input.hpp"

namespace lenslet::io {

struct TiffPicture {
  TiffPlace place;
  bool is_reduced = false;  // the file has only reduced versions or masks of an image
};

// These throw unsupported for files without a readable picture: the first one for cameras' raw files that only their
// first bytes tell, the second one by the tag PhotometricInterpretation.
void check_signature(const std::filesystem::path& path);
void check_kind(const std::filesystem::path& path, std::uint16_t photometric);

// Finds a camera's raw samples wherever the file has them: images before them are previews, whether they say so or not.
// Otherwise it finds the first page, or if that is a thumbnail, the first image that is none. Leaves the file at the
// picture.
TiffPicture find_picture(TiffInput& file);

}  // namespace lenslet::io
