// Looks for pairs of units that one launch can compute.
#include "pipeline/filters.hpp"

#include <algorithm>

namespace lenslet::pipeline {
namespace {

using Units = std::vector<Unit>;

// Makes one unit of two; null where they have to stay two.
using Merge = std::function<op::ProblemPtr(const Unit& maker, const Unit& reader)>;

// Whether nobody but the reader takes what the maker makes, and the reader takes nothing else.
bool only_feeds(const Unit& maker, const Unit& reader, const Typed& typed, const Units& units) {
  if (maker.outputs.size() != 1 || reader.inputs != maker.outputs) return false;
  const ValueId id = maker.outputs.front();
  const auto reads = [id](const Unit& unit) { return std::ranges::count(unit.inputs, id) > 0; };
  return std::ranges::count(typed.definition->outputs, id) == 0 && std::ranges::count_if(units, reads) == 1;
}

// The nodes with schedules of their own stay in front, those of the first unit first.
void append_nodes(Unit& to, const Unit& from, std::size_t planned) {
  const auto middle = [](auto nodes, std::size_t count) { return nodes + static_cast<std::ptrdiff_t>(count); };
  to.nodes.insert(middle(to.nodes.begin(), to.planned), from.nodes.begin(), middle(from.nodes.begin(), planned));
  to.nodes.insert(to.nodes.end(), middle(from.nodes.begin(), planned), from.nodes.end());
  to.planned += planned;
}

// Puts the maker into the reader's unit wherever that can be. `planned`: of its nodes those that keep schedules.
bool merge_makers(const Typed& typed, Units& units, std::size_t planned, const Merge& merge) {
  for (std::size_t reader = 0; reader < units.size(); ++reader)
    for (std::size_t maker = 0; maker < units.size(); ++maker) {
      if (!only_feeds(units[maker], units[reader], typed, units)) continue;
      op::ProblemPtr problem = merge(units[maker], units[reader]);
      if (!problem) continue;
      units[reader].problem = std::move(problem);
      units[reader].inputs = units[maker].inputs;
      append_nodes(units[reader], units[maker], planned);
      units.erase(units.begin() + static_cast<std::ptrdiff_t>(maker));
      merge_makers(typed, units, planned, merge);
      return true;
    }
  return false;
}

}  // namespace

bool put_before(const Typed& typed, const MakePrologue& prologue, Units& units) {
  return merge_makers(typed, units, 0, [&](const Unit& maker, const Unit& reader) -> op::ProblemPtr {
    const auto points = prologue(maker.nodes);
    return points ? reader.problem->preceded_by(*points) : nullptr;
  });
}

bool put_into_windows(const Typed& typed, Units& units) {
  return merge_makers(typed, units, 1,
                      [](const Unit& maker, const Unit& reader) { return reader.problem->fed_by(*maker.problem); });
}

bool join_filters(Units& units) {
  for (std::size_t first = 0; first < units.size(); ++first)
    for (std::size_t second = first + 1; second < units.size(); ++second) {
      if (units[first].inputs != units[second].inputs) continue;
      op::ProblemPtr problem = units[first].problem->joined_with(*units[second].problem);
      if (!problem) continue;
      units[first].problem = std::move(problem);
      append_nodes(units[first], units[second], 1);
      units[first].outputs.insert(units[first].outputs.end(), units[second].outputs.begin(),
                                  units[second].outputs.end());
      units.erase(units.begin() + static_cast<std::ptrdiff_t>(second));
      join_filters(units);
      return true;
    }
  return false;
}

}  // namespace lenslet::pipeline
