// libjpeg-turbo's encoder, and pictures for it and for ours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lenslet/jpeg.hpp>

namespace lenslet {

inline constexpr const char* all_samplings[] = {"4:4:4", "4:2:2", "4:2:0", "4:4:0", "4:1:1"};

std::string text_of(const Jpeg& options, Size size, int channels);

// The file that libjpeg-turbo writes for u8 with one or three channels, by its accurate integer method. It heeds all
// options but the EXIF data.
std::vector<std::byte> oracle_file(const ImageView& image, const Jpeg& options);

// Where two files differ first, in words.
std::string file_difference(std::span<const std::byte> file, std::span<const std::byte> wanted);

enum class Picture : std::uint8_t { smooth, noise, extremes };

// Makes the same picture for the same seed.
Image make_picture(Size size, int channels, Picture kind, std::uint32_t seed);

}  // namespace lenslet
