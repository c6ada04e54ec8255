// The schedules of ops of images, as the tuner has them.
#pragma once

#include <lenslet/schedule.hpp>

#include "stencil/space.hpp"
#include "tune/space.hpp"

namespace lenslet::tune {

using ImageSpace = SpelledSpace<Schedule>;

ImageSpace image_space(const stencil::Space& space);

}  // namespace lenslet::tune
