// Computes what sorts must make, by std::stable_sort and plain comparisons, and makes arrays to prove it.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include <fmt/format.h>

#include "array/compare.hpp"
#include "array/fill.hpp"
#include "ops/sort/sort.hpp"

namespace lenslet::ops {
namespace {

using Mismatch = std::optional<std::string>;
using Places = std::vector<std::int64_t>;

template <class T>
Places sorted_places(const std::vector<T>& values, bool descending) {
  const auto is_nan = [](T value) { return value != value; };
  Places places(values.size());
  std::iota(places.begin(), places.end(), 0);
  std::ranges::stable_sort(places, [&](std::int64_t i, std::int64_t j) {
    const T a = values[static_cast<std::size_t>(i)], b = values[static_cast<std::size_t>(j)];
    if (is_nan(a) || is_nan(b)) return !is_nan(a);
    return descending ? a > b : a < b;
  });
  return places;
}

// Returns the places of the keys in sorted order.
Places sorted_places(const Array& keys, bool descending) {
  const auto values = [&keys]<class T>(T) {
    const auto all = keys.as<T>();
    return std::vector<T>(all.begin(), all.end());
  };
  if (keys.type().type == SampleType::u64) return sorted_places(values(std::uint64_t{}), descending);
  if (keys.type().type == SampleType::i64) return sorted_places(values(std::int64_t{}), descending);
  std::vector<double> doubles;  // all other types
  for (std::int64_t i = 0; i < keys.count(); ++i) doubles.push_back(keys.at(i));
  return sorted_places(doubles, descending);
}

Array taken(const Array& from, const ArrayType& type, const Places& places) {
  Array result(type);
  const std::size_t size = size_of(type.type);
  for (std::size_t i = 0; i < static_cast<std::size_t>(type.count()); ++i)
    std::memcpy(result.bytes().data() + i * size, from.bytes().data() + static_cast<std::size_t>(places[i]) * size,
                size);
  return result;
}

Array as_indexes(const ArrayType& type, const Places& places) {
  Array result(type);
  for (std::int64_t i = 0; i < type.count(); ++i)
    result.set(i, static_cast<double>(places[static_cast<std::size_t>(i)]));
  return result;
}

// Compares bits, even of NaN: keys are moved, never made.
Mismatch difference(const char* what, const Array& got, const Array& expected) {
  if (std::ranges::equal(got.bytes(), expected.bytes())) return {};
  return fmt::format("{}: {}", what,
                     array::first_difference(got, expected).value_or("a NaN has not the bits of its input"));
}

bool is_wanted(SortOp op, SampleType type, int effort) {
  if (effort > 0) return true;
  if (op == SortOp::keys && type == SampleType::u8) return true;
  return type == SampleType::f32 || type == SampleType::u64 || type == SampleType::i32 || type == SampleType::u32;
}

op::Case sort_case(SortOp op, const ArrayType& type, array::Fill fill, std::uint32_t seed) {
  op::Case one{{}, {array::filled(type, fill, seed)}, {}};
  const bool flag = static_cast<int>(type.type) % 2 == 0;  // decided by the type, so that each type has one program
  one.call.arguments[op == SortOp::top ? "least" : "descending"] = flag;
  if (op == SortOp::top)
    one.call.arguments["k"] = std::max<std::int64_t>(1, type.shape[0] - seed % 2 * type.shape[0] / 2);
  if (op == SortOp::pairs) {
    const SampleType values = sample_types[(static_cast<std::size_t>(type.type) * 5 + 3) % std::size(sample_types)];
    one.inputs.push_back(array::filled({values, type.shape}, array::Fill::random, seed + 1000));
  }
  one.what = fmt::format("{} {}, {}", type.shape[0], name_of(type.type), array::name_of(fill));
  return one;
}

}  // namespace

Mismatch sort_mismatch(SortOp op, const op::Instance& problem, const op::HostValues& in, const op::HostValues& out) {
  const Places places = sorted_places(in[0], sorting_of(op, problem).descending);
  const auto& types = problem.outputs;
  if (op == SortOp::indexes) return difference("indexes", out[0], as_indexes(types[0], places));
  if (const Mismatch mismatch = difference("keys", out[0], taken(in[0], types[0], places))) return mismatch;
  if (op == SortOp::pairs) return difference("values", out[1], taken(in[1], types[1], places));
  return op == SortOp::top ? difference("indexes", out[1], as_indexes(types[1], places)) : Mismatch{};
}

std::vector<op::Case> sort_cases(SortOp op, int effort) {
  std::vector<std::int64_t> lengths = array::awkward_lengths(effort);
  if (effort == 0) lengths.push_back(5003);  // of the other algorithm
  std::vector<op::Case> cases;
  std::uint32_t seed = 1;
  for (const SampleType type : sample_types)
    for (const std::int64_t length : lengths)
      for (const array::Fill fill : array::fills) {
        if (!is_wanted(op, type, effort) || (length == 0 && op == SortOp::top)) continue;
        ++seed;
        if (effort < 2 && seed % 5 != 0 && length != 1000) continue;
        cases.push_back(sort_case(op, {type, {length}}, fill, seed));
      }
  return cases;
}

}  // namespace lenslet::ops
