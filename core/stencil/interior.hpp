// Which part of an image is computed without a look at its edges.
#pragma once

#include "stencil/stages.hpp"

namespace lenslet::stencil {

// Whether a block without checks has room in a part of so many pixels.
bool has_room(const Schedule& schedule, const Problem& problem, Size size);

// The areas of a step that computes a region of the whole image. With staging `aligned` only the blocks that may load
// and store whole vectors are in the interior. The last of them reads its row's end, too. Of an image whose rows begin
// elsewhere none: its blocks all take the border path, those of packed lanes the one of the image's edges.
Areas areas_of(const Stages& stages, const Step& step, const op::Bound& bound, const Rect& region);

// Of an image that an epilogue reads the part that lies beside the results.
DeviceImage image_beside(const Stages& stages, const op::Bound& bound, std::size_t index);

// Where the input's first sample would lie in an output that holds the region alone.
std::int64_t output_offset(const DeviceImage& output, const Area& region);

}  // namespace lenslet::stencil
