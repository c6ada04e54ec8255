// PLplot reports errors by handlers, and its own colours do not suit pictures for people.
#include "plots/canvas.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

#include <fmt/format.h>
#include <plplot.h>

#include <lenslet/error.hpp>

namespace lenslet::plot {
namespace {

// The SVG driver computes a font's size from a height in mm by this factor.
constexpr double units_of_mm = 1.25 * 72 / 25.4;

constexpr int colours[][3] = {{255, 255, 255}, {34, 34, 34},  {96, 96, 96},  {228, 228, 228}, {38, 99, 168},
                              {209, 73, 43},   {204, 36, 41}, {36, 140, 60}, {43, 90, 210},   {110, 110, 110}};

std::mutex one_at_a_time;
std::string complaint;

[[noreturn]] void fail(const std::string& what) {
  throw Error(ErrorKind::unsupported, fmt::format("the picture cannot be drawn: {}", what));
}

// Keeps PLplot from ending the process, which it does after this call returns.
int on_exit(const char* message) {
  fail(message);
}

void on_abort(const char* message) {
  complaint = message;
}

// Doubles '#', which begins PLplot's own marks.
std::string plain(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '#' ? "##" : std::string(1, c);
  return result;
}

void tick(PLINT axis, PLFLT value, char* label, PLINT length, PLPointer ranges) {
  const Range* range = static_cast<const Range*>(ranges) + (axis == PL_X_AXIS ? 0 : 1);
  const auto end = fmt::format_to_n(label, static_cast<std::size_t>(length) - 1, "{}", tick_text(*range, value));
  *end.out = '\0';
}

}  // namespace

Canvas::Canvas(const Frame& frame, const Range& x, const Range& y)
    : lock_(one_at_a_time), frame_(frame), ranges_{x, y} {
  complaint.clear();
  plsexit(on_exit);
  plsabort(on_abort);
  std::FILE* file = open_memstream(&text_, &size_);
  if (!file) fail("no memory");
  plsfile(file);
  plsdev("svg");
  plsetopt("drvopt", "text_clipping=0");
  plspage(0, 0, canvas_width, canvas_height, 0, 0);
  plscmap0n(static_cast<PLINT>(std::size(colours)));
  for (int i = 0; const auto& [red, green, blue] : colours) plscol0(i++, red, green, blue);
  plinit();
  open_ = true;
  plsfont(PL_FCI_SANS, PL_FCI_UPRIGHT, PL_FCI_MEDIUM);
  pladv(0);
}

Canvas::~Canvas() {
  try {
    close();
  } catch (const Error&) {  // if an exception is on its way, this picture is lost anyway
  }
  std::free(text_);
}

void Canvas::close() {
  if (std::exchange(open_, false)) plend1();
}

void Canvas::on_page() {
  plvpor(0, 1, 0, 1);
  plwind(0, canvas_width, canvas_height, 0);
}

void Canvas::in_frame() {
  plvpor(frame_.left / canvas_width, frame_.right / canvas_width, 1 - frame_.bottom / canvas_height,
         1 - frame_.top / canvas_height);
  plwind(ranges_[0].low, ranges_[0].high, ranges_[1].low, ranges_[1].high);
}

void Canvas::colour(int index, double opacity) {
  const auto& [red, green, blue] = colours[index];
  plscol0a(index, red, green, blue, opacity);
  plcol0(index);
}

void Canvas::write(const CanvasPlace& place, double size, const std::string& text) {
  on_page();
  plschr(size / units_of_mm, 1);
  plptex(place.x, place.y, place.upwards ? 0 : 1, place.upwards ? -1 : 0, place.justify, plain(text).c_str());
}

void Canvas::axes(double size) {
  in_frame();
  plschr(size / units_of_mm, 1);
  plsmaj(1.2, 1);
  plwidth(1);
  colour(Colour::grid);
  plbox("g", 0, 0, "g", 0, 0);
  colour(Colour::axis);
  plslabelfunc(tick, ranges_);
  plbox("binot", 0, 0, "binotv", 0, 0);
  plslabelfunc(nullptr, nullptr);
}

void Canvas::line(std::span<const double> x, std::span<const double> y, double width) {
  in_frame();
  plwidth(width);
  plline(static_cast<PLINT>(x.size()), x.data(), y.data());
}

void Canvas::area(std::span<const double> x, std::span<const double> y) {
  in_frame();
  plwidth(0);
  plfill(static_cast<PLINT>(x.size()), x.data(), y.data());
}

void Canvas::dot(double x, double y, double radius) {
  constexpr int corners = 12;
  const double width = (ranges_[0].high - ranges_[0].low) / (frame_.right - frame_.left) * radius;
  const double height = (ranges_[1].high - ranges_[1].low) / (frame_.bottom - frame_.top) * radius;
  double xs[corners], ys[corners];
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    xs[i] = x + width * std::cos(angle);
    ys[i] = y + height * std::sin(angle);
  }
  area(xs, ys);
}

std::string Canvas::finish() {
  close();
  if (!complaint.empty()) fail(complaint);
  return {text_, size_};
}

}  // namespace lenslet::plot
