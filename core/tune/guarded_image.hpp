// Device images with poison all round: a read of it spoils the result, a write to it is found afterwards.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/device_image.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

class GuardedImage {
 public:
  // Rows begin at multiples of every vector, as those of all images that the library allocates, or at odd places.
  enum class Rows { aligned, odd };

  GuardedImage(const ocl::Queue& queue, Size size, PixelFormat format, Rows rows = Rows::aligned,
               std::int64_t layers = 1);

  const DeviceImage& value() const { return *image_; }

  void write(const ImageView& pixels, std::int64_t layer = 0);

  // Read the pixels of the first layer, or of each; `mismatch` says where the poison was overwritten, if it was.
  Image read(std::string* mismatch) const;
  std::vector<Image> read_layers(std::string* mismatch) const;

 private:
  std::size_t row_begin(std::int64_t y) const;  // y counts through all layers
  std::size_t row_bytes() const;

  ocl::Queue queue_;
  std::vector<std::byte> poison_;
  std::optional<DeviceImage> image_;
};

}  // namespace lenslet
