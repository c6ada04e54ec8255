// How much memory a pyramid takes at its peak, beside what the program and the driver take for themselves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <lenslet/pyramid.hpp>
#include <lenslet/session.hpp>

namespace lenslet::cli {

// Of an image that is decoded; the suffix of `output` matters.
std::uint64_t pyramid_need(const Session& session, const ImageType& image, const PyramidOptions& options,
                           const std::filesystem::path& output);

}  // namespace lenslet::cli
