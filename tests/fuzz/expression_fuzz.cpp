// Expressions of map: what a type has can be printed as OpenCL C and judged, and what plain arithmetic makes of it lies
// within the truth.
#include <limits>
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "ops/map/map.hpp"
#include "plain.hpp"

namespace lenslet::fuzz {
namespace {

using ops::elementwise::Numbers;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double elements[] = {0,
                               1,
                               -1,
                               0.5,
                               -2.5,
                               3.25,
                               1e-40,
                               -1e-310,
                               1e30,
                               -1e300,
                               infinity,
                               -infinity,
                               std::numeric_limits<double>::quiet_NaN(),
                               65504,
                               16777217,
                               -2147483648.0};
constexpr SampleType types[] = {SampleType::i32, SampleType::u32, SampleType::f16, SampleType::f32, SampleType::f64};

OpInfo with_parameters() {
  OpInfo info{.name = "map", .summary = "", .details = "", .parameters = {}, .outputs = array_operands({"map"})};
  double value = 2;
  for (const char name : ops::elementwise::parameter_names)
    info.parameters.push_back({.name = std::string(1, name), .summary = "", .initial = value *= -3});
  return info;
}

// Each begins elsewhere, so that different ones meet.
std::vector<Array> inputs_of(SampleType type, std::size_t count) {
  std::vector<Array> inputs;
  for (std::size_t input = 0; input < count; ++input) {
    inputs.emplace_back(ArrayType{type, {std::ssize(elements)}});
    for (std::size_t i = 0; i < std::size(elements); ++i)
      inputs.back().set(static_cast<std::int64_t>(i), elements[(i + 5 * input) % std::size(elements)]);
  }
  return inputs;
}

template <class T>
Array plain(const Expression& expression, const std::vector<Array>& inputs, const Numbers& parameters) {
  Array result(inputs.front().type());
  for (std::int64_t i = 0; i < result.count(); ++i) {
    std::vector<T> at;
    for (const Array& input : inputs) at.push_back(static_cast<T>(input.at(i)));
    result.set(i, value_of(expression, at, parameters));
  }
  return result;
}

void judge(const Expression& expression, SampleType type) {
  static const op::Arguments arguments(with_parameters(), {});
  const Numbers parameters = numbers_of(expression, arguments);
  if (!accepted([&] { return check(expression, type, parameters), true; })) return;
  expect(!printed(expression, type).empty(), "an expression is OpenCL C");
  const std::vector<Array> inputs = inputs_of(type, expression.inputs);
  const bool is_double = type == SampleType::f64;
  const Array result =
      is_double ? plain<double>(expression, inputs, parameters) : plain<float>(expression, inputs, parameters);
  const op::Instance problem{arguments, types_of(inputs), {result.type()}};
  const auto fault = ops::elementwise::mismatch(expression, problem, inputs, std::vector<Array>{result});
  const bool floating = is_double || type == SampleType::f32;
  if (floating && fault) std::fprintf(stderr, "%s: %s\n", std::string(name_of(type)).c_str(), fault->c_str());
  expect(!floating || !fault, "plain arithmetic lies within the truth");
}

}  // namespace

void run(std::string_view bytes) {
  const auto expression = accepted([&] { return ops::elementwise::parse(bytes); });
  if (!expression) return;
  for (const SampleType type : types) judge(*expression, type);
}

}  // namespace lenslet::fuzz
