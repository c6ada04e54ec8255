// The result of an op of arrays as a picture for people: what is to be drawn. The tool's --plot draws it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet {

enum class Mark : std::uint8_t {
  points,  // each x with its y
  line,    // through them
  steps,   // y[i] from x[i] to x[i + 1]: there is one x more
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
  std::string subtitle;  // below it, smaller
  std::string x_label;
  std::string y_label;
  std::vector<PlotSeries> series;
};

// Throws unsupported for an op that has none, see OpInfo.
Plot plot_of(const Call& call, const std::vector<Array>& inputs, const std::vector<Array>& outputs);

// "−1.5·10⁻⁷"
std::string plot_number(double value, int digits);

}  // namespace lenslet
