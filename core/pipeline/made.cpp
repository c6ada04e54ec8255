// Pipelines that were asked for are kept, because plans and sessions hold references to ops. There is one for each text
// without arguments; programs have few of these.
#include "pipeline/made.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "pipeline/problem.hpp"

namespace lenslet::pipeline {

namespace {

// A pipeline's op, and the ops of its nodes. A filter's file that has changed is another op, and so makes another
// pipeline.
struct Made {
  op::Op op;
  std::vector<std::pair<std::string, const OpInfo*>> nodes;
};

bool is_as_made(const Made& made) {
  return std::ranges::all_of(made.nodes, [](const auto& node) { return &find_op(node.first) == node.second; });
}

std::vector<std::pair<std::string, const OpInfo*>> nodes_of(const Definition& definition) {
  std::vector<std::pair<std::string, const OpInfo*>> nodes;
  for (const Node& node : definition.nodes) nodes.emplace_back(node.op, &find_op(node.op));
  return nodes;
}

}  // namespace

const op::Op& made(std::string_view text) {
  static std::mutex mutex;
  static std::map<std::string, std::deque<Made>, std::less<>> known;  // the last one of a text is the present one
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(text); found != known.end() && is_as_made(found->second.back()))
    return found->second.back().op;
  auto definition = std::make_shared<const Definition>(parse(std::string(text)));
  if (!arguments_of(*definition).empty())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("pipeline: arguments in the name of an op, '{}': Pipeline::parse() reads them", text));
  return known[std::string(text)].emplace_back(Made{op_of(definition), nodes_of(*definition)}).op;
}

}  // namespace lenslet::pipeline
