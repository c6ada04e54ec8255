// Where the numbers of a plot stand, and its title's lines.
#pragma once

#include <string>
#include <vector>

#include <lenslet/plot.hpp>

namespace lenslet::plot {

struct Range {
  double low, high;
};

// Of an axis: all numbers of the series with a margin; steps begin and end at the frame, and stand on 0. Throws
// unsupported where they are too large.
Range x_range(const Plot& plot);
Range y_range(const Plot& plot);

// The number beside a tick of the axis: with so many digits that ticks differ.
std::string tick_text(const Range& range, double value);

// Words filled into lines of so many characters.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

}  // namespace lenslet::plot
