// The images of a launch, and the part of them that blocks compute without a look at the image's edges.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "stencil/computation.hpp"
#include "stencil/parts.hpp"

namespace lenslet::stencil {

using Int4 = std::array<std::int32_t, 4>;

// The images of one launch; a place is what a Part says of it.
struct Images {
  const DeviceImage& input;
  const std::vector<DeviceImage>& outputs;
  const std::vector<DeviceImage>& intermediates;

  const DeviceImage& at(int place) const {
    if (place == Part::plans_input) return input;
    const auto index = static_cast<std::size_t>(place);
    return index < outputs.size() ? outputs[index] : intermediates[index - outputs.size()];
  }
};

// First sample, first row, end sample and end row of the part whose windows lie inside the image, or inside its padded
// copy. Where there is no room in it for one block without checks, the frame is the whole image.
Int4 interior_of(const Computation& computation, const Step& step, Size size);

// The same for a launch: with staging `aligned` only the blocks that may load and store whole vectors. The last of them
// reads its row's end, too. Of an image whose rows begin elsewhere none: its blocks all take the border path.
Int4 interior_of(const Computation& computation, const Step& step, const Images& images);

}  // namespace lenslet::stencil
