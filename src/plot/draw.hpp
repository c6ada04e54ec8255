// Draws a plot through PLplot.
#pragma once

#include <string>

#include <lenslet/plot.hpp>

namespace lenslet::plot {

std::string draw(const Plot& plot);

}  // namespace lenslet::plot
