// What encoding takes and refuses, and what its options mean.
#pragma once

#include <vector>

#include <lenslet/jpeg.hpp>

#include "jpeg/frame.hpp"
#include "jpeg/quantization.hpp"

#pragma GCC visibility push(default)
namespace lenslet::codec {

// These throw invalid_argument, or unsupported for pixels that cannot be encoded.
void check(const Jpeg& options);
void check_encodable(const DeviceImage& image, const Jpeg& options);

Frame frame_for(const DeviceImage& image, const Jpeg& options);

// Returns the tables of luminance and of chrominance.
std::vector<QuantTable> quant_tables(const Jpeg& options);

}  // namespace lenslet::codec
#pragma GCC visibility pop
