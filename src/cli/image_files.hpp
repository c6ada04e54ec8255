// Files of images, as values. A tool that is built without image files refuses all of them.
#pragma once

#include "value_file.hpp"

namespace lenslet::cli {

bool reads_images();  // whether this tool was built with them

ValueFile open_image(const std::string& name, const OpenOptions& options);           // reads the header
ValueFile open_image_as_array(const std::string& name, const OpenOptions& options);  // reads all
HostValue take_image(ValueFile& file, const ImageType& as);
std::uint64_t decoding_bytes(const Source& source, const ImageType& as);

std::vector<std::string> image_suffixes();  // of formats that can be written
bool is_image_suffix(const std::filesystem::path& path);
bool has_type(const std::filesystem::path& path, PixelType type);
std::uint64_t encoding_bytes(const std::filesystem::path& path, const ImageType& type);
void write_image_file(const std::filesystem::path& path, const FileImage& image, const WriteOptions& options);

}  // namespace lenslet::cli
