// What an op launches, which values the launches use, and the graphs that a computation keeps.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <lenslet/plan.hpp>
#include <lenslet/value.hpp>

#include "ocl/host_work.hpp"
#include "op/arena.hpp"
#include "op/maker.hpp"
#include "op/problem.hpp"
#include "op/values.hpp"
#include "rounding.hpp"

#pragma GCC visibility push(default)
namespace lenslet::op {

// A value of a graph, without its memory.
struct GraphValue {
  enum class Kind : std::uint8_t {
    input,
    output,
    scratch,  // in the arena; one stage writes it for another stage of the same launch
    kept,     // in memory of the graph's own, with the contents of the launch before
    packed,   // an image's samples without gaps between rows: the image's memory where it has no gaps, else a copy
    found,    // the number of rows that a counted output has, a u32 that no launch before has set
  };
  Kind kind;
  std::uint32_t place;
  // Where a kernel counts an input image's pixels from. `whole`: the corner of the whole image, wherever its memory
  // begins. `held`: the corner of what the memory holds. `region`: the corner of the computed region.
  enum class View : std::uint8_t { whole, held, region } view = View::whole;

  bool operator==(const GraphValue&) const = default;
};

// An image that kernels want without gaps. The first launch that needs a copy allocates it.
struct Packed {
  GraphValue image;
  std::uint64_t bytes;
  mutable std::optional<ocl::Buffer> copy = {};
};

// An image as a kernel's arguments: see image.cl.
struct BoundImage {
  const ocl::Buffer& buffer;
  std::int64_t offset, stride;  // in samples; the offset is pixel (0, 0)'s, which may lie outside a part's memory
  Size size;
  int channels;

  bool has_gaps() const { return stride != size.width * channels; }  // between its rows
};

class Graph;

using Launches = std::vector<ocl::Event>;

inline void append(std::vector<ocl::Event> events, Launches& launches) {
  for (ocl::Event& event : events) launches.push_back(std::move(event));
}

// A number as a kernel's argument, with the bytes that the kernel reads.
class Scalar {
 public:
  template <class T>
  requires std::is_arithmetic_v<T> Scalar(T number) : size_(sizeof number) {
    static_assert(sizeof number <= sizeof(bytes_));
    std::memcpy(bytes_.data(), &number, sizeof number);
  }
  const void* data() const { return bytes_.data(); }
  std::size_t size() const { return size_; }
  bool operator==(const Scalar&) const = default;

 private:
  std::array<std::byte, 8> bytes_ = {};
  std::size_t size_;
};

// A group's local memory as an argument.
struct LocalMemory {
  std::size_t bytes;
};

// An argument that each launch computes, for example from where images lie or from what the host computed.
using ScalarOfLaunch = std::function<Scalar(const Graph&)>;
using Argument = std::variant<GraphValue, Scalar, LocalMemory, ScalarOfLaunch>;

// The number of work-items, in whole groups, or a function that computes it in each launch.
using Items = std::variant<ocl::Range, std::function<ocl::Range(const Graph&)>>;

// A kernel and its group. Any number of stages can use it.
struct GraphKernel {
  std::size_t place;
  ocl::Range group;
};

// An op's stages, with its inputs, its outputs and the memory between them. A graph is made once, and each launch binds
// it to inputs and outputs, which its stages ask it for. Only one launch at a time may use it.
class Graph {
 public:
  // Nothing is launched until stages are added.
  explicit Graph(const Maker& maker) : queue_(&maker.queue()) {}

  const ocl::Queue& queue() const { return *queue_; }

  // Functions that make values. A scratch value shares memory with others that are not needed at the same time.
  static GraphValue input(std::size_t place) { return {GraphValue::Kind::input, static_cast<std::uint32_t>(place)}; }
  static GraphValue output(std::size_t place) { return {GraphValue::Kind::output, static_cast<std::uint32_t>(place)}; }
  static GraphValue found(std::size_t output) { return {GraphValue::Kind::found, static_cast<std::uint32_t>(output)}; }
  static GraphValue held(GraphValue image) { return {image.kind, image.place, GraphValue::View::held}; }
  static GraphValue of_region(GraphValue image) { return {image.kind, image.place, GraphValue::View::region}; }
  GraphValue scratch(ScratchBytes bytes);
  GraphValue scratch(std::uint64_t bytes) { return scratch(ScratchBytes(bytes)); }
  GraphValue scratch(std::uint64_t count, std::size_t size) { return scratch(count * size); }
  GraphValue keep(ocl::Buffer buffer);
  GraphValue packed(GraphValue image, std::uint64_t bytes);

  GraphKernel kernel(const ocl::Program& program, const char* name, ocl::Range group);

  // Functions that add stages; stages run in this order. A kernel's arguments are values and numbers, beginning with
  // the first argument. An image becomes five arguments, see image.cl.
  template <class... Arguments>
  void launch(const GraphKernel& kernel, const Items& items, const Arguments&... arguments) {
    launch_with(kernel, items, {Argument(arguments)...});
  }
  void launch_with(const GraphKernel& kernel, Items items, std::vector<Argument> arguments,
                   ocl::Range offset = ocl::no_offset);

  // The same in one dimension, for a number of groups.
  template <class... Arguments>
  void launch_groups(const GraphKernel& kernel, std::uint64_t groups, const Arguments&... arguments) {
    launch(kernel, ocl::Range{groups * kernel.group.x}, arguments...);
  }

  // The same in one dimension, for at least so many work-items.
  template <class... Arguments>
  void launch_items(const GraphKernel& kernel, std::uint64_t items, const Arguments&... arguments) {
    launch(kernel, ocl::Range{round_up(items, kernel.group.x)}, arguments...);
  }

  void copy(GraphValue from, GraphValue to, std::uint64_t bytes);

  // Adds commands that the op puts into the queue itself. They use the values `uses`. A stage without a name is not
  // listed in stages(): for some images it puts nothing into the queue.
  void commands(std::string name, const std::vector<GraphValue>& uses,
                std::function<void(const Graph&, Launches&)> put);

  // Adds work of the host. It runs after all earlier stages have ended; later stages wait for it.
  void host(std::string name, const std::vector<GraphValue>& uses, std::function<void(const Graph&)> work);

  // The same, with a loop: while `again` returns true, the stages from `first` on are launched again.
  void host_loop(std::string name, std::size_t first, const std::vector<GraphValue>& uses,
                 std::function<bool(const Graph&)> again);

  // Sets a function to call once a launch has put its stages into the queue, or has failed to.
  void at_end(std::function<void()> forget) { at_end_ = std::move(forget); }

  // allocate() gives the scratch values their memory, once all stages are added. Where the launch decides their size,
  // fit() does it in a launch, or reserve() before one. All throw unsupported or device where there is not enough
  // memory.
  void allocate();
  void fit();
  void reserve(const LaunchShape& shape);

  // Bytes of a launch's scratch values and of kept memory, with copies of all packed images.
  std::uint64_t scratch_bytes(const LaunchShape& shape = {}) const { return arena_.bytes(shape) + kept_bytes(); }
  std::uint64_t kept_bytes() const;
  const Arena& arena() const { return arena_; }
  std::vector<std::string> stages() const;  // names, in order

  // bind() sets the values of a launch, which must live until end_launch(). With a region, the first output is that
  // part of the whole.
  void bind(const DeviceValues& inputs, const DeviceValues& outputs, const std::optional<Rect>& region = {});
  void end_launch();

  // A whole launch, with all of the host's work. It ends also where a stage throws.
  void run(const DeviceValues& inputs, const DeviceValues& outputs, Launches& launches);

  // Puts stages into the queue, up to the first stage of the host. Returns that stage, or size() where there is none.
  std::size_t launch(Launches& launches) { return launch_from(0, launches); }

  // Does a stage of the host, and all that follows.
  void finish(std::size_t stage, Launches& launches);

  std::size_t size() const { return stages_.size(); }

  // The values of the present launch.

  // The part of the first output that is computed, in pixels of the whole. The first output must be an image.
  Rect region() const;
  Rect in_whole() const;      // the same part's place in the first input's whole image
  LaunchShape shape() const;  // the first input must be an image

  bool is_image(GraphValue value) const {
    const bool of_op = value.kind == GraphValue::Kind::input || value.kind == GraphValue::Kind::output;
    return of_op && of(value).is_image(value.place);
  }

  // For an input, the pixels from where its view says. For an output, the part that is computed.
  BoundImage image(GraphValue value) const;
  Rect held_of(GraphValue input) const;  // what the input's memory holds, in pixels of the whole
  const DeviceImage& device_image(GraphValue value) const { return of(value).image(value.place); }
  const DeviceArray& array(GraphValue value) const { return of(value).array(value.place); }
  const ocl::Buffer& buffer(GraphValue value) const;  // of an array, or of the graph's own memory
  bool is_in_place(GraphValue packed) const;          // whether no copy is needed

 private:
  struct KernelStage {
    GraphKernel kernel;
    Items items;
    std::vector<Argument> arguments;
    ocl::Range offset;  // global id of the first work-item
  };
  struct CommandStage {
    std::function<void(const Graph&, Launches&)> put;
  };
  struct HostStage {
    std::size_t first;  // first stage of those that are launched again
    std::function<bool(const Graph&)> again;
  };
  struct Stage {
    std::string name;
    std::vector<GraphValue> uses;
    std::variant<KernelStage, CommandStage, HostStage> what;
  };

  // Remembers the kernel's present arguments, so that only those that change are set.
  struct BoundKernel {
    ocl::Kernel kernel;
    std::string name;
    std::vector<std::variant<std::monostate, GraphValue, Scalar>> arguments = {};
  };

  void use(const std::vector<GraphValue>& values, std::size_t stage);
  void add(std::string name, const std::vector<GraphValue>& uses, decltype(Stage::what) what);
  void put(const KernelStage& stage, Launches& launches);
  std::size_t launch_from(std::size_t stage, Launches& launches);
  const ocl::Buffer& memory_of(GraphValue packed) const;
  const DeviceValues& of(GraphValue value) const {
    return value.kind == GraphValue::Kind::input ? *inputs_ : *outputs_;
  }

  const ocl::Queue* queue_;
  std::vector<BoundKernel> kernels_;
  std::vector<ocl::Buffer> kept_;
  std::vector<Packed> packed_;
  Arena arena_;
  std::vector<Stage> stages_;
  std::function<void()> at_end_;
  std::optional<DeviceValues> inputs_, outputs_;  // of the present launch, like region_
  std::optional<Rect> region_;
};

// An op as a graph. Threads may launch it at the same time, so each launch takes a graph with its own kernels and
// memory.
class GraphComputation : public Computation {
 public:
  using Make = std::function<Graph(const Maker& maker)>;

  // Makes the first graph and builds its programs; later graphs get the same programs. The queue, and what `make`
  // refers to, must outlive the computation.
  GraphComputation(const ocl::Queue& queue, Make make, const Build& build);
  GraphComputation(const GraphComputation&) = delete;  // what `make` refers to may be the owner
  GraphComputation& operator=(const GraphComputation&) = delete;

  // Puts all stages before the first work of the host into the queue. `min_bytes` becomes Timing::bytes.
  Launch launch_graph(const DeviceValues& inputs, const DeviceValues& outputs, const std::optional<Rect>& region,
                      std::uint64_t min_bytes) const;
  Launch launch(const DeviceValues& inputs, const DeviceValues& outputs,
                const std::optional<Rect>& region) const override {
    return launch_graph(inputs, outputs, region, 0);
  }

  std::vector<std::string> stages() const override { return stages_; }
  void reserve(const LaunchShape& shape) const override;

  // For one graph. There are as many graphs as launches at the same time.
  std::uint64_t scratch_bytes(const LaunchShape& shape) const override { return arena_.bytes(shape) + kept_bytes_; }

 private:
  using GraphPtr = std::unique_ptr<Graph>;
  struct Idle;
  class Taken;

  GraphPtr make_graph() const;
  Taken take() const;

  const ocl::Queue& queue_;
  Make make_;
  std::vector<ocl::Program> programs_;  // in the order in which a graph's construction asks for them
  std::vector<std::string> stages_;
  Arena arena_;  // as every graph's arena, but without memory
  std::uint64_t kept_bytes_ = 0;
  std::shared_ptr<Idle> idle_;  // work of the host may need it longer than the computation lives
};

}  // namespace lenslet::op
#pragma GCC visibility pop
