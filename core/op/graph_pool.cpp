// Which graph a launch takes, and when its stages are put into the queue.
#include "op/graph_pool.hpp"

#include <mutex>

#include "access.hpp"

namespace lenslet::op {

// Graphs that no launch uses. There are at most as many as launches ever ran at the same time.
struct GraphPool::Idle {
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
class GraphPool::Taken {
 public:
  Taken(GraphPtr graph, std::shared_ptr<Idle> idle) : graph_(std::move(graph)), idle_(std::move(idle)) {}
  Taken(Taken&&) = default;
  Taken& operator=(Taken&&) = delete;
  ~Taken() {
    if (!graph_) return;
    graph_->end_launch();
    idle_->give_back(std::move(graph_));
  }

  Graph& operator*() const { return *graph_; }

  // Finishes the launch, beginning with a stage of the host.
  void finish(std::size_t stage, const Bound& bound, Launches& launches) const {
    while (stage < graph_->size()) stage = graph_->launch_from(graph_->work(stage, bound), bound, launches);
    graph_->queue().flush();
  }

 private:
  GraphPtr graph_;
  std::shared_ptr<Idle> idle_;
};

GraphPool::GraphPool(const ocl::Queue& queue, Make make, const Build& build)
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

GraphPool::GraphPtr GraphPool::make_graph() const {
  std::size_t next = 0;
  const Maker maker(queue_, [&](const std::string&, const std::string&) { return programs_.at(next++); });
  auto graph = std::make_unique<Graph>(make_(maker));
  graph->allocate();
  return graph;
}

GraphPool::Taken GraphPool::take() const {
  GraphPtr graph = idle_->take();
  return {graph ? std::move(graph) : make_graph(), idle_};
}

void GraphPool::reserve(const LaunchShape& shape) const {
  const Taken taken = take();
  (*taken).reserve(shape);
}

// What follows the first work of the host has to wait for the device, so it is done when somebody needs the results.
Launch GraphPool::launch(const DeviceValues& inputs, const DeviceValues& outputs, const std::optional<Rect>& region,
                         std::uint64_t min_bytes) const {
  queue_.settle();  // finishes earlier launches, which frees their graphs
  Taken taken = take();
  const Bound bound = (*taken).bound(inputs, outputs, region);
  (*taken).fit(bound);
  Launches launches;
  launches.reserve((*taken).size());
  const std::size_t stage = (*taken).launch_from(0, bound, launches);
  std::shared_ptr<ocl::HostWork> rest;
  if (stage < (*taken).size()) {
    rest = std::make_shared<ocl::HostWork>(
        [run = std::make_shared<Taken>(std::move(taken)), stage, in = inputs.copy(), out = outputs.copy(),
         region](Launches& later) { run->finish(stage, (**run).bound(in, out, region), later); });
    queue_.settle_first(rest);
  }
  queue_.flush();
  return internal::Access::launch(std::move(launches), min_bytes, queue_.timed(), std::move(rest));
}

}  // namespace lenslet::op
