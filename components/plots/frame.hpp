// Finds the places of a plot's numbers, and the lines of its title.
#pragma once

#include <string>
#include <vector>

#include <lenslet/plot.hpp>

namespace lenslet::plot {

struct Range {
  double low, high;
};

// Return the range of an axis: all numbers of the series with a margin. Steps begin and end at the frame, and stand on
// 0. Throw unsupported for too large numbers.
Range x_range(const Plot& plot);
Range y_range(const Plot& plot);

// Writes the number beside a tick of the axis, with enough digits that ticks differ.
std::string tick_text(const Range& range, double value);

// Breaks text into lines of so many characters.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

}  // namespace lenslet::plot
