// A convolution of many integers with a long mask. The study `edges` compares ways in OpenCL C for it, `sycl` also ways
// in SYCL.
#pragma once

#include <functional>

#include "studies/kernel_row.hpp"

namespace lenslet::study {

using Numbers = std::vector<std::uint32_t>;

struct Signal {
  static constexpr std::size_t group = 256;  // work-items; the length is a multiple of it

  Numbers padded, mask;  // the input has zeros round it
  std::size_t count;
  ocl::Buffer in, in_padded, taps;
};

// Adds a chart. `add` gets a signal for each length of the mask and adds the ways.
void add_convolutions(Experiment& experiment,
                      const std::function<void(std::size_t chart, double taps, const Lazy<Signal>& signal)>& add_ways);

// Returns the sums, modulo 2^32.
Numbers convolved(const Signal& signal);

// Makes the rows of a listing: convolve-ifs, convolve-padded or convolve-bounded. With `copied` it reads what another
// kernel has padded.
std::vector<KernelRow> convolution_rows(const Experiment& experiment, const Lazy<Signal>& shared,
                                        const std::string& listing, bool copied);

}  // namespace lenslet::study
