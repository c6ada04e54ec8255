// Finds where the numbers of a plot stand, and the lines of its title.
#pragma once

#include <string>
#include <vector>

#include <lenslet/plot.hpp>

namespace lenslet::plot {

struct Range {
  double low, high;
};

// Return what an axis shows: all numbers of the series with a margin; steps begin and end at the frame, and stand on 0.
// Throw unsupported where the numbers are too large.
Range x_range(const Plot& plot);
Range y_range(const Plot& plot);

// Writes the number beside a tick of the axis, with so many digits that ticks differ.
std::string tick_text(const Range& range, double value);

// Fills words into lines of so many characters.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

}  // namespace lenslet::plot
