// What encoding takes and refuses, and what its options mean.
#pragma once

#include <vector>

#include <lenslet/jpeg.hpp>

#include "jpeg/frame.hpp"
#include "jpeg/quantization.hpp"

namespace lenslet::codec {

// Throw invalid_argument, or unsupported for pixels that are not encoded.
void check(const Jpeg& options);
void check_encodable(const DeviceImage& image, const Jpeg& options);

Frame frame_for(const DeviceImage& image, const Jpeg& options);

// The tables of luminance and of chrominance.
std::vector<QuantTable> quant_tables(const Jpeg& options);

}  // namespace lenslet::codec
