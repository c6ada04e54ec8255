// Makes points and queries to prove nearest neighbours with.
#include <algorithm>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>

#include "array/fill.hpp"
#include "ops/knn/knn.hpp"

namespace lenslet::ops {
namespace {

struct Sizes {
  std::int64_t points, queries, dimensions, k;  // k 0: auto
};

op::Case case_of(const Sizes& sizes, const std::string& metric, array::Fill fill, std::uint32_t seed) {
  const bool classify = seed % 2 == 0;
  const Value k = sizes.k > 0 ? Value(sizes.k) : Value(auto_number);
  op::Case one{{"knn", {{"metric", metric}, {"k", k}, {"classify", classify}}}, {}, {}};
  one.inputs.push_back(array::filled({SampleType::f32, {sizes.points, sizes.dimensions}}, fill, seed));
  const SampleType labels = seed % 4 == 0 ? SampleType::i32 : SampleType::u32;
  if (classify)
    one.inputs.push_back(
        array::filled({labels, {sizes.points}}, seed % 3 ? array::Fill::small : array::Fill::special, seed));
  one.inputs.push_back(array::filled({SampleType::f32, {sizes.queries, sizes.dimensions}}, fill, seed + 1));
  one.what = fmt::format("{} points, {} queries, {} dimensions, k {}, {}, {}{}", sizes.points, sizes.queries,
                         sizes.dimensions, value_text(k), metric, name_of(fill), classify ? ", classes" : "");
  return one;
}

}  // namespace

// The longest case comes first; it has more points than the smallest tile.
std::vector<op::Case> knn_cases(int effort) {
  std::vector<op::Case> cases{case_of({5001, 67, 5, 10}, "l2", array::Fill::small, 4)};
  const std::vector<Sizes> few{{1, 1, 1, 1}, {1000, 5, 17, 0}, {1027, 0, 2, 3}, {4099, 3, 2, 1024}};
  const std::vector<Sizes> more{{63, 65, 1, 63}, {257, 3, 1024, 16}, {2, 2, 5, 2}, {9001, 7, 33, 100}};
  std::vector<Sizes> sizes = few;
  if (effort > 0) sizes.insert(sizes.end(), more.begin(), more.end());
  std::uint32_t seed = 1;
  for (const Sizes& one : sizes)
    for (const std::string metric : {"l2", "l1", "cosine"})
      for (const array::Fill fill : array::fills)
        if (++seed % (effort == 0 ? 9 : effort == 1 ? 3 : 1) == 0) cases.push_back(case_of(one, metric, fill, seed));
  return cases;
}

}  // namespace lenslet::ops
