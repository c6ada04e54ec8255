// The way from an octave to the next.
#pragma once

#include <string>

#include <lenslet/session.hpp>

namespace lenslet::pyramid {

// The image at half the width and height, rounded down; both are at least 2. Waits for the device.
DeviceImage half_sampled(const Session& session, const DeviceImage& image);

// An embedded file behind what it needs to know of a pixel.
std::string source_of(const char* file, PixelFormat format, Storage storage);

}  // namespace lenslet::pyramid
