// Uploads and downloads.
#include "image/transfer.hpp"

#include "image/layers.hpp"
#include "image/layout.hpp"

namespace lenslet {
namespace {

// Returns the texels of a rectangle. An image object has a texel for each held sample.
ocl::TexelRect texels_of(const DeviceImage& image, std::int64_t layer) {
  const Rect& part = image.rectangle();
  const std::int64_t channels = image.format().channels;
  return {static_cast<std::uint64_t>((part.x - image.held().x) * channels),
          static_cast<std::uint64_t>(part.y - image.held().y), static_cast<std::uint64_t>(part.width * channels),
          static_cast<std::uint64_t>(part.height), layers_of(image).first + static_cast<std::uint64_t>(layer)};
}

}  // namespace

ocl::Rows rows_of(const DeviceImage& image) {
  const auto sample = static_cast<std::uint64_t>(size_of(image.format().type));
  return {static_cast<std::uint64_t>(image.offset()) * sample, static_cast<std::uint64_t>(image.stride()) * sample};
}

std::uint64_t row_bytes_of(const DeviceImage& image) {
  return static_cast<std::uint64_t>(image.size().width) * image.format().bytes();
}

namespace {

// Whether OpenCL can copy it: rows from top to bottom, of pixels without gaps.
bool is_plain(const ImageView& image) {
  return image.stride() > 0 && image.has_whole_rows();
}

}  // namespace

void write_pixels(const ocl::Queue& queue, const ImageView& from, const DeviceImage& to, std::int64_t layer) {
  if (!is_plain(from)) return write_pixels(queue, packed(from), to, layer);
  const auto stride = static_cast<std::uint64_t>(from.stride());
  if (to.in_buffer())
    queue.write_rows(to.buffer(), rows_of(to.layer(layer)), from.row(0), stride, row_bytes_of(to),
                     static_cast<std::uint64_t>(from.height()));
  else
    queue.write(to.object(), from.row(0), stride, texels_of(to, layer));
}

Image read_pixels(const ocl::Queue& queue, const DeviceImage& from, std::int64_t layer) {
  Image result = Image::undefined(from.size(), from.format());
  read_pixels_into(queue, from, result.data(), result.stride(), layer);
  return result;
}

void read_pixels_into(const ocl::Queue& queue, const DeviceImage& from, const MutableImageView& to,
                      std::int64_t layer) {
  if (is_plain(to)) return read_pixels_into(queue, from, to.row(0), to.stride(), layer);
  const Image pixels = read_pixels(queue, from, layer);
  copy_pixels({pixels.data(), pixels.stride()}, {to.pixel(0, 0), to.stride(), to.pixel_stride()}, to.size(),
              to.format().bytes());
}

void read_pixels_into(const ocl::Queue& queue, const DeviceImage& from, std::byte* to, std::int64_t stride,
                      std::int64_t layer) {
  if (from.in_buffer())
    queue.read_rows(from.buffer(), rows_of(from.layer(layer)), to, static_cast<std::uint64_t>(stride),
                    row_bytes_of(from), static_cast<std::uint64_t>(from.size().height));
  else
    queue.read(from.object(), to, static_cast<std::uint64_t>(stride), texels_of(from, layer));
}

}  // namespace lenslet
