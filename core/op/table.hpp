// Look-up tables for kernels of several families.
#pragma once

#include <functional>

#include <lenslet/pixel.hpp>

#include "ocl/queue.hpp"

namespace lenslet::op {

// A table with an entry for each value of an integer type: what the curve gives, rounded to that type.
struct Table {
  SampleType type;
  std::function<double(double)> curve;
};

ocl::Buffer upload(const ocl::Queue& queue, const Table& table);

}  // namespace lenslet::op
