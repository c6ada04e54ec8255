// The source of the study's kernels at build time: <lenslet/sycl_kernels.hpp>, then study_kernels.sycl.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::embedded {
extern const std::string_view sycl_kernels_hpp, study_kernels_sycl;
}

namespace lenslet::sycl {

inline std::string study_source() {
  return std::string(embedded::sycl_kernels_hpp) + std::string(embedded::study_kernels_sycl);
}

}  // namespace lenslet::sycl
