// Refuses values of other sessions before a driver sees their memory. A driver would crash, or take the memory for
// memory of its own context.
#pragma once

#include <string_view>

#include <lenslet/array.hpp>
#include <lenslet/device_image.hpp>
#include <lenslet/session.hpp>

#include "ocl/queue.hpp"

#pragma GCC visibility push(default)
namespace lenslet {

bool share_context(const ocl::Queue& queue, const DeviceImage& image);

// Throw invalid_argument for memory of a session in another context. `what` names the value.
void check_own(const Session& session, const DeviceImage& image, std::string_view what = "the image");
void check_own(const Session& session, const DeviceArray& array, std::string_view what = "the array");

}  // namespace lenslet
#pragma GCC visibility pop
