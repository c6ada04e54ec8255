// A picture of the result of an op of arrays. This says what to draw; the tool's --plot draws it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lenslet/array.hpp>
#include <lenslet/op.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

enum class Mark : std::uint8_t {
  points,  // a mark at each (x, y)
  line,    // a line through the points
  steps,   // y[i] from x[i] to x[i + 1]; x has one number more than y
};

enum class Ink : std::uint8_t { accent, contrast, red, green, blue, grey };

struct PlotSeries {
  std::string name;
  Mark mark = Mark::points;
  Ink ink = Ink::accent;
  std::vector<double> x = {};
  std::vector<double> y = {};
};

struct Plot {
  std::string title;     // may have several lines
  std::string subtitle;  // smaller, below the title
  std::string x_label;
  std::string y_label;
  std::vector<PlotSeries> series;
};

// Returns the picture of a call's inputs and outputs. Throws unsupported for an op that has none (OpInfo::plot).
Plot plot_of(const Call& call, const std::vector<Array>& inputs, const std::vector<Array>& outputs);

// Writes a number with so many significant digits, in mathematical notation: "−1.5·10⁻⁷".
std::string plot_number(double value, int digits);

}  // namespace lenslet
#pragma GCC visibility pop
