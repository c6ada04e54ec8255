// Values of the C interface: the caller's memory as it lies, and results.
#include <array>
#include <cstring>
#include <iterator>
#include <memory>
#include <variant>

#include <fmt/format.h>

#include "c/error.hpp"
#include "c/types.hpp"
#include "image/copy_pixels.hpp"

namespace lenslet::c {
namespace {

constexpr lenslet_type types[] = {LENSLET_U8,  LENSLET_I8,  LENSLET_U16, LENSLET_I16, LENSLET_U32, LENSLET_I32,
                                  LENSLET_U64, LENSLET_I64, LENSLET_F16, LENSLET_F32, LENSLET_F64};
static_assert(std::size(types) == std::size(sample_types));

PixelFormat format_of(SampleType type, std::int64_t channels) {
  if (channels < 1 || channels > max_channels)
    refuse(fmt::format("an image of {} channels; allowed: 1 to {}", channels, max_channels));
  return {type, static_cast<int>(channels)};
}

ImageView image_view(const void* pixels, SampleType type, const std::int64_t* shape, const std::int64_t* strides) {
  const Size size{shape[1], shape[0]};
  const PixelFormat format = format_of(type, shape[2]);
  if (strides == nullptr) return ImageView(pixels, size, format);
  const auto sample = static_cast<std::int64_t>(size_of(type));
  if (format.channels > 1 && strides[2] != sample)
    refuse(fmt::format("the channels of a pixel lie {} bytes apart; allowed: {}, side by side", strides[2], sample));
  if (strides[0] == 0 || strides[1] == 0) refuse("a stride of an image is 0; allowed: NULL for pixels without gaps");
  return ImageView(pixels, size, format, strides[0], strides[1]);
}

ArrayView array_view(const void* elements, SampleType type, std::size_t sides, const std::int64_t* shape,
                     const std::int64_t* strides) {
  if (sides > LENSLET_MAX_SIDES)
    refuse(fmt::format("an array of {} sides; allowed: at most {}", sides, LENSLET_MAX_SIDES));
  if (sides > 0) checked(shape, "shape");
  std::vector<std::int64_t> steps;
  if (strides != nullptr) steps.assign(strides, strides + sides);
  return ArrayView(elements, {type, std::vector<std::int64_t>(shape, shape + sides)}, std::move(steps));
}

ValueType type_of_view(const HostView& view) {
  if (const auto* image = std::get_if<ImageView>(&view)) return ImageType{image->format(), image->size()};
  return std::get<ArrayView>(view).type();
}

void describe(const ImageType& type, lenslet_value_info& info) {
  info.kind = LENSLET_IMAGE;
  info.type = type_of(type.format.type);
  info.alpha = type.format.alpha ? 1 : 0;
  info.sides = 3;
  info.shape[0] = type.size.height;
  info.shape[1] = type.size.width;
  info.shape[2] = type.format.channels;
}

void describe(const ArrayType& type, lenslet_value_info& info) {
  info.kind = LENSLET_ARRAY;
  info.type = type_of(type.type);
  if (type.shape.size() > LENSLET_MAX_SIDES)
    refuse(fmt::format("a value has {} sides, allowed: at most {}", type.shape.size(), LENSLET_MAX_SIDES));
  info.sides = static_cast<std::int32_t>(type.shape.size());
  std::copy(type.shape.begin(), type.shape.end(), info.shape);
}

void copy(const ImageView& image, std::byte* to) {
  const std::uint64_t pixel = image.format().bytes();
  const auto row = static_cast<std::int64_t>(pixel) * image.width();
  copy_pixels({image.pixel(0, 0), image.stride(), image.pixel_stride()}, {to, row}, image.size(), pixel);
}

// Copies all elements from side `side` on, and returns where the next ones go.
std::byte* copy_from(const ArrayView& array, std::size_t side, const std::byte* from, std::byte* to) {
  const std::vector<std::int64_t>& shape = array.type().shape;
  if (side == shape.size()) {
    const std::size_t bytes = size_of(array.type().type);
    std::memcpy(to, from, bytes);
    return to + bytes;
  }
  for (std::int64_t i = 0; i < shape[side]; ++i) to = copy_from(array, side + 1, from + i * array.strides()[side], to);
  return to;
}

void copy(const ArrayView& array, std::byte* to) {
  if (array.count() == 0) return;
  if (array.is_dense())
    std::memcpy(to, array.data(), array.bytes().size());
  else
    copy_from(array, 0, array.data(), to);
}

void check_bytes(const ValueType& type, std::uint64_t bytes) {
  if (bytes != bytes_of(type))
    refuse(fmt::format("memory of {} bytes for {}; allowed: {} bytes", bytes, to_string(type), bytes_of(type)));
}

const void* data_of(const HostView& view) {
  if (const auto* image = std::get_if<ImageView>(&view)) return image->pixel(0, 0);
  return std::get<ArrayView>(view).data();
}

}  // namespace

SampleType sample_type(lenslet_type type) {
  for (std::size_t i = 0; i < std::size(types); ++i)
    if (types[i] == type) return sample_types[i];
  refuse(fmt::format("{} is no lenslet_type; allowed: LENSLET_U8 ({}) to LENSLET_F64 ({})", type,
                     static_cast<int>(LENSLET_U8), static_cast<int>(LENSLET_F64)));
}

lenslet_type type_of(SampleType type) {
  return types[static_cast<std::size_t>(type)];
}

}  // namespace lenslet::c

using lenslet::c::checked;
using lenslet::c::guarded;

extern "C" {

lenslet_status lenslet_value_image(const void* pixels, lenslet_type type, const int64_t shape[3],
                                   const int64_t* strides, lenslet_value** image) {
  return guarded([&] {
    checked(image, "image") = nullptr;
    if (pixels == nullptr) lenslet::c::refuse_null("pixels");
    *image = new lenslet_value{
        {}, lenslet::c::image_view(pixels, lenslet::c::sample_type(type), &checked(shape, "shape"), strides)};
  });
}

lenslet_status lenslet_value_array(const void* elements, lenslet_type type, size_t sides, const int64_t* shape,
                                   const int64_t* strides, lenslet_value** array) {
  return guarded([&] {
    checked(array, "array") = nullptr;
    if (elements == nullptr) lenslet::c::refuse_null("elements");
    *array =
        new lenslet_value{{}, lenslet::c::array_view(elements, lenslet::c::sample_type(type), sides, shape, strides)};
  });
}

lenslet_status lenslet_value_set_alpha(lenslet_value* image) {
  return guarded([&] {
    lenslet::HostView& view = checked(image, "image").view;
    const auto* known = std::get_if<lenslet::ImageView>(&view);
    if (known == nullptr) lenslet::c::refuse("an array has no opacity; allowed: an image of 2 or 4 channels");
    lenslet::PixelFormat format = known->format();
    format.alpha = true;
    view = lenslet::ImageView(known->pixel(0, 0), known->size(), format, known->stride(), known->pixel_stride());
  });
}

void lenslet_value_free(lenslet_value* value) {
  delete value;
}

lenslet_status lenslet_value_describe(const lenslet_value* value, lenslet_value_info* info) {
  return guarded([&] {
    const lenslet::ValueType type = lenslet::c::type_of_view(checked(value, "value").view);
    checked(info, "info") = {};
    std::visit([&](const auto& known) { lenslet::c::describe(known, *info); }, type);
    info->bytes = lenslet::bytes_of(type);
  });
}

lenslet_status lenslet_value_copy(const lenslet_value* value, void* to, uint64_t bytes) {
  return guarded([&] {
    const lenslet::HostView& view = checked(value, "value").view;
    if (to == nullptr) lenslet::c::refuse_null("to");
    lenslet::c::check_bytes(lenslet::c::type_of_view(view), bytes);
    std::visit([&](const auto& known) { lenslet::c::copy(known, static_cast<std::byte*>(to)); }, view);
  });
}

const void* lenslet_value_data(const lenslet_value* value) {
  return value == nullptr || !value->owned ? nullptr : lenslet::c::data_of(value->view);
}

}  // extern "C"
