// Tells samples above a level from others.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "ops/level_check.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

constexpr char threshold_details[] =
    "A sample is above where it is greater than the level. binary: maximum above, else 0; inverse: the other way "
    "round; truncate: what is above becomes the level; tozero: what is not above becomes 0; tozero-inverse: what is "
    "above. Equals OpenCV's threshold: for integers the level is rounded down, and the maximum to the nearest "
    "integer. A level or a maximum that no integer of the type has is refused, but for the maximum 255, "
    "which is 127 for i8. An alpha channel is "
    "kept.";

constexpr double usual_maximum = 255;  // also where a type has less

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
                          .initial = usual_maximum},
                         {.name = "kind",
                          .summary = "What becomes of samples.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("binary"),
                          .choices = {"binary", "inverse", "truncate", "tozero", "tozero-inverse"}}},
          .outputs = {"out"},
          .inputs = point::images({"image"}, point::all_types()),
          .synonyms = {"thresh", "im2bw"}};
}

// What becomes of samples of a type: a function of threshold.cl with its numbers, and the same in numbers that hold all
// samples exactly.
struct Cutting {
  std::string name;
  std::vector<op::Exact> numbers;
  std::function<op::Exact(op::Exact)> result;
  std::optional<op::Exact> cut = {};  // as point::Function::cut
};

// The type whose numbers kernels get.
SampleType numbers_for(SampleType type) {
  return is_integer(type) || type == SampleType::f64 ? type : SampleType::f32;
}

// Kernels get the least integer above the level, and the level itself for floats.
class Level {
 public:
  Level(double level, SampleType type)
      : whole_(is_integer(type)),
        value_(op::stored(whole_ ? std::floor(level) : level, numbers_for(type))),
        above_(whole_ ? std::max<op::Exact>(std::floor(level) + op::Exact{1}, op::stored(-infinite, type)) : value_),
        none_above_(above_ > op::stored(infinite, type)) {}

  op::Exact value() const { return value_; }
  op::Exact above() const { return none_above_ ? 0 : above_; }
  bool none_above() const { return none_above_; }
  bool is_below(op::Exact sample) const { return !(whole_ ? sample >= above_ : sample > above_); }

 private:
  static constexpr op::Exact infinite = std::numeric_limits<op::Exact>::infinity();
  bool whole_;
  op::Exact value_, above_;
  bool none_above_;
};

Cutting truncated(op::Exact most) {
  return {"threshold_truncate", {most}, [most](op::Exact v) { return v > most ? most : v; }};
}

Cutting cut(const Level& level, op::Exact yes, op::Exact no, bool whole) {
  if (level.none_above()) yes = no;
  return {"threshold_cut",
          {level.above(), yes, no},
          [=](op::Exact v) { return level.is_below(v) ? no : yes; },
          whole ? std::optional(level.above()) : std::nullopt};
}

Cutting cutting_of(const Arguments& args, SampleType type) {
  const std::string& kind = args.text("kind");
  check_level("threshold", "level", args.real("level"), type);
  const bool makes_maximum = kind == "binary" || kind == "inverse";
  if (makes_maximum && args.real("maximum") != usual_maximum)
    check_level("threshold", "maximum", args.real("maximum"), type);
  const Level level(args.real("level"), type);
  const bool whole = is_integer(type);
  const op::Exact maximum = op::stored(args.real("maximum"), numbers_for(type));
  if (kind == "binary") return cut(level, maximum, 0, whole);
  if (kind == "inverse") return cut(level, 0, maximum, whole);
  if (kind == "truncate") return truncated(level.value());
  if (kind == "tozero" && level.none_above()) return cut(level, 0, 0, whole);
  if (kind == "tozero")
    return {"threshold_above", {level.above()}, [=](op::Exact v) { return level.is_below(v) ? 0 : v; }};
  if (level.none_above()) return truncated(op::stored(std::numeric_limits<op::Exact>::infinity(), type));
  return {"threshold_below", {level.above()}, [=](op::Exact v) { return level.is_below(v) ? v : 0; }};
}

point::Function make_threshold(const Arguments& args, const std::vector<PixelFormat>& formats) {
  const Cutting cutting = cutting_of(args, formats.front().type);
  point::Function function{
      .file = "threshold.cl",
      .name = cutting.name,
      .arithmetic = point::Arithmetic::native,
      .numbers = {cutting.numbers.begin(), cutting.numbers.end()},
      .outputs = {formats.front()},
      .reference = [result = cutting.result](std::span<const double> in, std::span<op::Range> out) {
        out[0] = point::exactly(static_cast<double>(result(in[0])));
      }};
  if (cutting.cut) function.cut = static_cast<double>(*cutting.cut);
  return function;
}

point::AnyFunction make_any_threshold(const Arguments& args, const std::vector<PixelFormat>& formats) {
  const Cutting cutting = cutting_of(args, formats.front().type);
  return {.file = "threshold.cl",
          .name = cutting.name,
          .arithmetic = formats.front().type,
          .outputs = {formats.front()},
          .numbers = cutting.numbers,
          .reference = [result = cutting.result](std::span<const op::Exact> in, std::span<point::ExactRange> out) {
            out[0].low = out[0].high = result(in[0]);
          }};
}

}  // namespace

op::Op threshold() {
  const auto with = [](const char* kind, double level, std::vector<PixelFormat> formats = {}) {
    return point::Sample{{{"kind", std::string(kind)}, {"level", level}, {"maximum", 100.0}}, std::move(formats)};
  };
  return point::PointOp{
      .info = describe_threshold(),
      .make = make_threshold,
      .samples = {with("binary", 99.5), with("truncate", 1000, {{SampleType::u16, 4, true}}),
                  with("tozero", -3, {{SampleType::f32, 3}}), with("inverse", 40), with("tozero-inverse", 30),
                  with("binary", 65535, {{SampleType::u16, 1}}), with("inverse", 12.25), with("tozero-inverse", 5)},
      .any = make_any_threshold,
      .any_samples = {with("binary", 5.5), with("tozero", 127), with("truncate", 40), with("tozero-inverse", 0)}};
}

}  // namespace lenslet::ops
