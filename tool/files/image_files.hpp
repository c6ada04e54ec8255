// Files of images, as values.
#pragma once

#include "tool/files/value_file.hpp"

namespace lenslet::cli {

ValueFile open_image(const std::string& name, const OpenOptions& options);           // reads the header
ValueFile open_image_as_array(const std::string& name, const OpenOptions& options);  // reads all

// What a tool without image files has none of.
std::vector<FileFormat> image_formats();
bool is_image_name(const std::filesystem::path& path);  // as its suffix tells

// Tells whether a file with this suffix holds such samples.
bool has_type(const std::filesystem::path& path, PixelType type);

// Tells whether a file with this suffix holds alpha.
bool has_alpha(const std::filesystem::path& path);

}  // namespace lenslet::cli
