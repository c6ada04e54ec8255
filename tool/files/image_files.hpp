// Files of images, as values.
#pragma once

#include "tool/files/value_file.hpp"

namespace lenslet::cli {

ValueFile open_image(const std::string& name, const OpenOptions& options);           // reads only the header
ValueFile open_image_as_array(const std::string& name, const OpenOptions& options);  // reads everything

// A tool without image files has no formats.
std::vector<FileFormat> image_formats();
bool is_image_name(const std::filesystem::path& path);  // by its suffix

// Tells whether a file with this suffix can hold such samples.
bool has_type(const std::filesystem::path& path, SampleType type);

// Tells whether a file with this suffix can hold alpha.
bool has_alpha(const std::filesystem::path& path);

}  // namespace lenslet::cli
