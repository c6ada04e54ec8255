// Cuts a pipeline in front of a node that sees all of its image, and puts another one in its place.
#include "pipeline/merging.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "op/op.hpp"

namespace lenslet::pipeline {
namespace {

constexpr ValueId unused = std::numeric_limits<ValueId>::max();

// The part of a definition that makes one value, with those of the inputs that it takes.
class Upstream {
 public:
  // `depth` is what the call says of the first output's type.
  Upstream(const Definition& from, ValueId wanted, std::optional<PixelType> depth)
      : from_(from), depth_(depth), places_(from.values.size(), unused) {
    std::vector<bool> needed(from.values.size());
    needed[wanted] = true;
    const auto makes_needed = [&](const Node& node) {
      return std::ranges::any_of(node.outputs, [&](ValueId id) { return needed[id]; });
    };
    for (std::size_t i = from.nodes.size(); i-- > 0;) {
      if (!makes_needed(from.nodes[i])) continue;
      nodes_.insert(nodes_.begin(), i);
      for (const ValueId id : from.nodes[i].inputs) needed[id] = true;
    }
    for (ValueId id = 0; id < from.inputs; ++id)
      if (needed[id]) inputs_.push_back(id), place(id);
    part_.inputs = inputs_.size();
    for (const std::size_t i : nodes_) add(from.nodes[i]);
    part_.outputs = {places_[wanted]};
  }

  const std::vector<std::size_t>& inputs() const { return inputs_; }
  const Definition& definition() const { return part_; }

 private:
  // Names of values that other nodes took may be unused now, which the language refuses.
  void place(ValueId id) {
    places_[id] = part_.values.size();
    part_.values.push_back(id < from_.inputs ? from_.values[id] : std::string());
  }

  // Where the node that makes the first output stands here, other nodes behind it make this part's.
  void add(Node node) {
    if (!node.depth && std::ranges::count(node.outputs, from_.outputs.front()) > 0) node.depth = depth_;
    for (ValueId& id : node.inputs) id = places_[id];
    for (ValueId& id : node.outputs) {
      place(id);
      id = places_[id];
    }
    part_.nodes.push_back(std::move(node));
  }

  const Definition& from_;
  std::optional<PixelType> depth_;
  std::vector<ValueId> places_;  // of values in the part
  std::vector<std::size_t> nodes_, inputs_;
  Definition part_;
};

// The schedule of a pipeline is for its own nodes.
Work work_of(const Definition& definition, std::vector<ValueType> inputs, OpOptions options) {
  options.schedule.clear();
  return {call_of(definition), std::move(inputs), std::move(options)};
}

// Makes an image for an op that is told of it. Its nodes have their output types, and what the call says may be for
// others of the whole alone.
Work work_before(const Definition& part, std::vector<ValueType> inputs, OpOptions options) {
  options.ddepth.reset();
  return with_known_options(work_of(part, std::move(inputs), options));
}

op::Merging step(const Typed& typed, const Work& work, std::size_t place, op::Merging own) {
  const Definition& definition = *typed.definition;
  const ValueId image = definition.nodes[place].inputs.front();
  op::Merging result{own.op, {}, {image}, own.counts, own.add, {}};
  if (image >= definition.inputs) {
    const Upstream upstream(definition, image, work.options.ddepth);
    std::vector<ValueType> inputs;
    for (const std::size_t input : upstream.inputs()) inputs.push_back(typed.types[input]);
    result.inputs = upstream.inputs();
    result.before = work_before(upstream.definition(), std::move(inputs), work.options);
  }
  result.then = [&typed, &work, place, then = std::move(own.then)](std::span<const std::uint64_t> counts) {
    Definition changed = *typed.definition;
    const Call call = then(counts).call;
    changed.nodes[place].op = call.op;
    changed.nodes[place].arguments = call.arguments;
    return work_of(changed, work.inputs, work.options);
  };
  return result;
}

}  // namespace

std::optional<op::Merging> merging_of(const Typed& typed, const Work& work) {
  for (const Unit& unit : typed.apart.units)
    if (auto own = unit.problem->merging()) return step(typed, work, unit.nodes.front(), *std::move(own));
  return {};
}

}  // namespace lenslet::pipeline
