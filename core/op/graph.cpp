// Where images and memory lie in a launch; how stages are added and launched; which graph a launch takes.
#include "op/graph.hpp"

#include <mutex>

#include "access.hpp"

namespace lenslet::op {
namespace {

// The offset of a pixel of the whole image. The pixel may lie outside what is held.
std::int64_t offset_of(const DeviceImage& image, std::int64_t x, std::int64_t y) {
  return image.held_offset() + (y - image.held().y) * image.stride() + (x - image.held().x) * image.format().channels;
}

}  // namespace

Rect Graph::region() const {
  if (region_) return *region_;
  const Size size = outputs_->image(0).size();
  return {0, 0, size.width, size.height};
}

Rect Graph::in_whole() const {
  return region_.value_or(inputs_->image(0).rectangle());
}

LaunchShape Graph::shape() const {
  const DeviceImage& input = inputs_->image(0);
  return {region(), input.whole(), input.layers()};
}

BoundImage Graph::image(GraphValue value) const {
  const DeviceImage& image = device_image(value);
  if (value.kind == GraphValue::Kind::output || !region_)
    return {image.buffer(), image.offset(), image.stride(), image.size(), image.format().channels};
  if (value.view == GraphValue::View::held)
    return {image.buffer(), image.held_offset(), image.stride(), image.held().size(), image.format().channels};
  if (value.view == GraphValue::View::region)
    return {image.buffer(), offset_of(image, region_->x, region_->y), image.stride(), region_->size(),
            image.format().channels};
  return {image.buffer(), offset_of(image, 0, 0), image.stride(), image.whole(), image.format().channels};
}

Rect Graph::held_of(GraphValue input) const {
  const DeviceImage& image = device_image(input);
  return region_ ? image.held() : Rect{0, 0, image.size().width, image.size().height};
}

// A run for a region has outputs that hold less than the whole, so they are never packed in place.
bool Graph::is_in_place(GraphValue packed) const {
  const GraphValue value = packed_[packed.place].image;
  if (value.kind == GraphValue::Kind::output && region_) return false;
  const BoundImage bound = image(value);
  return bound.offset == 0 && !bound.has_gaps();
}

const ocl::Buffer& Graph::buffer(GraphValue value) const {
  if (value.kind == GraphValue::Kind::packed) return memory_of(value);
  if (value.kind == GraphValue::Kind::scratch) return arena_.buffer(value.place);
  if (value.kind == GraphValue::Kind::kept) return kept_[value.place];
  if (value.kind == GraphValue::Kind::found) return array(value).found();
  return array(value).buffer();
}

const ocl::Buffer& Graph::memory_of(GraphValue value) const {
  const Packed& packed = packed_[value.place];
  if (is_in_place(value)) return image(packed.image).buffer;
  if (!packed.copy) packed.copy = queue_->allocate(packed.bytes);
  return *packed.copy;
}

namespace {

using Known = std::variant<std::monostate, GraphValue, Scalar>;

// Sets a kernel's arguments one after the other, where they have changed.
class ArgumentSetter {
 public:
  ArgumentSetter(ocl::Kernel& kernel, std::vector<Known>& known, const Graph& bound)
      : kernel_(kernel), known_(known), bound_(bound) {}

  void operator()(const Scalar& scalar) {
    Known& known = next();
    if (const auto* same = std::get_if<Scalar>(&known); same && *same == scalar) return;
    kernel_.set(index_ - 1, scalar.data(), scalar.size());
    known = scalar;
  }

  void operator()(const LocalMemory& memory) {
    next() = {};
    kernel_.set_local(index_ - 1, memory.bytes);
  }

  void operator()(const ScalarOfLaunch& scalar) { (*this)(scalar(bound_)); }

  void operator()(const GraphValue& value) {
    if (bound_.is_image(value)) return set(bound_.image(value));
    Known& known = next();
    if (const auto* same = std::get_if<GraphValue>(&known); same && *same == value) return;
    kernel_.set(index_ - 1, bound_.buffer(value));
    if (value.kind == GraphValue::Kind::scratch || value.kind == GraphValue::Kind::kept)
      known = value;
    else
      known = {};  // the next launch computes it again
  }

 private:
  Known& next() {
    if (++index_ > known_.size()) known_.emplace_back();
    return known_[index_ - 1];
  }

  void set(const BoundImage& image) {
    next() = {};
    kernel_.set(index_ - 1, image.buffer);
    (*this)(Scalar(image.offset));
    (*this)(Scalar(image.stride));
    (*this)(Scalar(static_cast<std::int32_t>(image.size.width)));
    (*this)(Scalar(static_cast<std::int32_t>(image.size.height)));
  }

  ocl::Kernel& kernel_;
  std::vector<Known>& known_;
  const Graph& bound_;
  unsigned index_ = 0;  // of the next argument
};

ocl::Range range_of(const Items& items, const Graph& bound) {
  if (const auto* range = std::get_if<ocl::Range>(&items)) return *range;
  return std::get<1>(items)(bound);
}

std::vector<GraphValue> values_among(const std::vector<Argument>& arguments) {
  std::vector<GraphValue> values;
  for (const Argument& argument : arguments)
    if (const auto* value = std::get_if<GraphValue>(&argument)) values.push_back(*value);
  return values;
}

}  // namespace

GraphValue Graph::scratch(ScratchBytes bytes) {
  return {GraphValue::Kind::scratch, static_cast<std::uint32_t>(arena_.add(std::move(bytes)))};
}

GraphValue Graph::keep(ocl::Buffer buffer) {
  kept_.push_back(std::move(buffer));
  return {GraphValue::Kind::kept, static_cast<std::uint32_t>(kept_.size() - 1)};
}

GraphValue Graph::packed(GraphValue image, std::uint64_t bytes) {
  packed_.push_back({image, bytes});
  return {GraphValue::Kind::packed, static_cast<std::uint32_t>(packed_.size() - 1)};
}

GraphKernel Graph::kernel(const ocl::Program& program, const char* name, ocl::Range group) {
  kernels_.push_back({ocl::Kernel(program, name), name});
  return {kernels_.size() - 1, group};
}

void Graph::add(std::string name, const std::vector<GraphValue>& uses, decltype(Stage::what) what) {
  use(uses, stages_.size());
  stages_.push_back({std::move(name), uses, std::move(what)});
}

void Graph::use(const std::vector<GraphValue>& values, std::size_t stage) {
  for (const GraphValue& value : values)
    if (value.kind == GraphValue::Kind::scratch) arena_.use(value.place, stage);
}

void Graph::launch_with(const GraphKernel& kernel, Items items, std::vector<Argument> arguments, ocl::Range offset) {
  const std::vector<GraphValue> uses = values_among(arguments);
  add(kernels_[kernel.place].name, uses, KernelStage{kernel, std::move(items), std::move(arguments), offset});
}

void Graph::commands(std::string name, const std::vector<GraphValue>& uses,
                     std::function<void(const Graph&, Launches&)> put) {
  add(std::move(name), uses, CommandStage{std::move(put)});
}

void Graph::copy(GraphValue from, GraphValue to, std::uint64_t bytes) {
  commands("copy", {from, to}, [=, queue = queue_](const Graph& bound, Launches& launches) {
    launches.push_back(queue->copy(bound.buffer(from), bound.buffer(to), bytes));
  });
}

void Graph::host(std::string name, const std::vector<GraphValue>& uses, std::function<void(const Graph&)> work) {
  host_loop(std::move(name), stages_.size(), uses, [work = std::move(work)](const Graph& bound) {
    work(bound);
    return false;
  });
}

// A value that a stage of the loop uses keeps its memory during the whole loop.
void Graph::host_loop(std::string name, std::size_t first, const std::vector<GraphValue>& uses,
                      std::function<bool(const Graph&)> again) {
  for (std::size_t stage = first; stage < stages_.size(); ++stage) {
    use(stages_[stage].uses, first);
    use(stages_[stage].uses, stages_.size());
  }
  use(uses, first);
  add(std::move(name), uses, HostStage{first, std::move(again)});
}

void Graph::allocate() {
  arena_.place();
  if (!arena_.depends_on_launch()) arena_.grow(*queue_, {});
}

void Graph::fit() {
  if (arena_.depends_on_launch()) reserve(shape());
}

void Graph::reserve(const LaunchShape& shape) {
  if (!arena_.grow(*queue_, shape)) return;
  for (BoundKernel& kernel : kernels_) kernel.arguments.clear();
}

std::uint64_t Graph::kept_bytes() const {
  std::uint64_t bytes = 0;
  for (const ocl::Buffer& buffer : kept_) bytes += buffer.bytes();
  for (const Packed& image : packed_) bytes += image.bytes;
  return bytes;
}

std::vector<std::string> Graph::stages() const {
  std::vector<std::string> names;
  for (const Stage& stage : stages_)
    if (!stage.name.empty()) names.push_back(stage.name);
  return names;
}

void Graph::bind(const DeviceValues& inputs, const DeviceValues& outputs, const std::optional<Rect>& region) {
  inputs_ = inputs;
  outputs_ = outputs;
  region_ = region;
}

void Graph::end_launch() {
  if (at_end_) at_end_();
  inputs_.reset();
  outputs_.reset();
}

void Graph::run(const DeviceValues& inputs, const DeviceValues& outputs, Launches& launches) {
  struct End {
    Graph& graph;
    ~End() { graph.end_launch(); }
  };
  const End end{*this};
  bind(inputs, outputs);
  finish(launch(launches), launches);
}

void Graph::put(const KernelStage& stage, Launches& launches) {
  BoundKernel& kernel = kernels_[stage.kernel.place];
  ArgumentSetter set(kernel.kernel, kernel.arguments, *this);
  for (const Argument& argument : stage.arguments) std::visit(set, argument);
  launches.push_back(queue_->launch(kernel.kernel, range_of(stage.items, *this), stage.kernel.group, stage.offset));
}

std::size_t Graph::launch_from(std::size_t stage, Launches& launches) {
  for (; stage < stages_.size(); ++stage) {
    if (const auto* kernel = std::get_if<KernelStage>(&stages_[stage].what))
      put(*kernel, launches);
    else if (const auto* commands = std::get_if<CommandStage>(&stages_[stage].what))
      commands->put(*this, launches);
    else
      break;
  }
  return stage;
}

void Graph::finish(std::size_t stage, Launches& launches) {
  while (stage < stages_.size()) {
    const auto& host = std::get<HostStage>(stages_[stage].what);
    stage = launch_from(host.again(*this) ? host.first : stage + 1, launches);
  }
}

// Graphs that no launch uses. There are at most as many as launches ever ran at the same time.
struct GraphComputation::Idle {
  std::mutex mutex;
  std::vector<GraphPtr> graphs;

  GraphPtr take() {  // null where there is none
    const std::lock_guard lock(mutex);
    if (graphs.empty()) return nullptr;
    GraphPtr graph = std::move(graphs.back());
    graphs.pop_back();
    return graph;
  }

  void give_back(GraphPtr graph) {
    const std::lock_guard lock(mutex);
    graphs.push_back(std::move(graph));
  }
};

// A launch's graph. It becomes idle when all its stages are in the queue.
class GraphComputation::Taken {
 public:
  Taken(GraphPtr graph, std::shared_ptr<Idle> idle) : graph_(std::move(graph)), idle_(std::move(idle)) {}
  Taken(Taken&&) = default;
  Taken& operator=(Taken&&) = delete;
  ~Taken() {
    if (!graph_) return;
    graph_->end_launch();
    idle_->give_back(std::move(graph_));
  }

  Graph* operator->() const { return graph_.get(); }

 private:
  GraphPtr graph_;
  std::shared_ptr<Idle> idle_;
};

GraphComputation::GraphComputation(const ocl::Queue& queue, Make make, const Build& build)
    : queue_(queue), make_(std::move(make)), idle_(std::make_shared<Idle>()) {
  const Maker maker(queue, [&](const std::string& source, const std::string& options) {
    return programs_.emplace_back(build(source, options).program);
  });
  auto graph = std::make_unique<Graph>(make_(maker));
  arena_ = graph->arena();
  arena_.place();
  kept_bytes_ = graph->kept_bytes();
  stages_ = graph->stages();
  graph->allocate();
  idle_->give_back(std::move(graph));
}

GraphComputation::GraphPtr GraphComputation::make_graph() const {
  std::size_t next = 0;
  const Maker maker(queue_, [&](const std::string&, const std::string&) { return programs_.at(next++); });
  auto graph = std::make_unique<Graph>(make_(maker));
  graph->allocate();
  return graph;
}

GraphComputation::Taken GraphComputation::take() const {
  GraphPtr graph = idle_->take();
  return {graph ? std::move(graph) : make_graph(), idle_};
}

void GraphComputation::reserve(const LaunchShape& shape) const {
  const Taken taken = take();
  taken->reserve(shape);
}

// The host's first work has to wait for the device. So it and all later stages run only when the results are needed.
Launch GraphComputation::launch_graph(const DeviceValues& inputs, const DeviceValues& outputs,
                                      const std::optional<Rect>& region, std::uint64_t min_bytes) const {
  queue_.settle();  // finishes earlier launches, which frees their graphs
  Taken taken = take();
  taken->bind(inputs, outputs, region);
  taken->fit();
  Launches launches;
  launches.reserve(taken->size());
  const std::size_t stage = taken->launch(launches);
  std::shared_ptr<ocl::HostWork> rest;
  if (stage < taken->size()) {
    rest = std::make_shared<ocl::HostWork>([run = std::make_shared<Taken>(std::move(taken)), stage, in = inputs.copy(),
                                            out = outputs.copy(), region](Launches& later) {
      (*run)->bind(in, out, region);
      (*run)->finish(stage, later);
      (*run)->queue().flush();
    });
    queue_.settle_first(rest);
  }
  queue_.flush();
  return internal::Access::launch(std::move(launches), min_bytes, queue_.timed(), std::move(rest));
}

}  // namespace lenslet::op
