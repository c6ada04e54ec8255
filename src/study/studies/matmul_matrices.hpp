// The matrices of the study matmul and their product by the host.
//
// The values are whole numbers from 0 to 9, as in the source: all sums are exact in f32, so every element is proved.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "study/experiment.hpp"

namespace lenslet::study::matrix {

struct Matrices {
  std::size_t dim;
  std::vector<float> a, b;
  ocl::Buffer a_device, b_device, c_device;
  std::vector<double> product;
};

std::shared_ptr<const Matrices> make_matrices(const ocl::Queue& queue, std::size_t dim);

std::optional<std::string> fault_in(const std::vector<float>& c, const Matrices& matrices);

// The source's triple loop, dot product after dot product.
Ready host_ready(const std::shared_ptr<const Matrices>& matrices);

}  // namespace lenslet::study::matrix
