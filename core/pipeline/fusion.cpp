// Decides which nodes are computed in the launches of others. Point ops that follow each other, or read the same image,
// become one unit. Values between them stay in registers, and a value that several of them read is read once.
#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "op/epilogue.hpp"
#include "op/op.hpp"
#include "pipeline/arrangement.hpp"
#include "pipeline/point_unit.hpp"

namespace lenslet::pipeline {
namespace {

// Turns the point ops of one unit into a prologue for another unit's input. Absent where the nodes do not allow it.
using MakePrologue = std::function<std::optional<op::Prologue>(const std::vector<std::size_t>& nodes)>;

using Units = std::vector<Unit>;

// Makes one problem of two units; null where they must stay two.
using Merge = std::function<op::ProblemPtr(const Unit& maker, const Unit& reader)>;

// Tells whether only the reader takes what the maker makes, and takes nothing else.
bool only_feeds(const Unit& maker, const Unit& reader, const Typed& typed, const Units& units) {
  if (maker.outputs.size() != 1 || reader.inputs != maker.outputs) return false;
  const ValueId id = maker.outputs.front();
  const auto reads = [id](const Unit& unit) { return std::ranges::count(unit.inputs, id) > 0; };
  return std::ranges::count(typed.definition->outputs, id) == 0 && std::ranges::count_if(units, reads) == 1;
}

// Nodes with schedules of their own come first, and among them those of the first unit.
void append_nodes(Unit& to, const Unit& from, std::size_t planned) {
  const auto middle = [](auto nodes, std::size_t count) { return nodes + static_cast<std::ptrdiff_t>(count); };
  to.nodes.insert(middle(to.nodes.begin(), to.planned), from.nodes.begin(), middle(from.nodes.begin(), planned));
  to.nodes.insert(to.nodes.end(), middle(from.nodes.begin(), planned), from.nodes.end());
  to.planned += planned;
}

// Puts the maker into the reader's unit wherever that is possible. The first `planned` of the maker's nodes keep their
// schedules.
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

// Each of these three changes units where it can, and tells whether it did. The first computes point ops where the
// filter behind them loads samples. The second computes a filter in the tile of the filter behind it. The third
// computes filters of one image side by side.
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

constexpr std::size_t max_nodes = 24;    // of a unit, because its values live in registers
constexpr std::size_t max_operands = 8;  // images that a unit's launch reads and writes

using Nodes = std::vector<std::size_t>;

class Fusion {
 public:
  // A function sees no missing samples, unless it only copies: where some are left out, each op has launches that do
  // so.
  Fusion(const Typed& typed, const Work& work) : typed_(typed), work_(work), group_of_(nodes().size()) {
    for (std::size_t i = 0; i < nodes().size(); ++i) {
      functions_.push_back(point_function(typed_.apart.units[i].problem, *op_of(nodes()[i])));
      if (functions_[i] && !functions_[i]->copies && op::leaves_out(work_.options)) functions_[i].reset();
      group_of_[i] = i;
    }
    for (std::size_t i = 0; i < nodes().size(); ++i)
      if (functions_[i]) join(i);
  }

  std::vector<Arrangement> arrangements() const {
    std::vector<Arrangement> result;
    Arrangement points{points_alone, {}}, fused{"fused", {}, true}, tables{"tables", {}, true};
    for (const Nodes& group : groups_in_order()) {
      points.units.push_back(group.size() == 1 ? typed_.apart.units[group.front()] : unit_of(group));
      if (!put_behind(group, true, tables.units)) tables.units.push_back(points.units.back());
      if (!put_behind(group, false, fused.units))
        fused.units.push_back(points.units.back());
      else if (group.size() > 2 && inputs_of(group).size() > 1)
        fused.long_epilogues = true;
    }
    const std::vector<Unit> units = fused.units;
    const bool looks_up = tables.units.size() < units.size();
    if (fused.units.size() < points.units.size()) result.push_back(std::move(fused));
    if (points.units.size() < nodes().size()) result.push_back(std::move(points));
    result.push_back(typed_.apart);
    if (looks_up) result.push_back(std::move(tables));
    add_filters(units, result);
    return result;
  }

 private:
  void add_filters(const std::vector<Unit>& units, std::vector<Arrangement>& result) const {
    Arrangement loads{"loads", units, true}, windows{filters_in_windows, units, true}, joined{"joined", units, true};
    const auto prologue = [&](const Nodes& group) -> std::optional<op::Prologue> {
      if (std::ranges::any_of(group, [&](std::size_t node) { return !functions_[node]; })) return {};
      return prologue_of(point_unit_of(group));
    };
    if (put_before(typed_, prologue, loads.units)) result.push_back(std::move(loads));
    if (put_into_windows(typed_, windows.units)) result.push_back(std::move(windows));
    if (join_filters(joined.units)) result.push_back(std::move(joined));
  }

  const std::vector<Node>& nodes() const { return typed_.definition->nodes; }

  Nodes members(std::size_t group) const {
    Nodes result;
    for (std::size_t i = 0; i < nodes().size(); ++i)
      if (group_of_[i] == group) result.push_back(i);
    return result;
  }

  // Puts the node into each earlier group with which it can share a launch.
  void join(std::size_t node) {
    for (std::size_t before = node; before-- > 0;) {
      if (!functions_[before] || group_of_[before] == group_of_[node] || !are_near(before, node)) continue;
      const std::vector<std::size_t> old = group_of_;
      const std::size_t from = group_of_[node], to = group_of_[before];
      std::ranges::replace(group_of_, from, to);
      const Nodes group = members(to);
      if (!has_order() || group.size() > max_nodes || operands_of(group) > max_operands) group_of_ = old;
    }
  }

  // Tells whether one node takes what the other makes, or both read one image.
  bool are_near(std::size_t a, std::size_t b) const {
    const auto shares = [](const std::vector<ValueId>& x, const std::vector<ValueId>& y) {
      return std::ranges::any_of(x, [&](ValueId id) { return std::ranges::count(y, id) > 0; });
    };
    return shares(nodes()[a].outputs, nodes()[b].inputs) || shares(nodes()[a].inputs, nodes()[b].inputs);
  }

  bool is_needed_outside(ValueId id, const Nodes& group) const {
    if (std::ranges::count(typed_.definition->outputs, id) > 0) return true;
    for (std::size_t i = 0; i < nodes().size(); ++i)
      if (std::ranges::count(group, i) == 0 && std::ranges::count(nodes()[i].inputs, id) > 0) return true;
    return false;
  }

  std::vector<ValueId> inputs_of(const Nodes& group) const {
    std::set<ValueId> made;
    std::vector<ValueId> inputs;
    for (const std::size_t node : group) {
      for (const ValueId id : nodes()[node].inputs)
        if (!made.contains(id) && std::ranges::count(inputs, id) == 0) inputs.push_back(id);
      made.insert(nodes()[node].outputs.begin(), nodes()[node].outputs.end());
    }
    return inputs;
  }

  std::vector<ValueId> outputs_of(const Nodes& group) const {
    std::vector<ValueId> outputs;
    for (const std::size_t node : group)
      for (const ValueId id : nodes()[node].outputs)
        if (is_needed_outside(id, group)) outputs.push_back(id);
    return outputs;
  }

  std::size_t operands_of(const Nodes& group) const { return inputs_of(group).size() + outputs_of(group).size(); }

  // Returns the groups in an order where each has its inputs; fewer than all where groups wait for each other.
  std::vector<Nodes> groups_in_order() const {
    std::vector<Nodes> order;
    std::set<std::size_t> done;
    std::set<ValueId> made;
    for (ValueId id = 0; id < typed_.definition->inputs; ++id) made.insert(id);
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < nodes().size() && !more; ++i) {
        if (done.contains(group_of_[i])) continue;
        const Nodes group = members(group_of_[i]);
        if (!std::ranges::all_of(inputs_of(group), [&](ValueId id) { return made.contains(id); })) continue;
        more = true;
        done.insert(group_of_[i]);
        order.push_back(group);
        for (const std::size_t node : group) made.insert(nodes()[node].outputs.begin(), nodes()[node].outputs.end());
      }
    }
    return order;
  }

  bool has_order() const {
    std::size_t count = 0;
    for (const Nodes& group : groups_in_order()) count += group.size();
    return count == nodes().size();
  }

  // Puts a group of point ops into the launches of a unit whose result only the group takes. Whether that is faster for
  // a group with look-up tables must be measured: `may_look_up` allows it.
  bool put_behind(const Nodes& group, bool may_look_up, std::vector<Unit>& units) const {
    if (!functions_[group.front()] || outputs_of(group).size() != 1) return false;
    const std::vector<ValueId> inputs = inputs_of(group);
    for (std::size_t place = 0; place < inputs.size(); ++place) {
      if (!is_for_alone(inputs[place], group)) continue;
      const auto maker = std::ranges::find_if(
          units, [&](const Unit& unit) { return unit.outputs == std::vector<ValueId>{inputs[place]}; });
      if (maker == units.end() || maker->nodes.size() != 1) continue;
      const auto longer = followed_by(*maker, group, place, may_look_up);
      if (!longer) continue;
      units.erase(maker);
      units.push_back(*longer);  // after all units that make its other inputs
      return true;
    }
    return false;
  }

  bool is_for_alone(ValueId id, const Nodes& group) const {
    if (std::ranges::count(typed_.definition->outputs, id) > 0) return false;
    for (std::size_t i = 0; i < nodes().size(); ++i)
      if (std::ranges::count(nodes()[i].inputs, id) > 0 && std::ranges::count(group, i) == 0) return false;
    return true;
  }

  // Returns the unit with the group behind it. The unit makes the group's input at `place`.
  std::optional<Unit> followed_by(Unit unit, const Nodes& group, std::size_t place, bool tables) const {
    auto epilogue = epilogue_of(point_unit_of(group), place);
    if (!epilogue || (!tables && !epilogue->tables.empty())) return {};
    std::vector<ValueId> beside = inputs_of(group);
    beside.erase(beside.begin() + static_cast<std::ptrdiff_t>(place));
    for (std::size_t i = 0; i < beside.size(); ++i)
      epilogue->beside[i].is_read = std::ranges::count(unit.inputs, beside[i]) > 0;
    unit.problem = unit.problem->followed_by(*epilogue);
    if (!unit.problem) return {};
    unit.nodes.insert(unit.nodes.end(), group.begin(), group.end());
    unit.inputs.insert(unit.inputs.end(), beside.begin(), beside.end());
    unit.outputs = outputs_of(group);
    return unit;
  }

  Unit unit_of(const Nodes& group) const {
    return {make_point_problem(point_unit_of(group), work_.options), group, inputs_of(group), outputs_of(group), 0};
  }

  PointUnit point_unit_of(const Nodes& group) const {
    const std::vector<ValueId> inputs = inputs_of(group), outputs = outputs_of(group);
    std::vector<ValueId> values = inputs;
    PointUnit unit{.name = {}, .group = {}, .inputs = {}, .outputs = {}};
    for (const ValueId id : inputs) {
      unit.inputs.push_back(typed_.types[id]);
      unit.group.inputs.push_back(std::get<ImageType>(typed_.types[id]).format);
    }
    const auto place_of = [&](ValueId id) {
      return static_cast<std::size_t>(std::ranges::find(values, id) - values.begin());
    };
    for (const std::size_t node : group) {
      point::Node computed{*functions_[node], {}};
      for (const ValueId id : nodes()[node].inputs) computed.inputs.push_back(place_of(id));
      for (const ValueId id : nodes()[node].outputs) values.push_back(id);
      unit.group.nodes.push_back(std::move(computed));
      unit.name += (unit.name.empty() ? "" : " + ") + nodes()[node].op;
    }
    for (const ValueId id : outputs) {
      unit.group.outputs.push_back(place_of(id));
      unit.outputs.push_back(typed_.types[id]);
    }
    return unit;
  }

  const Typed& typed_;
  const Work& work_;
  std::vector<std::optional<point::Function>> functions_;  // of nodes that are point ops
  std::vector<std::size_t> group_of_;                      // for each node its group, given by one of the group's nodes
};

}  // namespace

std::vector<Arrangement> arrangements_of(const Typed& typed, const Work& work) {
  return Fusion(typed, work).arrangements();
}

}  // namespace lenslet::pipeline
