// Words for values, works and devices.
#pragma once

#include <lenslet/array.hpp>
#include <lenslet/device.hpp>
#include <lenslet/work.hpp>
#include <string>

#include "tool/records/json.hpp"

namespace lenslet::cli {

// Shows the elements with a label, if there is one, and a line for each row of an array of two sides. Of many elements
// or rows the middle is left out.
std::string array_text(const std::string& label, const Array& array);
Json elements_json(const Array& array);

const ImageType* image_of(const ValueType& type);  // null for an array

std::string describe(const Call& call);                    // "gaussian ksize=5", "reduce.sum"; a long text is cut
std::string type_text(const Work& work);                   // "u8 x 3", "f32, f32"
std::string size_text(const Work& work);                   // "640x480", "1000"
std::string border_text(const Work& work);                 // "-" for arrays
std::string_view accuracy_name(const OpOptions& options);  // "exact", or "by the op" where the call says none
std::string accuracy_text(const Work& work);
std::string inputs_text(const Work& work);  // "640 x 480, u8 x 3, border wrap, accuracy exact", "f32 [100]"

std::string device_text(const DeviceInfo& device);  // "name (platform, driver 3.1)"

// Writes a size of the store in words.
std::string stored_size_text(const std::string& op, Size size);

}  // namespace lenslet::cli
