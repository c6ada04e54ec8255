// What a launch of values checks, and which graph it has.
#include "op/graph_computation.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "access.hpp"
#include "image/rect.hpp"

namespace lenslet::op {
namespace {

[[noreturn]] void refuse_value(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

bool is_of(const DeviceArray& array, const ValueType& wanted) {
  const auto* type = std::get_if<ArrayType>(&wanted);
  return type && array.type() == *type;
}

bool is_of(const DeviceImage& image, const ValueType& wanted) {
  const auto* type = std::get_if<ImageType>(&wanted);
  return type && image.format() == type->format && image.size() == type->size && image.layers() == type->layers;
}

// The types of images as a run for a region has them: outputs of its size, inputs as parts of images of their own.
std::vector<ValueType> types_for(const std::vector<DeviceValue>& inputs, std::vector<ValueType> types) {
  for (std::size_t i = 0; i < std::min(inputs.size(), types.size()); ++i) {
    const auto* image = std::get_if<DeviceImage>(&inputs[i]);
    auto* type = std::get_if<ImageType>(&types[i]);
    if (!image || !type) continue;
    if (image->whole() != type->size)
      refuse_value(fmt::format("input {} is of an image of {} x {}, this plan is for {}", i, image->whole().width,
                               image->whole().height, to_string(*type)));
    type->size = image->size();
  }
  return types;
}

std::vector<ValueType> types_for(const Rect& region, std::vector<ValueType> types) {
  for (ValueType& type : types) std::get<ImageType>(type).size = region.size();
  return types;
}

void check_held(const std::vector<DeviceValue>& inputs, const Rect& reads) {
  for (const DeviceValue& input : inputs)
    if (const Rect& held = std::get<DeviceImage>(input).held(); !is_inside(reads, held))
      refuse_value(fmt::format("the region reads {} of an input that holds {}", to_string(reads), to_string(held)));
}

void check_storage(const char*, const DeviceArray&) {}
void check_storage(const char* what, const DeviceImage& image) {
  if (!image.in_buffer())
    refuse_value(
        fmt::format("an {} in the storage '{}', allowed: buffer, image_buffer", what, name_of(image.storage())));
}

void check_values(const char* what, const std::vector<DeviceValue>& given, const std::vector<ValueType>& wanted) {
  if (given.size() != wanted.size())
    refuse_value(fmt::format("{} {}s, this plan has {}", given.size(), what, wanted.size()));
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!std::visit([&](const auto& value) { return is_of(value, wanted[i]); }, given[i]))
      refuse_value(
          fmt::format("the {} is {}, this plan is for {}", what, to_string(type_of(given[i])), to_string(wanted[i])));
    std::visit([what](const auto& value) { check_storage(what, value); }, given[i]);
  }
}

bool share_memory(const DeviceValue& a, const DeviceValue& b) {
  if (a.index() != b.index()) return false;
  return std::visit([&b](const auto& known) { return known.shares_memory(std::get<std::decay_t<decltype(known)>>(b)); },
                    a);
}

void check_apart(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (const DeviceValue& input : inputs)
      if (share_memory(outputs[i], input)) refuse_value("an input cannot be an output");
    for (std::size_t k = 0; k < i; ++k)
      if (share_memory(outputs[i], outputs[k])) refuse_value("one value cannot take two outputs");
  }
}

}  // namespace

GraphComputation::GraphPtr GraphComputation::Pool::take() {
  const std::lock_guard lock(mutex);
  if (idle.empty()) return nullptr;
  GraphPtr graph = std::move(idle.back());
  idle.pop_back();
  return graph;
}

void GraphComputation::Pool::give_back(GraphPtr graph) {
  const std::lock_guard lock(mutex);
  idle.push_back(std::move(graph));
}

// A launch's graph, which goes back to the pool when all its stages are in the queue.
class GraphComputation::Run {
 public:
  Run(GraphPtr graph, std::shared_ptr<Pool> pool) : graph_(std::move(graph)), pool_(std::move(pool)) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() { pool_->give_back(std::move(graph_)); }

  Graph& graph() const { return *graph_; }

 private:
  GraphPtr graph_;
  std::shared_ptr<Pool> pool_;
};

GraphComputation::GraphComputation(const Op& op, Instance problem, const ArraySchedule& schedule,
                                   const ocl::Queue& queue, const Build& build)
    : op_(op),
      queue_(queue),
      problem_(std::move(problem)),
      schedule_(schedule),
      least_bytes_(least_bytes(op, problem_)) {
  const Maker maker(queue, [&](const std::string& source, const std::string& options) {
    return programs_.emplace_back(build(source, options).program);
  });
  GraphPtr graph = std::make_unique<Graph>(op.make(problem_, schedule_, maker));
  graph->allocate();
  scratch_bytes_ = graph->scratch_bytes();
  stages_ = graph->stages();
  pool_->give_back(std::move(graph));
}

GraphComputation::GraphPtr GraphComputation::make_graph() const {
  std::size_t next = 0;
  const Maker maker(queue_, [&](const std::string&, const std::string&) { return programs_.at(next++); });
  GraphPtr graph = std::make_unique<Graph>(op_.make(problem_, schedule_, maker));
  graph->allocate();
  return graph;
}

Launch GraphComputation::launch(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) const {
  check_values("input", inputs, problem_.inputs.all());
  check_values("output", outputs, problem_.outputs.all());
  return launch_on(inputs, outputs, {});
}

// From a stage of the host's on.
void GraphComputation::finish(Graph& graph, std::size_t stage, const Bound& bound, Launches& launches) {
  while (stage < graph.size()) stage = graph.launch_from(graph.work(stage, bound), bound, launches);
  graph.queue().flush();
}

bool GraphComputation::has_regions() const {
  const auto is_image = [](const ValueType& type) { return std::holds_alternative<ImageType>(type); };
  return std::ranges::all_of(problem_.inputs.all(), is_image) && std::ranges::all_of(problem_.outputs.all(), is_image);
}

Rect GraphComputation::reads(const Rect& region, Size whole) const {
  switch (op_.info.inputs.front().reads) {
    case Reads::same:
      return region;
    case Reads::scaled:
      return op_.reads(problem_, region);
    default:
      return rect_of(whole);
  }
}

Launch GraphComputation::launch_region(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                                       const Rect& region) const {
  check_region(region, problem_.outputs.image(0).size);
  check_values("input", inputs, types_for(inputs, problem_.inputs.all()));
  check_values("output", outputs, types_for(region, problem_.outputs.all()));
  check_held(inputs, reads(region, problem_.inputs.image(0).size));
  return launch_on(inputs, outputs, region);
}

// What comes after the first work of the host waits for the device. That is left to who needs the results.
Launch GraphComputation::launch_on(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                                   const std::optional<Rect>& region) const {
  check_apart(inputs, outputs);
  queue_.settle();  // what stands before this launch is done, and its graph free
  GraphPtr graph = pool_->take();
  auto run = std::make_unique<Run>(graph ? std::move(graph) : make_graph(), pool_);
  Launches launches;
  launches.reserve(run->graph().size());
  const std::size_t stage = run->graph().launch_from(0, run->graph().bound(inputs, outputs, region), launches);
  std::shared_ptr<ocl::HostWork> rest;
  if (stage < run->graph().size()) {
    rest = std::make_shared<ocl::HostWork>(
        [run = std::shared_ptr<Run>(std::move(run)), stage, inputs, outputs, region](Launches& later) {
          finish(run->graph(), stage, run->graph().bound(inputs, outputs, region), later);
        });
    queue_.settle_first(rest);
  }
  queue_.flush();
  return internal::Access::launch(std::move(launches), least_bytes_, queue_.timed(), std::move(rest));
}

}  // namespace lenslet::op
