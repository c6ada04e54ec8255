// Sorts keys, pairs and indexes, or only the first k.
#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/parameters.hpp"
#include "ops/sort/sort.hpp"

namespace lenslet::ops {
namespace {

using op::Types;

constexpr char order[] =
    "Stable: equal keys keep their order, descending too. Types: all. NaN come last, as in NumPy's sort, and so they "
    "do in descending order; they are equal to each other and keep their bits. -0 and 0 are equal, so they keep their "
    "order and their signs. Arrays have one side; an empty one stays empty. ";
constexpr char method[] =
    "Algorithms: a radix sort from the least digit on (Knuth, The Art of Computer Programming 3, 5.2.5), and a bitonic "
    "network for any length (Batcher 1968). top_k also selects: it finds the last of the k by digits, from the "
    "greatest one on, and sorts k keys only. All schedules give the same bits.";

void check_line(const std::string& op, const char* name, const ArrayType& input) {
  if (input.shape.size() == 1) return;
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: {} is {}; allowed: arrays of one side, {} has {}", op, name,
                                                       to_string(input), name, input.shape.size()));
}

ArrayType indexes(std::int64_t keys, std::int64_t count) {
  return {static_cast<std::uint64_t>(keys) < wide_count ? SampleType::u32 : SampleType::u64, {count}};
}

void check_pairs(const ArrayType& keys, const ArrayType& values) {
  check_line("sort_pairs", "values", values);
  if (keys.count() == values.count()) return;
  throw Error(ErrorKind::invalid_argument, fmt::format("sort_pairs: {} values for {} keys; allowed: a value for a key",
                                                       values.count(), keys.count()));
}

Types top_outputs(const Arguments& arguments, const ArrayType& keys) {
  const std::int64_t k = arguments.integer("k");
  if (keys.count() == 0) throw Error(ErrorKind::invalid_argument, "top_k of an empty array; allowed: 1 key and more");
  if (k > keys.count())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("top_k: k is {} for {} keys; allowed: 1 to {}", k, keys.count(), keys.count()));
  return {{keys.type, {k}}, indexes(keys.count(), k)};
}

Types outputs(SortOp op, const std::string& name, const Arguments& arguments, const Types& inputs) {
  const ArrayType& keys = inputs[0];
  check_line(name, "keys", keys);
  if (op == SortOp::pairs) check_pairs(keys, inputs[1]);
  if (op == SortOp::top) return top_outputs(arguments, keys);
  if (op == SortOp::indexes) return {indexes(keys.count(), keys.count())};
  return inputs;
}

Parameter first_parameter(SortOp op) {
  if (op == SortOp::top) return flag_parameter("least", "The k least ones, ascending.");
  return flag_parameter("descending", "From the greatest to the least.");
}

op::Op make_op(SortOp kind, OpInfo info, const std::vector<std::string>& inputs) {
  op::Op op;
  const std::string name = info.name;
  info.details = order + info.details + " " + method;
  info.parameters.push_back(first_parameter(kind));
  op.info = std::move(info);
  op.info.family = "sort";
  op.info.inputs = array_operands(inputs);
  op.outputs = [=](const Arguments& arguments, const Types& in) { return outputs(kind, name, arguments, in); };
  op.space = [=](const auto& problem, const auto& device) { return sort_space(sorting_of(kind, problem), device); };
  op.initial = [=](const auto& problem, const auto& device) { return sort_initial(sorting_of(kind, problem), device); };
  op.rule = [=](const auto& problem, const auto& device, const DimensionSchedule& schedule) {
    return sort_rule(sorting_of(kind, problem), device, schedule);
  };
  op.make = [=](const auto&... arguments) { return make_sort(kind, arguments...); };
  op.mismatch = [=](const auto&... arguments) { return sort_mismatch(kind, arguments...); };
  op.cases = [=](int effort) { return sort_cases(kind, effort); };
  op.typical.elements = std::int64_t{1} << 20;
  return op;
}

OpInfo top_info() {
  return {.name = "top_k",
          .summary = "The k greatest or least keys, the first of them first, and their indexes.",
          .details =
              "Of equal keys those of lower indexes. NaN are taken when there is nothing else. Indexes are u32 below "
              "2^32 keys, else u64. As PyTorch's topk but for NaN, which are the greatest there.",
          .parameters = {integer_parameter("k", "How many; up to as many as there are.", 1, 1, 2147483647)},
          .outputs = array_operands({"values", "indexes"})};
}

}  // namespace

std::vector<op::Op> sort() {
  return {make_op(SortOp::keys,
                  {.name = "sort",
                   .summary = "The keys in order.",
                   .details = "As NumPy's sort with kind='stable'.",
                   .parameters = {},
                   .outputs = array_operands({"sorted_keys"})},
                  {"keys"}),
          make_op(SortOp::pairs,
                  {.name = "sort_pairs",
                   .summary = "The keys in order, and with each the value that came with it.",
                   .details = "Values are of any type. As NumPy's take of both by argsort with kind='stable'.",
                   .parameters = {},
                   .outputs = array_operands({"sorted_keys", "sorted_values"})},
                  {"keys", "values"}),
          make_op(SortOp::indexes,
                  {.name = "argsort",
                   .summary = "The indexes that bring the keys in order.",
                   .details = "u32 below 2^32 keys, else u64. As NumPy's argsort with kind='stable'.",
                   .parameters = {},
                   .outputs = array_operands({"indexes"})},
                  {"keys"}),
          make_op(SortOp::top, top_info(), {"keys"})};
}

}  // namespace lenslet::ops
