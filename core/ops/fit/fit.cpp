// Fits polynomials through points by least squares.
#include "ops/fit/fit.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/dimensions.hpp"
#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

using op::Types;

constexpr char details[] =
    "The coefficients c[0] + c[1] x + ... + c[degree] x^degree with the least sum of w (y - polynomial)^2, w = 1 where "
    "there are no weights: degree 1 is the line, degree 2 the parabola. As NumPy's polyfit, in the order of "
    "numpy.polynomial.polynomial.polyfit (whose w is the square root of this one). `residual` is that sum, r_squared = "
    "1 - residual / sum of w (y - weighted mean)^2 as scikit-learn's r2_score, 1 where all y are one. x, y and w are "
    "f16, f32 or f64, finite, w >= 0.\n\n"
    "x is mapped to t in [-1, 1]; the sums are those of Chebyshev polynomials of t, in f64 or in pairs of floats, and "
    "the solution is corrected by the residuals that the device finds. `condition` is that of the matrix of sqrt(w) "
    "T(k)(t), in the 2-norm; more than 8192 is an error, as are fewer different x than coefficients. With e = 2^-38 "
    "for f16 and f32, 2^-45 for f64, and E = 16 e, the coefficients of T(k) are within 32 (degree + 1) (condition e "
    "(max |y| + sum of |a|) + condition^2 E rms) of the best ones a, where rms is the root of the mean of the squared "
    "residuals. Powers of x have these errors times the sizes of the powers' coefficients in T(k)(t(x)). Far "
    "from x = 0, at a distance of many ranges of x, their terms c[k] x^k are large and cancel: where the sum of their "
    "sizes is more than 2^33 times the largest |y|, so that f64 has the polynomial to less than a millionth of that, "
    "it is an error: subtract the middle of x. `residual` and r_squared are those of the polynomial before its powers "
    "are rounded to f64.\n\n"
    "Weights under 2^-126 of the largest, and f32 numbers under 2^-126, may count as 0.";

void check_inputs(const Arguments& arguments, const Types& inputs) {
  const ArrayType& x = inputs.front();
  if (x.shape.size() != 1 || is_integer(x.type))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("fit: x is {}; allowed: f16, f32 or f64 with one side", to_string(x)));
  for (std::size_t i = 1; i < inputs.size(); ++i)
    if (inputs[i] != x)
      throw Error(ErrorKind::invalid_argument, fmt::format("fit: x is {}, {} is {}; allowed: the same type and length",
                                                           to_string(x), i == 1 ? "y" : "w", to_string(inputs[i])));
  const int degree = arguments.integer("degree");
  if (x.count() <= degree)
    throw Error(ErrorKind::invalid_argument, fmt::format("fit: degree {} with {} points; allowed: {} points and more",
                                                         degree, x.count(), degree + 1));
}

std::vector<std::string> input_names(const Arguments& arguments) {
  if (arguments.flag("weighted")) return {"x", "y", "w"};
  return {"x", "y"};
}

Types outputs(const Arguments& arguments, const Types& inputs) {
  check_inputs(arguments, inputs);
  const ArrayType one{SampleType::f64, {}};
  return {{SampleType::f64, {arguments.integer("degree") + 1}}, one, one, one};
}

// The most numbers of an item. More would be slow to compile and not fit into registers.
constexpr int max_numbers = 128;

// Gives weights to a table of three columns.
Call implied(Call call, const std::vector<ArrayType>& first) {
  if (first.size() > 2) call.arguments.try_emplace("weighted", true);
  return call;
}

}  // namespace

op::Dimensions fit_space(const op::Instance&, const DeviceInfo&) {
  return {op::words("sums", {"double", "pairs"}), op::words("access", {"stride", "chunk"}),
          op::numbers("group", {1, 64, 128, 256}), op::numbers("groups", {1, 4, 16}), op::numbers("v", {1, 2, 4, 8})};
}

DimensionSchedule fit_initial(const op::Instance& problem, const DeviceInfo& device) {
  const char* sums = device.fp64 ? "double" : "pairs";
  if (device.kind == DeviceKind::cpu)
    return DimensionSchedule({{"sums", sums}, {"access", "chunk"}, {"group", "1"}, {"groups", "4"}, {"v", "4"}});
  const bool few = problem.arguments.integer("degree") <= 2;
  return DimensionSchedule(
      {{"sums", sums}, {"access", "stride"}, {"group", "256"}, {"groups", "4"}, {"v", few ? "2" : "1"}});
}

std::optional<Exclusion> fit_rule(const op::Instance& problem, const DeviceInfo& device,
                                  const DimensionSchedule& schedule) {
  const bool doubles = problem.inputs.front().type == SampleType::f64, pairs = schedule.word("sums") == "pairs";
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  if (pairs && doubles) return Exclusion{"pairs-of-f64", "pairs of floats hold no f64"};
  if (!pairs && !device.fp64) return Exclusion{"device-f64", "the device has no f64"};
  const int lanes = schedule.number("v"), numbers = lanes * (3 * problem.arguments.integer("degree") + 2);
  if (numbers > max_numbers)
    return Exclusion{"registers", fmt::format("an item has {} sums, at most {}", numbers, max_numbers)};
  const auto group = static_cast<std::uint64_t>(schedule.number("group"));
  const std::uint64_t bytes = group * (static_cast<std::uint64_t>(lanes) + 1) * sizeof(double);
  if (bytes > device.local_memory)
    return Exclusion{"local-memory", fmt::format("{} bytes of local memory, {} here", bytes, device.local_memory)};
  return {};
}

std::vector<op::Op> fit() {
  return {{.info = {.name = "fit",
                    .summary = "The polynomial of least squares through points.",
                    .details = details,
                    .parameters = {integer_parameter("degree", "Highest power of the polynomial.", 1, 0, fit_degrees),
                                   flag_parameter("weighted", "A third input has a weight for each point.")},
                    .outputs = array_operands({"coefficients", "residual", "r_squared", "condition"}),
                    .inputs = array_operands({"x", "y", "w"}),
                    .family = "fit",
                    .columns = true,
                    .synonyms = {"polyfit", "leastsquares", "regression"}},
           .inputs = input_names,
           .implied = implied,
           .outputs = outputs,
           .space = fit_space,
           .initial = fit_initial,
           .rule = fit_rule,
           .make = make_fit,
           .mismatch = fit_mismatch,
           .plot = fit_plot,
           .cases = fit_cases,
           .typical = {.elements = std::int64_t{1} << 22, .fills = {array::Fill::small}}}};  // weights are not negative
}

}  // namespace lenslet::ops
