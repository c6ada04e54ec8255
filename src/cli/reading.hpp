// Reading the first image while the driver starts.
#pragma once

#include <filesystem>
#include <lenslet/image_file.hpp>
#include <lenslet/session.hpp>
#include <optional>

namespace lenslet::cli {

// Reads an image, and opens the session where it is not open yet. What is wrong with the image is said first.
FileImage read_and_open(const std::filesystem::path& path, std::optional<Session>& session,
                        const SessionOptions& options);

}  // namespace lenslet::cli
