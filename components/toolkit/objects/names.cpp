// Words for objects and commands.
#include <array>
#include <string>

#include <fmt/format.h>

#include <lenslet/event_info.hpp>
#include <lenslet/image_object.hpp>
#include <lenslet/memory_info.hpp>

namespace lenslet {
namespace {

// Each table has the order of its enumeration.
constexpr std::array<std::string_view, 7> memory_names = {"buffer",  "image1d",       "image1d_buffer", "image1d_array",
                                                          "image2d", "image2d_array", "image3d"};
constexpr std::array<std::string_view, 20> order_names = {
    "r",  "a",   "rg",   "ra",    "rgb",           "rgba", "bgra",  "argb",  "intensity", "luminance",
    "rx", "rgx", "rgbx", "depth", "depth_stencil", "srgb", "srgbx", "srgba", "sbgra",     "abgr"};
constexpr std::array<std::string_view, 17> channel_names = {
    "snorm_int8",       "snorm_int16", "unorm_int8",   "unorm_int16",  "unorm_short_565",   "unorm_short_555",
    "unorm_int_101010", "signed_int8", "signed_int16", "signed_int32", "unsigned_int8",     "unsigned_int16",
    "unsigned_int32",   "half_float",  "float32",      "unorm_int24",  "unorm_int_101010_2"};
constexpr std::array<std::string_view, 26> command_names = {"ndrange_kernel",
                                                            "task",
                                                            "native_kernel",
                                                            "read_buffer",
                                                            "write_buffer",
                                                            "copy_buffer",
                                                            "read_buffer_rect",
                                                            "write_buffer_rect",
                                                            "copy_buffer_rect",
                                                            "fill_buffer",
                                                            "map_buffer",
                                                            "read_image",
                                                            "write_image",
                                                            "copy_image",
                                                            "copy_image_to_buffer",
                                                            "copy_buffer_to_image",
                                                            "fill_image",
                                                            "map_image",
                                                            "unmap_mem_object",
                                                            "marker",
                                                            "barrier",
                                                            "user",
                                                            "migrate_mem_objects",
                                                            "acquire_gl_objects",
                                                            "release_gl_objects",
                                                            "other"};
constexpr std::array<std::string_view, 5> state_names = {"queued", "submitted", "running", "complete", "failed"};
constexpr std::array<std::string_view, 4> place_names = {"none", "in place", "pinned", "copied"};

template <class Names, class Value>
std::string_view name_among(const Names& names, Value value) {
  return names[static_cast<std::size_t>(value)];
}

}  // namespace

std::string_view name_of(ImageKind kind) {
  return memory_names[static_cast<std::size_t>(kind) + 1];
}

std::string_view name_of(MemoryKind kind) {
  return name_among(memory_names, kind);
}

std::string_view name_of(HostPlace place) {
  return name_among(place_names, place);
}

std::string_view name_of(ChannelOrder order) {
  return name_among(order_names, order);
}

std::string_view name_of(ChannelType type) {
  return name_among(channel_names, type);
}

std::string_view name_of(CommandType type) {
  return name_among(command_names, type);
}

std::string_view name_of(CommandState state) {
  return name_among(state_names, state);
}

std::string to_string(const TexelFormat& format) {
  return fmt::format("{} {}", name_of(format.order), name_of(format.type));
}

std::string to_string(const ImageDescription& d) {
  std::string sides = fmt::format("{}", d.width);
  const bool flat = d.kind == ImageKind::image1d || d.kind == ImageKind::image1d_buffer;
  if (!flat && d.kind != ImageKind::image1d_array) sides += fmt::format(" x {}", d.height);
  if (d.kind == ImageKind::image3d) sides += fmt::format(" x {}", d.depth);
  if (d.kind == ImageKind::image1d_array || d.kind == ImageKind::image2d_array)
    sides += fmt::format(", {} layers", d.layers);
  return fmt::format("{} of {}, {}", name_of(d.kind), sides, to_string(d.format));
}

}  // namespace lenslet
