// Convolves arrays with a mask: each row of x by itself.
#include "ops/convolve/convolve.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

constexpr double max_taps = 2147483647;

constexpr char details[] =
    "full[k] = sum of mask[j] * x[k - j] over all taps j, for 0 <= k < n + m - 1, with n elements and m taps. Mode "
    "'full' gives all of it, 'same' the n sums from full[centre] on, and 'valid' those whose whole mask lies on x, or "
    "x "
    "under the mask where that is longer: full[min(n, m) - 1] to full[max(n, m) - 1]. With correlate the mask is not "
    "turned: of 'same' out[i] is the sum of mask[j] * x[i + j - m / 2] then. The centre is (m - 1) / 2, or m / 2 of a "
    "correlation, unless given: a tap of the mask as it lies.\n\n"
    "As NumPy's and SciPy's signal.convolve, and with correlate NumPy's correlate of real numbers, in every mode; but "
    "'same' has as many elements as x, as SciPy's has, also where the mask is longer. SciPy's ndimage.convolve1d takes "
    "m / 2 as centre of the turned mask: --centre M/2 is needed for an even number of taps, and the borders have its "
    "names nearest, mirror, reflect and wrap. The border constant is the default, with 0; the others mean what they "
    "mean "
    "for images.\n\n"
    "x has one side, or two: then each row is convolved by itself. Mask and x have one type. Integers keep the low "
    "bits "
    "of their sums, as NumPy's of that type and C's unsigned numbers do. f16 is summed in f32 and gives f32; f64 is "
    "summed in f64. Direct sums have the order of x's elements on every device and in every schedule, so that devices "
    "with equal arithmetic give equal bits. An element of floats errs by at most (m + 2) u / (1 - (m + 2) u) times the "
    "sum of |mask[j] x[k - j]|, u = 2^-24 or for f64 2^-53 (Higham 2002, section 3.1), and by a product of denormals "
    "on "
    "devices that have none. NaN and infinities follow IEEE 754, and the constant 0 has no products, "
    "as NumPy's sums end where x does: an infinite tap makes NaN of a constant 0 in SciPy's ndimage alone. x without "
    "elements has no results.\n\n"
    "Method 'fft' computes by transforms of N elements, a power of four from 256 to 16384, two blocks of x at a time "
    "(overlap-save), and 'auto' may do so with floats from 96 taps on, for f64 from 192. Mask and blocks are scaled by "
    "powers of two, so that no sum overflows where its result does not, and large elements do not spoil other blocks. "
    "An element errs by at most 14 u log2(N) (|mask|_1 + 2 |mask|_2) sqrt(2 N) max |x| then, of the x in its block "
    "(Higham 2002, section 24.1), and a NaN or an infinity makes NaN of all that its block gives, or in the mask of "
    "all "
    "results. 'direct' never does.";

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, "convolve: " + what);
}

void check_inputs(const ArrayType& x, const ArrayType& mask) {
  if (x.shape.empty() || x.shape.size() > 2)
    refuse(
        fmt::format("x is {}; allowed: one side, or two, whose rows are convolved each by itself; of an image "
                    "'filter2d --flip' is the convolution",
                    to_string(x)));
  if (mask.shape.size() != 1 || mask.shape[0] < 1 || static_cast<double>(mask.shape[0]) > max_taps)
    refuse(fmt::format("the mask is {}; allowed: one side of 1 to {:.0f} taps", to_string(mask), max_taps));
  if (mask.type != x.type)
    refuse(fmt::format("the mask is {0} and x {1}; allowed: one type, as --type {1} makes it", name_of(mask.type),
                       name_of(x.type)));
}

// Returns the place of the tap, counted from the turned mask's beginning, that 'same' puts on an element.
std::int64_t centre_of(const Arguments& arguments, std::int64_t taps) {
  const std::optional<int> centre = arguments.integer_or_auto("centre");
  if (!centre) return (taps - 1) / 2;
  if (arguments.text("mode") != "same")
    refuse(fmt::format("centre is {} with mode {}; allowed: auto, or mode same", *centre, arguments.text("mode")));
  if (*centre >= taps) refuse(fmt::format("centre is {}; allowed: auto, 0 to {}", *centre, taps - 1));
  return arguments.flag("correlate") ? taps - 1 - *centre : *centre;
}

std::vector<ArrayType> outputs(const Arguments& arguments, const op::Types& inputs) {
  const Convolved sizes = convolved(arguments, inputs);
  if (arguments.text("method") == "fft" && is_integer(inputs[0].type))
    refuse(fmt::format("method fft of {}; allowed: auto, direct, or floats", name_of(inputs[0].type)));
  ArrayType type{convolved_type(inputs[0].type), inputs[0].shape};
  type.shape.back() = sizes.length;
  check(type);
  return {type};
}

Parameter mode_parameter() {
  return {.name = "mode",
          .summary = "Which sums: as many as x has elements, all that a tap reaches, or those within x.",
          .kind = ParameterKind::choice,
          .initial = std::string("same"),
          .choices = {"same", "full", "valid"}};
}

Parameter method_parameter() {
  return {.name = "method",
          .summary = "Sums, Fourier transforms of blocks, or what is faster.",
          .kind = ParameterKind::choice,
          .initial = std::string("auto"),
          .choices = {"auto", "direct", "fft"}};
}

Parameter centre_parameter() {
  Parameter centre = integer_parameter(
      "centre", "The tap of the mask that mode same puts on an element; auto: the middle.", 0, 0, max_taps);
  centre.initial = auto_number;
  centre.automatic = true;
  return centre;
}

std::vector<ArrayType> typical_signal(const Arguments&, SampleType type, std::int64_t elements) {
  return {{type, {elements}}, {type, {31}}};
}

// Times depend on the number of taps, by powers of four.
std::string speed(const op::Instance& problem) {
  std::int64_t taps = 1;
  while (taps < problem.inputs[1].count()) taps *= 4;
  return fmt::format("taps<={} {}", taps, problem.arguments.text("method"));
}

}  // namespace

Convolved convolved(const Arguments& arguments, const op::Types& inputs) {
  check_inputs(inputs[0], inputs[1]);
  const ArrayType& x = inputs[0];
  const std::int64_t n = x.shape.back(), m = inputs[1].count(), centre = centre_of(arguments, m);
  Convolved sizes{x.shape.size() > 1 ? x.shape[0] : 1, n, m, n, centre - (m - 1), !arguments.flag("correlate")};
  if (n == 0 || arguments.text("mode") == "same") return sizes;
  const bool full = arguments.text("mode") == "full";
  sizes.length = full ? n + m - 1 : std::max(n, m) - std::min(n, m) + 1;
  sizes.start = (full ? 0 : std::min(n, m) - 1) - (m - 1);
  return sizes;
}

bool may_transform(const op::Instance& problem) {
  const std::string& method = problem.arguments.text("method");
  const SampleType type = problem.inputs[0].type;
  if (is_integer(type) || method == "direct") return false;
  return method == "fft" || problem.inputs[1].count() >= (type == SampleType::f64 ? 192 : 96);
}

SampleType convolved_type(SampleType type) {
  return type == SampleType::f16 ? SampleType::f32 : type;
}

std::vector<op::Op> convolve() {
  op::Op op;
  op.info = {
      .name = "convolve",
      .summary = "The convolution of an array with a mask, or its correlation.",
      .details = details,
      .parameters = {mode_parameter(), flag_parameter("correlate", "Do not turn the mask: a correlation."),
                     centre_parameter(), method_parameter()},
      .outputs = array_operands({"convolved"}),
      .inputs = array_operands({"x", "mask"}),
      .family = "convolve",
      .synonyms = {"convolve1d", {"correlate1d", "correlate"}, "convolution", {"correlate", "correlate"}, "conv1d"},
      .nearest_to = {"fftconvolve", "oaconvolve", "lfilter"}};
  op.outputs = outputs;
  op.space = convolve_space;
  op.initial = convolve_initial;
  op.rule = convolve_rule;
  op.borders = {Border::constant, Border::replicate, Border::reflect, Border::wrap, Border::reflect101};
  op.make = make_convolve;
  op.speed = speed;
  op.mismatch = convolve_mismatch;
  op.cases = convolve_cases;
  op.typical = {.shapes = typical_signal};
  return {op};
}

}  // namespace lenslet::ops
