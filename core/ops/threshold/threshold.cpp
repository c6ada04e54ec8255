// Tells samples above a level from others.
#include <algorithm>
#include <cmath>
#include <limits>

#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

constexpr char threshold_details[] =
    "A sample is above where it is greater than the level. binary: maximum above, else 0; inverse: the other way "
    "round; truncate: what is above becomes the level; tozero: what is not above becomes 0; tozero-inverse: what is "
    "above. Equals OpenCV's threshold: for u8 and u16 the level is rounded down, and the maximum to the nearest "
    "integer; both are kept within the type. An alpha channel is kept.";

OpInfo describe_threshold() {
  return {.name = "threshold",
          .summary = "What is above a level told from what is not.",
          .details = threshold_details,
          .parameters = {{.name = "level",
                          .summary = "What samples are compared with, in their units.",
                          .kind = ParameterKind::real,
                          .initial = 127.0},
                         {.name = "maximum",
                          .summary = "What binary and inverse make of samples, in their units.",
                          .kind = ParameterKind::real,
                          .initial = 255.0},
                         {.name = "kind",
                          .summary = "What becomes of samples.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("binary"),
                          .choices = {"binary", "inverse", "truncate", "tozero", "tozero-inverse"}}},
          .outputs = {"out"},
          .inputs = {{"image", Reads::same}},
          .synonyms = {"thresh", "im2bw"}};
}

// The level as samples have it, and the number that kernels get: for integers the least sample above, for floats the
// level.
struct Level {
  double value, above;
};

Level level_of(double level, SampleType type) {
  if (is_integer(type)) return {store_value(std::floor(level), type), std::max(std::floor(level) + 1, 0.0)};
  const auto value = static_cast<float>(level);
  return {value, value};
}

point::Function make_threshold(const Arguments& args, const std::vector<PixelFormat>& formats) {
  const PixelFormat format = formats.front();
  const std::string& kind = args.text("kind");
  const Level level = level_of(args.real("level"), format.type);
  const double most = is_integer(format.type) ? max_value(format.type) : std::numeric_limits<double>::infinity();
  const bool none_above = level.above > most;
  const double maximum = is_integer(format.type) ? store_value(args.real("maximum"), format.type)
                                                 : static_cast<float>(args.real("maximum"));
  point::Function function{.file = "threshold.cl", .arithmetic = point::Arithmetic::native, .outputs = {format}};
  const auto is = [&](const char* name, std::vector<double> numbers, auto result) {
    function.name = name;
    function.numbers = std::move(numbers);
    function.reference = [result](std::span<const double> in, std::span<op::Range> out) {
      out[0] = point::exactly(result(in[0]));
    };
    return function;
  };
  const double above = none_above ? 0 : level.above;
  const auto is_above = [above, integers = is_integer(format.type)](double v) {
    return integers ? v >= above : v > above;
  };
  const auto cut = [&](double yes, double no) {
    if (none_above) yes = no;
    if (is_integer(format.type)) function.cut = above;
    return is("threshold_cut", {above, yes, no}, [=](double v) { return is_above(v) ? yes : no; });
  };
  const auto truncate = [&](double value) {
    return is("threshold_truncate", {value}, [=](double v) { return v > value ? value : v; });
  };
  if (kind == "binary") return cut(maximum, 0);
  if (kind == "inverse") return cut(0, maximum);
  if (kind == "truncate") return truncate(level.value);
  if (kind == "tozero" && none_above) return cut(0, 0);
  if (kind == "tozero") return is("threshold_above", {above}, [=](double v) { return is_above(v) ? v : 0; });
  if (none_above) return truncate(most);
  return is("threshold_below", {above}, [=](double v) { return is_above(v) ? 0 : v; });
}

}  // namespace

op::Op threshold() {
  const auto with = [](const char* kind, double level) {
    return point::Sample{{{"kind", std::string(kind)}, {"level", level}, {"maximum", 200.0}}};
  };
  return point::PointOp{.info = describe_threshold(),
                        .make = make_threshold,
                        .samples = {with("binary", 99.5), with("truncate", 1000), with("tozero", -3),
                                    with("inverse", 40), with("tozero-inverse", 30), with("binary", 65535),
                                    with("inverse", 12.25), with("tozero-inverse", 5)}};
}

}  // namespace lenslet::ops
