// Edges `pad`: the device's copy of an input with its border round it.
#pragma once

#include <optional>
#include <vector>

#include <lenslet/device_image.hpp>

#include "ocl/program.hpp"
#include "ocl/queue.hpp"
#include "stencil/operands.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

using Launches = std::vector<ocl::Event>;

class Computation;

// The copy's memory is kept from launch to launch; it grows where an image needs more. One serves all launches of a
// computation: the queue runs them in order.
struct Padding {
  ocl::Kernel kernel;
  Operands operands;
  std::optional<ocl::Buffer> copy;
};

// Of the copy, for one layer.
std::uint64_t padded_bytes(const Problem& problem, Size size);

// Puts the launch that fills the copy into the queue, with its event behind the others. The result is the input's
// rectangle in the copy: pixels outside it can be read as far as the stencil's window reaches. Needs the computation's
// mutex.
DeviceImage pad(const Computation& computation, const DeviceImage& input, Launches& launches);

}  // namespace lenslet::stencil
