// Looking up ops by name; the lists themselves are generated from src/ops/CMakeLists.txt, sorted.
#include <algorithm>

#include <lenslet/op.hpp>

#include "array/op.hpp"
#include "names.hpp"
#include "ops/op.hpp"

namespace lenslet {
namespace ops {

const Op& find(std::string_view name) {
  const std::span<const Op> all = registry();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Op& op) { return op.info.name == name; });
  if (found != all.end()) return *found;
  std::vector<std::string> known;
  for (const Op& op : all) known.push_back(op.info.name);
  throw_unknown("unknown op", name, known);
}

}  // namespace ops

std::span<const OpInfo> all_ops() {
  static const std::vector<OpInfo> all = [] {
    std::vector<OpInfo> infos;
    for (const ops::Op& op : ops::registry()) infos.push_back(op.info);
    for (const array::Op& op : array::registry()) {
      infos.push_back(op.info);
      infos.back().plot = static_cast<bool>(op.plot);
    }
    return infos;
  }();
  return all;
}

std::span<const OpInfo> ops_of_images() {
  return all_ops().first(ops::registry().size());
}

std::span<const OpInfo> ops_of_arrays() {
  return all_ops().last(array::registry().size());
}

std::string full_name(const OpInfo& op) {
  return op.family.empty() || op.name == op.family ? op.name : op.family + "." + op.name;
}

const OpInfo& find_op(std::string_view name) {
  std::vector<std::string> known;
  for (const OpInfo& op : all_ops()) {
    if (full_name(op) == name) return op;
    known.push_back(full_name(op));
  }
  for (const OpInfo& op : ops_of_arrays())
    if (op.name == name) return op;
  throw_unknown("unknown op", name, known);
}

}  // namespace lenslet
