// The look of plots: light, with a title, names in their colours, and a quiet grid.
#include "plots/draw.hpp"

#include "plots/canvas.hpp"

namespace lenslet::plot {
namespace {

constexpr double title_size = 19, text_size = 15, tick_size = 13;  // in the canvas's units
constexpr std::size_t title_width = 84;                            // characters
constexpr double left = 104, right = canvas_width - 28, bottom = canvas_height - 68;
constexpr double first_line = 34, line_height = 26, letter_width = 0.56;  // a share of the letters' size, in names

int ink_of(const PlotSeries& series) {
  return Colour::first_ink + static_cast<int>(series.ink);
}

void draw_points(Canvas& canvas, const PlotSeries& series) {
  const double radius = series.x.size() > 300 ? 2 : 3.5;
  canvas.colour(ink_of(series), series.x.size() > 300 ? 0.5 : 0.8);
  for (std::size_t i = 0; i < series.x.size(); ++i) canvas.dot(series.x[i], series.y[i], radius);
}

void draw_line(Canvas& canvas, const PlotSeries& series) {
  canvas.colour(ink_of(series));
  canvas.line(series.x, series.y, 2);
}

// Draws steps from 0 and back to 0, and fills the area below lightly.
void draw_steps(Canvas& canvas, const PlotSeries& series) {
  std::vector<double> x{series.x.front()}, y{0};
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    x.insert(x.end(), {series.x[i], series.x[i + 1]});
    y.insert(y.end(), {series.y[i], series.y[i]});
  }
  x.push_back(series.x.back());
  y.push_back(0);
  canvas.colour(ink_of(series), 0.15);
  canvas.area(x, y);
  canvas.colour(ink_of(series));
  canvas.line(x, y, 1);
}

// Draws names from right to left, in the line of the subtitle.
void draw_names(Canvas& canvas, const Plot& plot, double y) {
  double x = right;
  for (auto each = plot.series.rbegin(); each != plot.series.rend(); ++each) {
    const PlotSeries& series = *each;
    canvas.colour(ink_of(series));
    canvas.write({x, y, 1}, text_size, series.name);
    x -= (static_cast<double>(series.name.size()) + 2) * letter_width * text_size;
  }
}

}  // namespace

std::string draw(const Plot& plot) {
  const std::vector<std::string> title = wrapped(plot.title, title_width);
  const double below = first_line + static_cast<double>(title.size()) * line_height;
  Canvas canvas({left, right, below + line_height * 0.8, bottom}, x_range(plot), y_range(plot));
  canvas.axes(tick_size);
  for (const PlotSeries& series : plot.series) {
    if (series.mark == Mark::points) draw_points(canvas, series);
    if (series.mark == Mark::line) draw_line(canvas, series);
    if (series.mark == Mark::steps) draw_steps(canvas, series);
  }
  canvas.colour(Colour::text);
  for (double y = first_line; const std::string& line : title) {
    canvas.write({left, y}, title_size, line);
    y += line_height;
  }
  canvas.write({left, below}, text_size, plot.subtitle);
  canvas.write({(left + right) / 2, canvas_height - 20.0, 0.5}, text_size, plot.x_label);
  canvas.write({24, (below + bottom) / 2, 0.5, true}, text_size, plot.y_label);
  if (plot.series.size() > 1) draw_names(canvas, plot, below);
  return canvas.finish();
}

}  // namespace lenslet::plot
