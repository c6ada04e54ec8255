// The usual candidate of a study: kernels of its own, launched one behind the other, and the proof of what they wrote.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "study/launch.hpp"
#include "study/program.hpp"

namespace lenslet::study {

struct Step {
  ocl::Kernel kernel;
  Launch launch;
};

// What wrong is with a result; empty: nothing.
using Proof = std::function<std::optional<std::string>()>;

// Kernels do not own their buffers: what `proof` captures is what keeps them.
Ready launches(const Experiment& experiment, const std::string& source, std::vector<Step> steps, Proof proof);

template <class... Arguments>
ocl::Kernel with_arguments(ocl::Kernel kernel, const Arguments&... arguments) {
  unsigned index = 0;
  (kernel.set(index++, arguments), ...);
  return kernel;
}

// The first element that is farther from what it should be than `tolerance` times that, or is no number where it
// should be one.
template <class T>
std::optional<std::string> first_difference(const std::vector<T>& got, const std::vector<T>& expected,
                                            double tolerance = 0) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto is = static_cast<double>(got[i]), should = static_cast<double>(expected[i]);
    if (std::isnan(should) ? !std::isnan(is) : !(std::abs(is - should) <= tolerance * std::abs(should)))
      return fmt::format("element {} is {}, not {}", i, is, should);
  }
  return {};
}

// Numbers that look random and are the same everywhere (the finalizer of MurmurHash3, by Appleby).
constexpr std::uint32_t scrambled(std::uint32_t value) {
  value = (value ^ (value >> 16)) * 0x85ebca6bu;
  value = (value ^ (value >> 13)) * 0xc2b2ae35u;
  return value ^ (value >> 16);
}

}  // namespace lenslet::study
