// Finds the size of the result.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/argument_text.hpp>
#include <lenslet/error.hpp>

#include "ops/parameters.hpp"
#include "ops/resize/resize.hpp"

namespace lenslet::ops {
namespace {

constexpr double seen_change = 0.01;  // the least change of proportions that a user is told

[[noreturn]] void refuse_size(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, "resize: " + what);
}

std::int64_t scaled_side(std::int64_t from, double factor) {
  const double to = std::nearbyint(static_cast<double>(from) * factor);
  if (to < 1 || to > max_side_length)
    refuse_size(
        fmt::format("a side of {} by the scale {} is {:.0f}; allowed: 1 to {:.0f}", from, factor, to, max_side_length));
  return static_cast<std::int64_t>(to);
}

// Returns the other side, with the image's proportions.
std::int64_t side_beside(std::int64_t given, std::int64_t of, std::int64_t other) {
  const double side = static_cast<double>(other) * static_cast<double>(given) / static_cast<double>(of);
  if (side > max_side_length)
    refuse_size(fmt::format("a side of {} beside one of {}; allowed: 1 to {:.0f}", side, given, max_side_length));
  return std::max<std::int64_t>(static_cast<std::int64_t>(std::nearbyint(side)), 1);
}

Size completed(Size size, Size source) {
  if (size.width == 0) size.width = side_beside(size.height, source.height, source.width);
  if (size.height == 0) size.height = side_beside(size.width, source.width, source.height);
  return size;
}

// The largest size of the source's proportions that the box holds, or the smallest that covers it.
Size fitted(Size box, Size source, bool inside) {
  const double by_width = static_cast<double>(box.width) / static_cast<double>(source.width);
  const double by_height = static_cast<double>(box.height) / static_cast<double>(source.height);
  return (by_width < by_height) == inside ? completed({box.width, 0}, source) : completed({0, box.height}, source);
}

void check_one_is_given(const Arguments& arguments) {
  const Size size = arguments.size("size"), fit = arguments.size("fit");
  const double scale = arguments.real("scale");
  std::vector<std::string> given;
  if (size != Size{}) given.push_back("size " + value_text(size));
  if (fit != Size{}) given.push_back("fit " + value_text(fit));
  if (scale != 1) given.push_back(fmt::format("scale {}", scale));
  if (given.empty()) refuse_size("neither a size nor a scale; give one of them: size 640x480, fit 640x480, scale 0.5");
  if (given.size() > 1) refuse_size(fmt::format("{}; allowed: one of them", fmt::join(given, " and ")));
  if (fit == Size{} && arguments.text("how") != "inside")
    refuse_size(fmt::format("how {} says how an image fits, and there is no fit; give one: fit 640x480",
                            arguments.text("how")));
}

}  // namespace

Size size_of_result(const Arguments& arguments, Size source) {
  check_one_is_given(arguments);
  const Size size = arguments.size("size"), fit = arguments.size("fit");
  const std::string& how = arguments.text("how");
  const double scale = arguments.real("scale");
  if (scale != 1) return {scaled_side(source.width, scale), scaled_side(source.height, scale)};
  if (fit == Size{}) return completed(size, source);
  if (how == "shrink" && source.width <= fit.width && source.height <= fit.height) return source;
  return how == "exact" ? fit : fitted(fit, source, how != "outside");
}

// Sides are whole numbers, so the proportions of small images always change.
std::string resize_note(const op::Instance& problem) {
  const Size given = problem.arguments.size("size");
  const Size from = problem.inputs.image(0).size, to = problem.outputs.image(0).size;
  if (given.width == 0 || given.height == 0) return {};
  const double change = static_cast<double>(to.width) / static_cast<double>(from.width) /
                        (static_cast<double>(to.height) / static_cast<double>(from.height));
  const double off = std::max(change, 1 / change) - 1;
  const Size inside = fitted(to, from, true);
  if (off <= seen_change || inside == to) return {};
  return fmt::format(
      "resize: {} x {} becomes {} x {}, which changes its proportions by {:.{}f}%; fit {} keeps them and makes {} x {}",
      from.width, from.height, to.width, to.height, 100 * off, off < 0.1 ? 1 : 0, value_text(given), inside.width,
      inside.height);
}

}  // namespace lenslet::ops
