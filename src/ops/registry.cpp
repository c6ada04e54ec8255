// Looking up ops by name; the list itself is generated from src/ops/CMakeLists.txt, sorted.
#include <algorithm>

#include <lenslet/op.hpp>

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
    return infos;
  }();
  return all;
}

const OpInfo& find_op(std::string_view name) {
  return ops::find(name).info;
}

}  // namespace lenslet
