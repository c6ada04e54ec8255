// Compresses a strip or a tile of a TIFF file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <lenslet/pixel.hpp>

struct libdeflate_compressor;

namespace lenslet::io {

using Bytes = std::vector<std::byte>;

// Deflate with differences of neighbours is for integers. It finds nothing in the low bits of floats, and takes seconds
// for it.
inline bool is_deflated(SampleType type) {
  return is_integer(type);
}

// For one thread at a time.
class BlockCoder {
 public:
  BlockCoder();  // throws bad_alloc
  ~BlockCoder();
  BlockCoder(const BlockCoder&) = delete;
  BlockCoder& operator=(const BlockCoder&) = delete;

  // Returns the block, with rows of so many pixels, in the file's form.
  Bytes coded(Bytes block, PixelFormat format, std::int64_t width);

 private:
  libdeflate_compressor* codec_;
  Bytes room_;
};

}  // namespace lenslet::io
