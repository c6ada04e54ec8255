// The table of cl_khr_gl_sharing, for one, two and four channels.
#include "gl/object_formats.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "gl/api.hpp"

namespace lenslet::gl {
namespace {

#define LENSLET_OBJECT_FORMATS(suffix, type, components, samples)                                              \
  {GL_RGBA##suffix, "GL_RGBA" #suffix, {ChannelOrder::rgba, ChannelType::type}, GL_RGBA##components, samples}, \
      {GL_RG##suffix, "GL_RG" #suffix, {ChannelOrder::rg, ChannelType::type}, GL_RG##components, samples}, {   \
    GL_R##suffix, "GL_R" #suffix, {ChannelOrder::r, ChannelType::type}, GL_RED##components, samples            \
  }

constexpr ObjectFormat object_formats[] = {
    LENSLET_OBJECT_FORMATS(8, unorm_int8, , GL_UNSIGNED_BYTE),
    LENSLET_OBJECT_FORMATS(16, unorm_int16, , GL_UNSIGNED_SHORT),
    LENSLET_OBJECT_FORMATS(8I, signed_int8, _INTEGER, GL_BYTE),
    LENSLET_OBJECT_FORMATS(16I, signed_int16, _INTEGER, GL_SHORT),
    LENSLET_OBJECT_FORMATS(32I, signed_int32, _INTEGER, GL_INT),
    LENSLET_OBJECT_FORMATS(8UI, unsigned_int8, _INTEGER, GL_UNSIGNED_BYTE),
    LENSLET_OBJECT_FORMATS(16UI, unsigned_int16, _INTEGER, GL_UNSIGNED_SHORT),
    LENSLET_OBJECT_FORMATS(32UI, unsigned_int32, _INTEGER, GL_UNSIGNED_INT),
    LENSLET_OBJECT_FORMATS(16F, half_float, , GL_HALF_FLOAT),
    LENSLET_OBJECT_FORMATS(32F, float32, , GL_FLOAT),
    // Without a size the driver chooses one; 8 bits everywhere.
    {GL_RGBA, "GL_RGBA", {ChannelOrder::rgba, ChannelType::unorm_int8}, GL_RGBA, GL_UNSIGNED_BYTE},
};

#undef LENSLET_OBJECT_FORMATS

std::string allowed_object_formats() {
  std::string text;
  for (const ObjectFormat& format : object_formats) text += fmt::format("{}{}", text.empty() ? "" : ", ", format.name);
  return text;
}

}  // namespace

const ObjectFormat& object_format_of(std::uint32_t internal) {
  const auto found = std::ranges::find(object_formats, internal, &ObjectFormat::internal);
  if (found != std::end(object_formats)) return *found;
  throw Error(ErrorKind::unsupported,
              fmt::format("texels of the internal format 0x{:04x}; allowed: {}", internal, allowed_object_formats()));
}

}  // namespace lenslet::gl
