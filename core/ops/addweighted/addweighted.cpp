// A weighted sum of two images.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

Parameter real(const char* name, const char* summary, double initial) {
  return {.name = name, .summary = summary, .kind = ParameterKind::real, .initial = initial};
}

OpInfo describe_addweighted() {
  return {.name = "addweighted",
          .summary = "The sum of two images, each with a factor.",
          .details =
              "out = alpha a + beta b + gamma, rounded to nearest even and saturated; of 32 and 64 bits but f32 it is "
              "computed in "
              "f64. Both have one size and format. Equals OpenCV's addWeighted. Of alpha channels the first is kept.",
          .parameters = {real("alpha", "Factor of the first image.", 0.5), real("beta", "Factor of the second.", 0.5),
                         real("gamma", "Is added.", 0.0)},
          .outputs = {"out"},
          .inputs = point::images({"a", "b"}, point::all_types()),
          .synonyms = {"imlincomb", "weightedsum"}};
}

// Returns the numbers times 2^bits and `bits`, if these products are whole and 16 bits hold all sums of bytes. Floats
// round no such sum either, so the results are the same.
std::optional<std::vector<double>> whole_numbers(double a, double b, double more) {
  constexpr double most = 32767;
  constexpr int max_bits = 6;
  for (int bits = 0; bits <= max_bits; ++bits) {
    const std::vector<double> all{std::ldexp(a, bits), std::ldexp(b, bits), std::ldexp(more, bits)};
    const auto is_whole = [](double number) { return number == std::nearbyint(number); };
    if (!std::ranges::all_of(all, is_whole)) continue;
    if (255 * (std::abs(all[0]) + std::abs(all[1])) + std::abs(all[2]) + std::ldexp(1, bits) > most) return {};
    return bits == 0 ? all : std::vector{all[0], all[1], all[2], static_cast<double>(bits)};
  }
  return {};
}

point::Function make_addweighted(const Arguments& args, const std::vector<PixelFormat>& formats) {
  constexpr int roundings = 5;
  point::check_alike("addweighted", formats);
  const double a = static_cast<float>(args.real("alpha")), b = static_cast<float>(args.real("beta")),
               more = static_cast<float>(args.real("gamma"));
  const bool bytes = formats.front().type == SampleType::u8;
  const auto whole = bytes ? whole_numbers(a, b, more) : std::nullopt;
  return {.file = "addweighted.cl",
          .name = whole && whole->size() > 3 ? "weighted_parts" : "weighted_sum",
          .arithmetic = whole ? point::Arithmetic::native : point::Arithmetic::f32,
          .numbers = whole ? *whole : std::vector{a, b, more},
          .outputs = {formats.front()},
          .reference = [=](std::span<const double> in, std::span<op::Range> out) {
            const double magnitude = std::abs(in[0] * a) + std::abs(in[1] * b) + std::abs(more);
            out[0] = point::within(in[0] * a + in[1] * b + more, magnitude, roundings);
          }};
}

point::AnyFunction make_any_addweighted(const Arguments& args, const std::vector<PixelFormat>& formats) {
  constexpr int roundings = 7;
  point::check_alike("addweighted", formats);
  const SampleType numbers = point::floats_for(formats.front().type);
  const auto number = [&](const char* name) { return op::stored(args.real(name), numbers); };
  const op::Exact a = number("alpha"), b = number("beta"), more = number("gamma");
  return {.file = "addweighted.cl",
          .name = "weighted_sum",
          .arithmetic = numbers,
          .outputs = {formats.front()},
          .numbers = {a, b, more},
          .reference = [=](std::span<const op::Exact> in, std::span<point::ExactRange> out) {
            const op::Exact magnitude = std::abs(in[0] * a) + std::abs(in[1] * b) + std::abs(more);
            out[0] = point::near(in[0] * a + in[1] * b + more, magnitude, roundings, numbers);
          }};
}

}  // namespace

op::Op addweighted() {
  const auto with = [](double alpha, double beta, double gamma) {
    return point::Sample{{{"alpha", alpha}, {"beta", beta}, {"gamma", gamma}}};
  };
  return point::PointOp{.info = describe_addweighted(),
                        .make = make_addweighted,
                        .samples = {with(1.6, -0.7, 3.5), with(2, -1, 3), with(2.5, -1.5, 0.25)},
                        .any = make_any_addweighted};
}

}  // namespace lenslet::ops
