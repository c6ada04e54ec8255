// libjpeg-turbo's encoder, and pictures for it and for ours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lenslet/jpeg.hpp>

namespace lenslet {

// The file that libjpeg-turbo writes of u8 with one or three channels, by its accurate integer method. It heeds all
// options but the EXIF data.
std::vector<std::byte> oracle_file(const ImageView& image, const Jpeg& options);

enum class Picture : std::uint8_t { smooth, noise, extremes };

// The same picture for the same seed.
Image make_picture(Size size, int channels, Picture kind, std::uint32_t seed);

}  // namespace lenslet
