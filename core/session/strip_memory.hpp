// What memory strips take, on the host and on devices.
#pragma once

#include <cstdint>
#include <vector>

#include "session/strip_layout.hpp"

namespace lenslet {

const DeviceInfo& device_of(const Plan& plan);
std::uint64_t row_bytes(const std::vector<ImageType>& images);  // of images of one size, on the host

// Beside what plans keep between their stages. A strip has its inputs and results on the host and on the device. One
// more input is read, and one more result is in the caller's hands; not where one strip is all, as which no frames
// count. As many strips as all devices take may be kept until those before them are returned.
std::uint64_t bytes_of(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs, const StripLayout& layout,
                       const StripOptions& options, std::size_t frames);

// Threads that copy in each direction of a device with memory of its own: a quarter of the cores, which all devices
// share, at most four; one where other processes or a small budget are in the way. It was tried on two H100 with 32
// cores.
std::size_t usual_copy_threads(std::size_t cores, std::size_t devices, const StripOptions& options);

// As the options say, or else as is usual.
std::size_t copy_threads(const std::vector<Plan>& plans, const StripOptions& options);

// Bytes of the pieces in which devices copy a strip's inputs and results.
std::uint64_t piece_bytes(const StripLayout& layout, const std::vector<ImageType>& inputs);

}  // namespace lenslet
