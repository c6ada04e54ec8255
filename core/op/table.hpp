// Look-up tables as kernels of several families read them.
#pragma once

#include <functional>

#include <lenslet/pixel.hpp>

#include "ocl/queue.hpp"

namespace lenslet::op {

// It has an entry for each value of an integer type: the curve's, as the type stores it.
struct Table {
  PixelType type;
  std::function<double(double)> curve;
};

ocl::Buffer upload(const ocl::Queue& queue, const Table& table);

}  // namespace lenslet::op
