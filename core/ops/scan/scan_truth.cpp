// Computes what scans must make, and makes arrays to prove it.
#include <cmath>

#include <fmt/format.h>

#include "array/compare.hpp"
#include "array/fill.hpp"
#include "ops/reduce/reduce.hpp"
#include "ops/scan/scan.hpp"

namespace lenslet::ops {
namespace {

using Mismatch = std::optional<std::string>;

// Returns an integer's 64 bits, in two's complement where it is negative.
std::uint64_t bits_at(const Array& array, std::int64_t i) {
  const auto place = static_cast<std::size_t>(i);
  if (array.type().type == SampleType::u64) return array.as<std::uint64_t>()[place];
  if (array.type().type == SampleType::i64) return static_cast<std::uint64_t>(array.as<std::int64_t>()[place]);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(array.at(i)));
}

Mismatch integer_mismatch(const Array& x, const Array& out, bool exclusive) {
  std::uint64_t sum = 0;
  for (std::int64_t i = 0; i < x.count(); ++i) {
    const std::uint64_t before = sum;
    sum += bits_at(x, i);
    const std::uint64_t expected = exclusive ? before : sum;
    if (bits_at(out, i) != expected)
      return fmt::format("element {} has the bits {:#x}, not {:#x}", i, bits_at(out, i), expected);
  }
  return {};
}

Mismatch float_mismatch(const Array& x, const Array& out, bool exclusive) {
  std::vector<double> expected, bounds;
  long double sum = 0, size = 0;
  const auto expect = [&] {
    expected.push_back(static_cast<double>(sum));
    bounds.push_back(sum_bound(out.type().type, static_cast<double>(size)));
  };
  for (std::int64_t i = 0; i < x.count(); ++i) {
    if (exclusive) expect();
    sum += x.at(i);
    size += std::abs(x.at(i));
    if (!exclusive) expect();
  }
  return array::first_outside(out, expected, bounds);
}

}  // namespace

Mismatch scan_mismatch(const op::Instance& problem, const op::HostValues& in, const op::HostValues& out) {
  if (out[0].type() != problem.outputs.front())
    return fmt::format("the result is {}, not {}", to_string(out[0].type()), to_string(problem.outputs.front()));
  if (is_integer(out[0].type().type)) return integer_mismatch(in[0], out[0], is_exclusive(problem));
  return float_mismatch(in[0], out[0], is_exclusive(problem));
}

// Makes cases of one block, and of several levels of blocks.
std::vector<op::Case> scan_cases(int effort) {
  std::vector<std::int64_t> lengths = array::awkward_lengths(effort);
  if (effort == 0) lengths.push_back(20011);
  if (effort > 0) lengths.push_back(3'000'017);
  std::vector<op::Case> cases;
  std::uint32_t number = 0;
  for (const SampleType type : sample_types)
    for (const std::int64_t length : lengths) {
      const bool common = type == SampleType::f32 || type == SampleType::i32;
      if (length > 100'000 && !common && effort < 2) continue;
      const array::Fill fill = array::fills[number % std::size(array::fills)];
      op::Case one{{"scan", {}}, {array::filled({type, {length}}, fill, number)}, {}};
      const bool exclusive = effort == 0 ? number / lengths.size() % 2 == 1 : number % 2 == 1;
      one.call.arguments["kind"] = std::string(exclusive ? "exclusive" : "inclusive");
      if (length == 1000) one.inputs[0] = std::get<Array>(one.inputs[0]).reshaped({50, 1, 20});
      if (number % 5 == 4) one.call.arguments["deterministic"] = true;
      one.what =
          fmt::format("{} {}, {}, {}", length, name_of(type), name_of(fill), exclusive ? "exclusive" : "inclusive");
      cases.push_back(std::move(one));
      ++number;
    }
  return cases;
}

}  // namespace lenslet::ops
