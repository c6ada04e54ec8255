// The images of a launch, and what its kernels compute of them: all of a region, and without a look at the image's
// edges the part of it where no window leaves the image.
#pragma once

#include <vector>

#include "stencil/computation.hpp"
#include "stencil/parts.hpp"

namespace lenslet::stencil {

// The images of one launch; a place is what a Part says of it.
struct Images {
  const DeviceImage& input;
  const std::vector<DeviceImage>& outputs;
  const std::vector<DeviceImage>& intermediates;

  bool is_output(int place) const { return static_cast<std::size_t>(place) < outputs.size(); }
  const DeviceImage& at(int place) const {
    if (place == Part::plans_input) return input;
    const auto index = static_cast<std::size_t>(place);
    return is_output(place) ? outputs[index] : intermediates[index - outputs.size()];
  }
};

// Kernels take what the input's memory holds for the image. They make borders at its edges, too, where it is only a
// part, and use none of what they make there: windows of the region reach no further than what is held.
struct Areas {
  Area region;
  Area interior;  // for edges that are left to the frame an empty one at the region's end, where no block has room
};

// Whether a block without checks has room in a part of so many pixels.
bool has_room(const Computation& computation, Size size);

// The areas of a step that computes a region of the whole image. With staging `aligned` only the blocks that may load
// and store whole vectors are in the interior. The last of them reads its row's end, too. Of an image whose rows begin
// elsewhere none: its blocks all take the border path.
Areas areas_of(const Computation& computation, const Step& step, const Images& images, const Rect& region);

// Where the input's first sample would lie in an output that holds the region alone.
std::int64_t output_offset(const DeviceImage& output, const Area& region);

}  // namespace lenslet::stencil
