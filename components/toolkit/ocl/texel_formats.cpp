// Tables in the order of the enumerations.
#include "toolkit/ocl/texel_formats.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "ocl/cl.hpp"

namespace lenslet::ocl {
namespace {

// Orders and types that came with OpenCL 2.0 and with extensions. A header of 1.2 may lack their names.
constexpr cl_channel_order order_depth = 0x10BD, order_depth_stencil = 0x10BE, order_srgb = 0x10BF,
                           order_srgbx = 0x10C0, order_srgba = 0x10C1, order_sbgra = 0x10C2, order_abgr = 0x10C3;
constexpr cl_channel_type type_unorm_int24 = 0x10DF, type_unorm_int_101010_2 = 0x10E0;

constexpr cl_channel_order channel_orders[] = {CL_R,       CL_A,        CL_RG,       CL_RA,        CL_RGB,
                                               CL_RGBA,    CL_BGRA,     CL_ARGB,     CL_INTENSITY, CL_LUMINANCE,
                                               CL_Rx,      CL_RGx,      CL_RGBx,     order_depth,  order_depth_stencil,
                                               order_srgb, order_srgbx, order_srgba, order_sbgra,  order_abgr};
constexpr int channels_of_order[] = {1, 1, 2, 2, 3, 4, 4, 4, 1, 1, 2, 3, 4, 1, 2, 3, 4, 4, 4, 4};

constexpr cl_channel_type channel_types[] = {
    CL_SNORM_INT8,       CL_SNORM_INT16, CL_UNORM_INT8,   CL_UNORM_INT16,   CL_UNORM_SHORT_565,     CL_UNORM_SHORT_555,
    CL_UNORM_INT_101010, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32,  CL_UNSIGNED_INT8,       CL_UNSIGNED_INT16,
    CL_UNSIGNED_INT32,   CL_HALF_FLOAT,  CL_FLOAT,        type_unorm_int24, type_unorm_int_101010_2};
constexpr std::size_t channel_bytes[] = {1, 2, 1, 2, 0, 0, 0, 1, 2, 4, 1, 2, 4, 2, 4, 4, 0};

static_assert(std::size(channel_orders) == std::size(channels_of_order) &&
              std::size(channel_types) == std::size(channel_bytes));

// The bytes of a texel whose channels share a word; the number of channels does not matter.
std::size_t packed_bytes(ChannelType type) {
  return type == ChannelType::unorm_short_565 || type == ChannelType::unorm_short_555 ? 2 : 4;
}

}  // namespace

std::uint32_t object_type_of(ImageKind kind) {
  constexpr std::array<std::uint32_t, 6> all = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                                CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                                CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
  return all[static_cast<std::size_t>(kind)];
}

void set_format(const TexelFormat& format, cl_image_format& to) {
  to = {channel_orders[static_cast<std::size_t>(format.order)], channel_types[static_cast<std::size_t>(format.type)]};
}

std::optional<TexelFormat> format_of(const cl_image_format& format) {
  const auto order = std::ranges::find(channel_orders, format.image_channel_order);
  const auto type = std::ranges::find(channel_types, format.image_channel_data_type);
  if (order == std::end(channel_orders) || type == std::end(channel_types)) return {};
  return TexelFormat{static_cast<ChannelOrder>(order - std::begin(channel_orders)),
                     static_cast<ChannelType>(type - std::begin(channel_types))};
}

std::size_t bytes_of(const TexelFormat& format) {
  const std::size_t each = channel_bytes[static_cast<std::size_t>(format.type)];
  if (each == 0) return packed_bytes(format.type);
  return each * static_cast<std::size_t>(channels_of_order[static_cast<std::size_t>(format.order)]);
}

}  // namespace lenslet::ocl
