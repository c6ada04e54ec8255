// Writes a plot as the text of an SVG file.
#pragma once

#include <string>

#include <lenslet/plot.hpp>

namespace lenslet::plot {

bool has_svg();

// Throws unsupported where the tool was built without PLplot.
void require_svg();

// Throws unsupported for numbers too large to be drawn.
std::string svg(const Plot& plot);

}  // namespace lenslet::plot
