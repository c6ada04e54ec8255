// Finds the nearest neighbours of queries among points, and the class of most of them.
#include "ops/knn/knn.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

using op::Types;

constexpr char details[] =
    "For each query, a row of `queries`, the k rows of `points` that are nearest by the metric, ascending: their "
    "indices and distances. Equal distances come by lower index, NaN after all others. The metrics are l2, the sum of "
    "(x - y)^2, which is the square of the Euclidean distance and has its order; l1, the sum of |x - y|; and cosine, "
    "1 - x y / (|x| |y|), which is 1 where a vector is 0, and at least 0. As scikit-learn's NearestNeighbors with "
    "algorithm='brute' and metric 'sqeuclidean', 'manhattan' or 'cosine'. `classes` has what most of the k neighbours' "
    "labels are, the least of several, as KNeighborsClassifier; without labels there are none.\n\n"
    "Points and queries are f32 with up to 1024 dimensions, labels i32 or u32. k auto is the square root of the number "
    "of points, rounded, and 1024 at most. Distances are computed in f32 from differences, not from norms and "
    "products, "
    "so that near points lose nothing: they err by at most (d + 4) 2^-24 of themselves, cosines by (2 d + 32) 2^-24; "
    "numbers under 2^-126 may count as 0. Points whose distances differ by less than twice this may change places. "
    "Only a tile of the distances is in memory at a time.";

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, "knn: " + what);
}

void check_rows(const char* name, const ArrayType& type) {
  if (type.type != SampleType::f32 || type.shape.size() != 2 || type.shape[1] < 1 || type.shape[1] > knn_most)
    refuse(fmt::format("{} are {}; allowed: f32, of two sides, the second 1 to {}", name, to_string(type), knn_most));
}

void check_points(const Types& inputs) {
  check_rows("points", inputs[0]);
  const ArrayType& queries = queries_of(inputs);
  check_rows("queries", queries);
  const std::int64_t points = inputs[0].shape[0], dimensions = inputs[0].shape[1];
  if (dimensions != queries.shape[1])
    refuse(fmt::format("queries have {} dimensions, points {}; allowed: as many", queries.shape[1], dimensions));
  if (points < 1 || points > UINT32_MAX)
    refuse(fmt::format("{} points; allowed: 1 to {}, which u32 can count", points, UINT32_MAX));
}

void check_labels(const ArrayType& labels, std::int64_t points) {
  const bool integer = labels.type == SampleType::i32 || labels.type == SampleType::u32;
  if (!integer || labels.shape != std::vector<std::int64_t>{points})
    refuse(fmt::format("labels are {}; allowed: i32 or u32, one for each of the {} points", to_string(labels), points));
}

// Returns the number of neighbours: given, or the square root of the number of points.
std::int64_t neighbours(const Arguments& arguments, std::int64_t points) {
  if (const auto k = arguments.integer_or_auto("k")) return *k;
  return static_cast<std::int64_t>(std::min(std::round(std::sqrt(static_cast<double>(points))), double{knn_most}));
}

Types knn_outputs(const Arguments& arguments, const Types& inputs) {
  check_points(inputs);
  const std::int64_t points = inputs[0].shape[0], queries = queries_of(inputs).shape[0];
  const std::int64_t k = neighbours(arguments, points);
  if (k > points) refuse(fmt::format("k is {} with {} points; allowed: 1 to {}, or auto", k, points, points));
  std::vector<ArrayType> outputs{{SampleType::u32, {queries, k}}, {SampleType::f32, {queries, k}}};
  const ArrayType* labels = labels_of(inputs);
  if (!labels) return outputs;
  check_labels(*labels, points);
  outputs.push_back({labels->type, {queries}});
  return outputs;
}

// Lets knn classify where there are labels. An input with one side can only be labels: queries have two.
Call implied(Call call, const Types& first) {
  if (first.size() > 1 && first[1].shape.size() == 1) call.arguments.try_emplace("classify", true);
  return call;
}

Parameter k_parameter() {
  Parameter k = integer_parameter("k", "Neighbours; auto: the square root of the number of points.", 1, 1, knn_most);
  k.initial = auto_number;
  k.automatic = true;
  return k;
}

Parameter metric_parameter() {
  return {.name = "metric",
          .summary = "How distances are measured.",
          .kind = ParameterKind::choice,
          .initial = std::string("l2"),
          .choices = {"l2", "l1", "cosine"}};
}

}  // namespace

std::vector<op::Op> knn() {
  op::Op op;
  op.info = {.name = "knn",
             .summary = "The nearest neighbours of queries among points, and their class.",
             .details = details,
             .parameters = {metric_parameter(), k_parameter(),
                            flag_parameter("classify", "The second input has the points' labels, of which most win.")},
             .outputs = array_operands({"indices", "distances", "classes"}),
             .inputs = array_operands({"points", "labels", "queries"}),
             .family = "knn",
             .synonyms = {"nearestneighbours", "nearestneighbors", "bfmatcher"}};
  op.inputs = [](const Arguments& arguments) {
    return arguments.flag("classify") ? std::vector<std::string>{"points", "labels", "queries"}
                                      : std::vector<std::string>{"points", "queries"};
  };
  op.implied = implied;
  op.outputs = knn_outputs;
  op.space = knn_space;
  op.initial = knn_initial;
  op.rule = knn_rule;
  op.make = make_knn;
  op.mismatch = knn_mismatch;
  op.cases = knn_cases;
  add_typical_knn(op);
  return {op};
}

}  // namespace lenslet::ops
