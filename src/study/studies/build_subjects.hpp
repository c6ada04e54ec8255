// The programs that the study `build` compiles: a small one and a large one. Each has a number in its code, so that a
// new number makes a program that no cache has seen; it changes the result, and so the proof sees that the right
// program ran.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "op/problem.hpp"
#include "study/experiment.hpp"

namespace lenslet::study {

class BuildSubject {
 public:
  using Launch = std::function<double()>;  // launches, waits for the end, says how many ms the kernels took

  virtual ~BuildSubject() = default;

  // Compiles by `build` the program with this number, below largest_stamp, and makes its kernels ready.
  virtual Launch make(const op::Build& build, std::uint32_t stamp) = 0;

  virtual void clear() = 0;  // the result

  // Of the last launch of a program with this number.
  virtual std::optional<std::string> fault(std::uint32_t stamp) const = 0;
};

inline constexpr std::uint32_t largest_stamp = 1u << 20;  // f32 holds every result exactly

// out = a x + y, of `count` elements.
std::unique_ptr<BuildSubject> make_saxpy(const Experiment& experiment, std::size_t count);

// A correlation with 9 x 9 taps, compiled in and unrolled, as lenslet composes it.
std::unique_ptr<BuildSubject> make_filter(const Experiment& experiment, Size size);

}  // namespace lenslet::study
