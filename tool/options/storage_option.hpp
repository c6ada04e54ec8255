// The storages, by their names.
#pragma once

#include <string>

#include <lenslet/schedule.hpp>

namespace lenslet::cli {

inline constexpr Storage storages[] = {Storage::buffer, Storage::image_buffer, Storage::image, Storage::image_array};

// Throws, with what is allowed, if the text names none. `what` is how it was given, such as "--storage".
Storage parse_storage_option(const std::string& what, const std::string& text);

}  // namespace lenslet::cli
