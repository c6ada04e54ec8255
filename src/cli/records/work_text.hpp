// Works and devices are put into words here.
#pragma once

#include <lenslet/device.hpp>
#include <lenslet/work.hpp>

#include <string>

namespace lenslet::cli {

std::string describe(const Call& call);     // "gaussian ksize=5", "reduce.sum"; a long text is cut short
std::string type_text(const Work& work);    // "u8 x 3", "f32, f32"
std::string size_text(const Work& work);    // "640x480", "1000"
std::string border_text(const Work& work);  // "-" for arrays
std::string inputs_text(const Work& work);  // "640 x 480, u8 x 3, border wrap", "f32 [100]"

std::string device_text(const DeviceInfo& device);  // "name (platform, driver 3.1)"

// Puts a size of the store into words.
std::string stored_size_text(const std::string& op, Size size);

}  // namespace lenslet::cli
