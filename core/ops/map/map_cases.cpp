// Makes calls that reach every operation of expressions in every type.
#include <fmt/format.h>

#include "array/fill.hpp"
#include "ops/map/map.hpp"

namespace lenslet::ops::elementwise {
namespace {

struct Sample {
  const char* text;
  std::size_t inputs;
  bool integers, floats;
};

constexpr Sample samples[] = {
    {"a*x + y", 2, true, true},
    {"select(x <= y, min(x, z), -max(y, w)) - clamp(x, b, 7)", 4, true, true},
    {"abs(x/y) + (x == y) - 2*(z != x)*(x > 3)*(y >= 4)", 3, true, true},
    {"pow(abs(x), 1.5) / sqrt(y) - (x < y)", 2, false, true},
    {"sin(x) + cos(y)*tan(x) - atan(y)", 2, false, true},
    {"floor(x) + ceil(x/3) - round(x*0.5)*trunc(0.1*x)", 1, false, true},
    {"exp(x*.125) + log(abs(x)) - exp2(tanh(x)) * log2(x)", 1, false, true},
    {"((x))*-1e-3 - -(2.5)", 1, false, true},
    {"x/(y - x)*-2147483648", 2, false, true},
};

constexpr SampleType types[] = {SampleType::f32, SampleType::i32, SampleType::u32, SampleType::f16,
                                SampleType::f64, SampleType::u8,  SampleType::u16, SampleType::i8,
                                SampleType::i16, SampleType::i64, SampleType::u64};

bool is_whole(SampleType type) {
  return is_integer(arithmetic_type(type));
}

// Tells whether few samples are enough: these types are computed as f32, which is tested with all samples.
bool is_narrow(SampleType type) {
  return is_integer(type) && size_of(type) < 4;
}

// Makes a case; `number` varies the fill.
op::Case case_of(const std::string& op, std::size_t inputs, const ArrayType& type, std::uint32_t number) {
  const array::Fill fill = array::fills[number % std::size(array::fills)];
  op::Case one{{op, {}}, {}, {}};
  for (std::uint32_t input = 0; input < inputs; ++input)
    one.inputs.push_back(array::filled(type, input == 1 ? array::Fill::special : fill, 10 * number + input));
  if (type.type == SampleType::f32 && type.count() == 1000)
    for (HostValue& input : one.inputs) input = std::get<Array>(input).reshaped({10, 100});
  one.what = fmt::format("{}, {}", to_string(type), name_of(fill));
  return one;
}

double parameter_of(SampleType type, std::uint32_t number) {
  return is_whole(type) ? 3 + number % 5 : -1.75 + number % 5;
}

// Tells whether a case of this length is wanted: all lengths at a high effort, most for the first sample of a kind,
// else one.
bool wanted(std::int64_t length, std::size_t sample, SampleType type, int effort) {
  return length == 1000 || effort > 1 || (sample == 0 && (effort > 0 || type == SampleType::f32));
}

}  // namespace

std::vector<op::Case> map_cases(int effort) {
  std::vector<op::Case> cases;
  for (const SampleType type : types)
    for (std::size_t i = 0; i < std::size(samples); ++i)
      for (const std::int64_t length : array::awkward_lengths(effort)) {
        const Sample& sample = samples[i];
        if (!(is_whole(type) ? sample.integers : sample.floats) || !wanted(length, i, type, effort)) continue;
        const bool rare = type == SampleType::f16 || type == SampleType::u32 || size_of(type) == 8;
        if (((effort == 0 && rare) || (effort < 2 && is_narrow(type))) && i % 3 != static_cast<std::size_t>(type) % 3)
          continue;
        const auto number = static_cast<std::uint32_t>(cases.size());
        op::Case one = case_of("map", sample.inputs, {type, {length}}, number);
        one.call.arguments = {{"expression", std::string(sample.text)}, {"a", parameter_of(type, number)}, {"b", 2.0}};
        one.what += fmt::format(", '{}'", sample.text);
        cases.push_back(std::move(one));
      }
  return cases;
}

std::vector<op::Case> fixed_cases(const std::string& op, int effort) {
  std::vector<op::Case> cases;
  for (const SampleType type : types)
    for (const std::int64_t length : array::awkward_lengths(effort)) {
      if (effort < 2 && is_narrow(type) && length != 1000) continue;
      const auto number = static_cast<std::uint32_t>(cases.size());
      cases.push_back(case_of(op, 2, {type, {length}}, number));
      if (op == "saxpy") cases.back().call.arguments["a"] = parameter_of(type, number);
    }
  return cases;
}

}  // namespace lenslet::ops::elementwise
