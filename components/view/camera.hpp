// Cameras of Linux (V4L2).
#pragma once

#include <memory>
#include <string>

#include "view/view.hpp"

namespace lenslet::view {

// Tells whether the name is a camera's: "camera", "camera:1", /dev/video1.
bool is_camera(const std::string& name);

// Throws io for a camera that is not there, or gives no pictures.
std::unique_ptr<FrameSource> open_camera(const std::string& name);

}  // namespace lenslet::view
