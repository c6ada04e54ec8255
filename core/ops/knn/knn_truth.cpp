// Computes what nearest neighbours must be: all distances in double, by plain loops.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "array/compare.hpp"
#include "ops/knn/knn.hpp"

namespace lenslet::ops {
namespace {

using Arrays = op::HostValues;
using Mismatch = std::optional<std::string>;

double cosine(std::span<const float> a, std::span<const float> b) {
  double product = 0, squares_a = 0, squares_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    product += double{a[i]} * b[i];
    squares_a += double{a[i]} * a[i];
    squares_b += double{b[i]} * b[i];
  }
  if (squares_a == 0 || squares_b == 0) return std::isnan(product) ? product : 1;
  return std::max(1 - product / std::sqrt(squares_a) / std::sqrt(squares_b), 0.0);
}

double distance(const std::string& metric, std::span<const float> a, std::span<const float> b) {
  if (metric == "cosine") return cosine(a, b);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = double{a[i]} - b[i];
    sum += metric == "l1" ? std::abs(difference) : difference * difference;
  }
  return sum;
}

// Tells whether all is exact: sums of whole numbers of moderate size are not rounded.
bool is_exact(const std::string& metric, const Arrays& in) {
  if (metric == "cosine") return false;
  for (const Array* array : {&in[0], &queries_of(in)})
    for (const float value : array->as<float>())
      if (!(std::abs(value) <= 100) || value != std::nearbyint(value)) return false;
  return true;
}

struct Query {
  const std::string& metric;
  std::vector<double> distances;  // to all points
  double dimensions;
  bool exact;

  // Returns how far f32 may be from the distance to the point.
  double bound(std::size_t point) const {
    if (exact) return 0;
    if (metric == "cosine") return (2 * dimensions + 32) * 0x1p-24;
    return (dimensions + 4) * (0x1p-24 * distances[point] + 0x1p-126);
  }

  // NaN comes after infinity.
  bool fits(std::size_t point, float got) const {
    const double wanted = distances[point];
    if (std::isnan(wanted)) return std::isnan(got);
    if (std::isinf(got)) return wanted * 1.001 > std::numeric_limits<float>::max();
    return std::abs(wanted - got) <= bound(point);
  }
  bool is_nearer(std::size_t point, float last) const {
    if (std::isnan(distances[point])) return false;
    if (std::isnan(last)) return true;
    if (std::isinf(last)) return distances[point] * 1.001 < std::numeric_limits<float>::max();
    return distances[point] + 2 * bound(point) < last;
  }
};

bool is_before(float a, float b) {
  return a < b || (std::isnan(b) && !std::isnan(a));
}

Mismatch order_mismatch(const Query& query, std::span<const std::uint32_t> indices, std::span<const float> got) {
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::uint32_t index = indices[i];
    if (index >= query.distances.size()) return fmt::format("neighbour {} is point {}, which is none", i, index);
    if (!seen.insert(index).second) return fmt::format("neighbour {} is point {} once more", i, index);
    if (!query.fits(index, got[i]))
      return fmt::format("neighbour {}, point {}, is at {}, not {}", i, index, got[i], query.distances[index]);
    if (i == 0 || is_before(got[i - 1], got[i])) continue;
    if (is_before(got[i], got[i - 1]) || index < indices[i - 1])
      return fmt::format("neighbours {} and {}, at {} and {}, stand in the wrong order", i - 1, i, got[i - 1], got[i]);
  }
  for (std::size_t point = 0; point < query.distances.size(); ++point)
    if (!seen.contains(static_cast<std::uint32_t>(point)) && query.is_nearer(point, got.back()))
      return fmt::format("point {} at {} is missing, the last one is at {}", point, query.distances[point], got.back());
  return {};
}

// Checks ties: among equally near points the lower index counts.
Mismatch tie_mismatch(const Query& query, std::span<const std::uint32_t> indices, std::span<const float> got) {
  if (!query.exact) return {};
  const std::set<std::uint32_t> seen(indices.begin(), indices.end());
  for (std::uint32_t point = 0; point < indices.back(); ++point)
    if (query.distances[point] == static_cast<double>(got.back()) && !seen.contains(point))
      return fmt::format("point {} is missing, which is as near as {}", point, indices.back());
  return {};
}

Mismatch vote_mismatch(const Array& labels, std::span<const std::uint32_t> indices, double got) {
  std::map<double, int> votes;
  for (const std::uint32_t index : indices) ++votes[labels.at(index)];
  const auto winner = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  if (got == winner->first) return {};  // several classes: the first one
  return fmt::format("the class is {}, not {} with {} votes", got, winner->first, winner->second);
}

}  // namespace

std::optional<std::string> knn_mismatch(const op::Instance& problem, const Arrays& in, const Arrays& out) {
  const std::string& metric = problem.arguments.text("metric");
  const auto dimensions = static_cast<std::size_t>(in[0].type().shape[1]);
  const auto points = static_cast<std::size_t>(in[0].type().shape[0]),
             k = static_cast<std::size_t>(problem.outputs[0].shape[1]);
  Query query{metric, std::vector<double>(points), static_cast<double>(dimensions), is_exact(metric, in)};
  const Array& queries = queries_of(in);
  const Array* labels = labels_of(in);
  for (std::size_t q = 0; q < static_cast<std::size_t>(queries.type().shape[0]); ++q) {
    for (std::size_t p = 0; p < points; ++p)
      query.distances[p] = distance(metric, in[0].as<float>().subspan(p * dimensions, dimensions),
                                    queries.as<float>().subspan(q * dimensions, dimensions));
    const auto indices = out[0].as<std::uint32_t>().subspan(q * k, k);
    const auto got = out[1].as<float>().subspan(q * k, k);
    Mismatch mismatch = order_mismatch(query, indices, got);
    if (!mismatch) mismatch = tie_mismatch(query, indices, got);
    if (!mismatch && labels) mismatch = vote_mismatch(*labels, indices, out[2].at(static_cast<std::int64_t>(q)));
    if (mismatch) return fmt::format("query {}: {}", q, *mismatch);
  }
  return {};
}

}  // namespace lenslet::ops
