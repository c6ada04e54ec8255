// A convolution of many integers with a long mask, which two studies compare ways for: `edges` in OpenCL C, `sycl` in
// SYCL, too.
#pragma once

#include <functional>

#include "studies/kernel_row.hpp"

namespace lenslet::study {

using Numbers = std::vector<std::uint32_t>;

struct Signal {
  static constexpr std::size_t group = 256;  // work-items; they divide the length

  Numbers padded, mask;  // the input has zeros round it
  std::size_t count;
  ocl::Buffer in, in_padded, taps;
};

// Adds a chart, and has ways added to it for each length of the mask, whose signal they share.
void add_convolutions(Experiment& experiment,
                      const std::function<void(std::size_t chart, double taps, const Lazy<Signal>& signal)>& add_ways);

// Gives the sums, modulo 2^32.
Numbers convolved(const Signal& signal);

// Makes the rows of a kernel of edges_convolution.cl. With `copied` it reads what another one has padded.
std::vector<KernelRow> convolution_rows(const Experiment& experiment, const Lazy<Signal>& shared,
                                        const std::string& kernel, bool copied);

}  // namespace lenslet::study
