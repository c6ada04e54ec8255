// A small image object of each kind.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include <lenslet/image_object.hpp>
#include <lenslet/session.hpp>

namespace lenslet {

inline constexpr TexelFormat one_float{ChannelOrder::r, ChannelType::float32};
inline constexpr TexelFormat four_bytes{ChannelOrder::rgba, ChannelType::unsigned_int8};

inline ImageDescription small(ImageKind kind, TexelFormat format = one_float) {
  ImageDescription d{kind, format, 5};
  if (kind == ImageKind::image2d || kind == ImageKind::image2d_array || kind == ImageKind::image3d) d.height = 3;
  if (kind == ImageKind::image3d) d.depth = 2;
  if (kind == ImageKind::image1d_array || kind == ImageKind::image2d_array) d.layers = 2;
  return d;
}

inline std::size_t texels_of(const ImageDescription& description) {
  const auto [x, y, z] = whole_of(description).size;
  return x * y * z;
}

// Makes it. For an image1d_buffer it also makes the array, for texels of so many bytes.
inline ImageObject made(const Session& session, const ImageDescription& description, std::size_t texel_bytes = 4) {
  if (description.kind != ImageKind::image1d_buffer) return ImageObject(session, description);
  const auto bytes = static_cast<std::int64_t>(description.width * texel_bytes);
  return ImageObject(session, session.allocate(ArrayType{SampleType::u8, {bytes}}), description.format);
}

inline std::vector<float> numbers_from_one(std::size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 1.0f);
  return values;
}

}  // namespace lenslet
