// Makes arrays to prove convolutions with: masks of every length, all modes and borders, and numbers that break sums.
#include <iterator>

#include <fmt/format.h>

#include "array/fill.hpp"
#include "ops/convolve/convolve.hpp"

namespace lenslet::ops {
namespace {

constexpr const char* modes[] = {"same", "full", "valid"};

struct Lengths {
  std::int64_t elements, taps, rows = 0;  // no rows: x has one side
};

// One tap, an even number, a mask longer than x, tiles and chunks of taps with a rest, and rows.
std::vector<Lengths> lengths(int effort) {
  std::vector<Lengths> all{{1, 1}, {1, 5}, {7, 2}, {9, 33}, {1000, 31}, {0, 3}, {45, 8, 3}};
  if (effort > 0)
    for (const Lengths& more : {Lengths{20011, 16}, Lengths{3001, 1025}, Lengths{100, 2500}, Lengths{513, 255, 2},
                                Lengths{5000, 4}, Lengths{2, 2049}})
      all.push_back(more);
  if (effort > 1) all.insert(all.end(), {{70001, 70001}, {1'000'003, 63}});
  return all;
}

op::Case made(SampleType type, const Lengths& size, std::uint32_t number) {
  array::Fill fill = array::fills[number % std::size(array::fills)];
  if (size.taps >= 96 && fill == array::Fill::special)
    fill = array::Fill::random;  // NaN go through a block's transform
  const Border border = extending_borders[number / 2 % std::size(extending_borders)];
  const char* mode = modes[number % std::size(modes)];
  ArrayType x{type, {size.elements}};
  if (size.rows > 0) x.shape.insert(x.shape.begin(), size.rows);
  op::Case one{
      {"convolve", {}}, {array::filled(x, fill, number), array::filled({type, {size.taps}}, fill, number + 1)}, {}};
  one.call.arguments["mode"] = std::string(mode);
  const bool correlate = number % 4 == 3, off_centre = number % 5 == 2 && mode == modes[0];
  if (correlate) one.call.arguments["correlate"] = true;
  if (off_centre) one.call.arguments["centre"] = size.taps * 2 / 3;
  if (!is_integer(type) && number % 6 == 1 && fill != array::Fill::special)
    one.call.arguments["method"] = std::string("fft");
  one.options.border = border;
  const double outside = number % 8 < 4 ? 3 : 0;
  one.options.border_value = {outside, outside, outside, outside};
  one.what =
      fmt::format("{} with {} taps, {}, {}, {}, {}{}{}{}", to_string(x), size.taps, name_of(fill), mode,
                  name_of(border), correlate ? "correlation" : "convolution", off_centre ? ", off the centre" : "",
                  one.call.arguments.contains("method") ? ", by transforms" : "",
                  border == Border::constant ? fmt::format(" of {}", outside) : "");
  return one;
}

}  // namespace

std::vector<op::Case> convolve_cases(int effort) {
  std::vector<op::Case> cases;
  std::uint32_t number = 0;
  for (const SampleType type : sample_types)
    for (const Lengths& size : lengths(effort)) {
      const bool common = type == SampleType::f32 || type == SampleType::u8;
      if (size.elements * size.taps > 10'000'000 && !common) continue;
      cases.push_back(made(type, size, number));
      number += 7;
      if (effort == 0) continue;
      cases.push_back(made(type, size, number));
      number += 4;
    }
  return cases;
}

}  // namespace lenslet::ops
