// The kind decides how many sides an array has. One more side is its channels.
#include "tool/commands/kernel_image.hpp"

#include <algorithm>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>
#include <lenslet/queue.hpp>

#include "tool/terminal/exit.hpp"

namespace lenslet::cli {
namespace {

ImageKind kind_of(const std::string& declared) {
  const auto fits = [&](ImageKind kind) { return std::string(name_of(kind)) + "_t" == declared; };
  const auto found = std::ranges::find_if(image_kinds, fits);
  if (found == std::end(image_kinds))
    throw Error(ErrorKind::unsupported,
                fmt::format("an argument of the type {}; allowed: images of one sample a texel, "
                            "of 1 to 3 sides, and arrays of these",
                            declared));
  return *found;
}

std::size_t sides_of(ImageKind kind) {
  if (kind == ImageKind::image1d || kind == ImageKind::image1d_buffer) return 1;
  return kind == ImageKind::image2d_array || kind == ImageKind::image3d ? 3 : 2;
}

ChannelType channel_type(const std::string& what, SampleType type, bool normalized) {
  switch (type) {
    case SampleType::u8:
      return normalized ? ChannelType::unorm_int8 : ChannelType::unsigned_int8;
    case SampleType::u16:
      return normalized ? ChannelType::unorm_int16 : ChannelType::unsigned_int16;
    case SampleType::i8:
      return normalized ? ChannelType::snorm_int8 : ChannelType::signed_int8;
    case SampleType::i16:
      return normalized ? ChannelType::snorm_int16 : ChannelType::signed_int16;
    case SampleType::i32:
      return ChannelType::signed_int32;
    case SampleType::u32:
      return ChannelType::unsigned_int32;
    case SampleType::f16:
      return ChannelType::half_float;
    case SampleType::f32:
      return ChannelType::float32;
    default:
      usage_error(fmt::format("{}: texels of {}; allowed: u8, i8, u16, i16, u32, i32, f16, f32", what, name_of(type)));
  }
}

ChannelOrder order_of(const std::string& what, const ArrayType& type, std::size_t sides) {
  const std::size_t given = type.shape.size();
  const std::int64_t channels = given == sides + 1 ? type.shape.back() : 1;
  const bool is_order = channels == 1 || channels == 2 || channels == 4;
  if ((given != sides && given != sides + 1) || !is_order || std::ranges::count(type.shape, 0) > 0)
    usage_error(fmt::format("{}: an array of [{}]; allowed: {} sides of 1 or more, and 1, 2 or 4 channels behind them",
                            what, fmt::join(type.shape, ", "), sides));
  return channels == 1 ? ChannelOrder::r : channels == 2 ? ChannelOrder::rg : ChannelOrder::rgba;
}

ImageDescription description_of(ImageKind kind, const TexelFormat& format, const ArrayType& type, std::size_t sides) {
  const auto side = [&](std::size_t from_last) { return static_cast<std::size_t>(type.shape[sides - 1 - from_last]); };
  ImageDescription image{kind, format, side(0)};
  if (kind == ImageKind::image1d_array) image.layers = side(1);
  if (kind != ImageKind::image1d_array && sides > 1) image.height = side(1);
  if (kind == ImageKind::image2d_array) image.layers = side(2);
  if (kind == ImageKind::image3d) image.depth = side(2);
  return image;
}

}  // namespace

ImageArgument image_argument(const Session& session, const std::string& what, const std::string& declared,
                             const Array& array, bool normalized) {
  const ImageKind kind = kind_of(declared);
  const ArrayType& type = array.type();
  const std::size_t sides = sides_of(kind);
  const TexelFormat format{order_of(what, type, sides), channel_type(what, type.type, normalized)};
  if (kind == ImageKind::image1d_buffer) return {ImageObject(session, session.upload(array), format), type};
  const ImageObject image(session, description_of(kind, format, type, sides));
  Queue(session).write(array.bytes(), image).wait();
  return {image, type};
}

void restore(const Session& session, const ImageArgument& image) {
  if (image.first) Queue(session).write(image.first->bytes(), image.image).wait();
}

// Waits for what the session has launched.
Array download(const Session& session, const ImageArgument& image) {
  Array array(image.type);
  Queue(session).read(image.image, array.bytes()).wait();
  return array;
}

}  // namespace lenslet::cli
