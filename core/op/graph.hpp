// What an op launches, and what its values are in one launch.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
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
#include "op/values.hpp"
#include "rounding.hpp"

namespace lenslet::op {

// A value of a graph.
struct GraphValue {
  enum class Kind : std::uint8_t {
    input,
    output,
    scratch,  // in the arena: holds what one stage made for another of the same launch
    kept,     // memory of the graph's own: holds what it did in the launch before
    packed,   // an image's samples without gaps between rows: its own memory where it has none, else a copy
  };
  Kind kind;
  std::uint32_t place;
  // What a kernel sees of an input image. `whole`: pixels count from the whole image's corner, wherever its memory
  // begins. `held`: they count from the corner of what the memory holds. `region`: from that of the computed region.
  enum class View : std::uint8_t { whole, held, region } view = View::whole;

  bool operator==(const GraphValue&) const = default;
};

// An image that kernels want without gaps. The copy is allocated by the first launch that needs it.
struct Packed {
  GraphValue image;
  std::uint64_t bytes;
  mutable std::optional<ocl::Buffer> copy = {};
};

// An image as kernels take it, see image.cl.
struct BoundImage {
  const ocl::Buffer& buffer;
  std::int64_t offset, stride;  // in samples; the offset is of pixel (0, 0), which a part of an image may not hold
  Size size;
  int channels;

  bool has_gaps() const { return stride != size.width * channels; }  // between its rows
};

// What the values of a graph are in one launch of it.
class Bound {
 public:
  Bound(const DeviceValues& inputs, const DeviceValues& outputs, const std::optional<Rect>& region, const Arena& arena,
        const std::vector<ocl::Buffer>& kept, const std::vector<Packed>& packed, const ocl::Queue& queue)
      : inputs_(inputs),
        outputs_(outputs),
        region_(region),
        arena_(arena),
        kept_(kept),
        packed_(packed),
        queue_(queue) {}

  // The part of the first output that is computed, in pixels of the whole. The output must be an image.
  Rect region() const;
  Rect in_whole() const;      // where it lies in the whole image that the first input is, or is a part of
  LaunchShape shape() const;  // the first input must be an image, too

  bool is_image(GraphValue value) const {
    const bool of_op = value.kind == GraphValue::Kind::input || value.kind == GraphValue::Kind::output;
    return of_op && of(value).is_image(value.place);
  }

  // An input as its view says; an output as the part of it that is computed.
  BoundImage image(GraphValue value) const;
  Rect held(GraphValue input) const;  // in pixels of the whole
  const DeviceImage& device_image(GraphValue value) const { return of(value).image(value.place); }
  const DeviceArray& array(GraphValue value) const { return of(value).array(value.place); }
  const ocl::Buffer& buffer(GraphValue value) const;  // of an array, or memory of the graph
  bool is_in_place(GraphValue packed) const;          // whether it is the image's own memory

 private:
  const ocl::Buffer& memory_of(GraphValue packed) const;
  const DeviceValues& of(GraphValue value) const { return value.kind == GraphValue::Kind::input ? inputs_ : outputs_; }

  DeviceValues inputs_;
  DeviceValues outputs_;
  std::optional<Rect> region_;
  const Arena& arena_;
  const std::vector<ocl::Buffer>& kept_;
  const std::vector<Packed>& packed_;
  const ocl::Queue& queue_;
};

using Launches = std::vector<ocl::Event>;

inline void append(std::vector<ocl::Event> events, Launches& launches) {
  for (ocl::Event& event : events) launches.push_back(std::move(event));
}

// A number among a kernel's arguments, as the kernel has it.
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

// Local memory of a group, as an argument.
struct LocalMemory {
  std::size_t bytes;
};

// An argument that only the launch knows: where images lie, or what a stage on the host found.
using ScalarOfLaunch = std::function<Scalar(const Bound&)>;
using Argument = std::variant<GraphValue, Scalar, LocalMemory, ScalarOfLaunch>;

// Work-items, in whole groups; or how many, once the images are known.
using Items = std::variant<ocl::Range, std::function<ocl::Range(const Bound&)>>;

// A kernel with its group, for any number of stages.
struct GraphKernel {
  std::size_t place;
  ocl::Range group;
};

// What an op launches: stages over its inputs, its outputs and memory between them. A graph is made once; each launch
// binds it to inputs and outputs. One launch at a time uses it.
class Graph {
 public:
  // Nothing is launched until stages are added.
  explicit Graph(const Maker& maker) : queue_(&maker.queue()) {}

  const ocl::Queue& queue() const { return *queue_; }

  // Values. A scratch value shares memory with others that are not needed at the same time.
  static GraphValue input(std::size_t place) { return {GraphValue::Kind::input, static_cast<std::uint32_t>(place)}; }
  static GraphValue output(std::size_t place) { return {GraphValue::Kind::output, static_cast<std::uint32_t>(place)}; }
  static GraphValue held(GraphValue image) { return {image.kind, image.place, GraphValue::View::held}; }
  static GraphValue of_region(GraphValue image) { return {image.kind, image.place, GraphValue::View::region}; }
  GraphValue scratch(ScratchBytes bytes);
  GraphValue scratch(std::uint64_t bytes) { return scratch(ScratchBytes(bytes)); }
  GraphValue scratch(std::uint64_t count, std::size_t size) { return scratch(count * size); }
  GraphValue keep(ocl::Buffer buffer);
  GraphValue packed(GraphValue image, std::uint64_t bytes);

  GraphKernel kernel(const ocl::Program& program, const char* name, ocl::Range group);

  // Stages, in the order in which they run. A kernel's arguments are values and numbers, from the first one on; an
  // image is five arguments, see image.cl.
  template <class... Arguments>
  void launch(const GraphKernel& kernel, const Items& items, const Arguments&... arguments) {
    launch_with(kernel, items, {Argument(arguments)...});
  }
  void launch_with(const GraphKernel& kernel, Items items, std::vector<Argument> arguments,
                   ocl::Range offset = ocl::no_offset);

  // In one dimension.
  template <class... Arguments>
  void launch_groups(const GraphKernel& kernel, std::uint64_t groups, const Arguments&... arguments) {
    launch(kernel, ocl::Range{groups * kernel.group.x}, arguments...);
  }

  // So many work-items or more.
  template <class... Arguments>
  void launch_items(const GraphKernel& kernel, std::uint64_t items, const Arguments&... arguments) {
    launch(kernel, ocl::Range{round_up(items, kernel.group.x)}, arguments...);
  }

  void copy(GraphValue from, GraphValue to, std::uint64_t bytes);

  // Adds commands of the op's own, which use these values. A stage without a name is not listed: it puts nothing into
  // the queue for images that lie as the kernels want them.
  void commands(std::string name, const std::vector<GraphValue>& uses,
                std::function<void(const Bound&, Launches&)> put);

  // Work of the host, for which all stages before it have ended; those behind it wait for it.
  void host(std::string name, const std::vector<GraphValue>& uses, std::function<void(const Bound&)> work);

  // The same; while the work says so, the stages from the given one on are launched again before it.
  void host_loop(std::string name, std::size_t first, const std::vector<GraphValue>& uses,
                 std::function<bool(const Bound&)> again);

  // What is forgotten once a launch has put its stages into the queue, or has failed to.
  void at_end(std::function<void()> forget) { at_end_ = std::move(forget); }
  void end_launch() const {
    if (at_end_) at_end_();
  }

  // Gives the scratch values their memory, once all stages are there; of those whose size the launch decides, fit()
  // does, or reserve() before a launch of that shape. All throw unsupported or device where there is not enough.
  void allocate();
  void fit(const Bound& bound);
  void reserve(const LaunchShape& shape);

  // Of such a launch; of what is kept, too, and of images if all of them are packed.
  std::uint64_t scratch_bytes(const LaunchShape& shape = {}) const { return arena_.bytes(shape) + kept_bytes(); }
  std::uint64_t kept_bytes() const;
  const Arena& arena() const { return arena_; }
  std::vector<std::string> stages() const;  // their names, in order

  // Puts stages into the queue, from the given one to the next that is the host's; which one that is, or the number of
  // all where none is left.
  std::size_t launch_from(std::size_t stage, const Bound& bound, Launches& launches);

  // Does a stage of the host's; which one is next.
  std::size_t work(std::size_t stage, const Bound& bound) const;

  std::size_t size() const { return stages_.size(); }
  Bound bound(const DeviceValues& inputs, const DeviceValues& outputs, const std::optional<Rect>& region) const {
    return {inputs, outputs, region, arena_, kept_, packed_, *queue_};
  }

 private:
  struct KernelStage {
    GraphKernel kernel;
    Items items;
    std::vector<Argument> arguments;
    ocl::Range offset;  // the first work-item's global id
  };
  struct CommandStage {
    std::function<void(const Bound&, Launches&)> put;
  };
  struct HostStage {
    std::size_t first;  // of the stages that are launched again
    std::function<bool(const Bound&)> again;
  };
  struct Stage {
    std::string name;
    std::vector<GraphValue> uses;
    std::variant<KernelStage, CommandStage, HostStage> what;
  };

  // With what its arguments are now, so that only others are set.
  struct BoundKernel {
    ocl::Kernel kernel;
    std::string name;
    std::vector<std::variant<std::monostate, GraphValue, Scalar>> arguments = {};
  };

  void use(const std::vector<GraphValue>& values, std::size_t stage);
  void add(std::string name, const std::vector<GraphValue>& uses, decltype(Stage::what) what);
  void put(const KernelStage& stage, const Bound& bound, Launches& launches);

  const ocl::Queue* queue_;
  std::vector<BoundKernel> kernels_;
  std::vector<ocl::Buffer> kept_;
  std::vector<Packed> packed_;
  Arena arena_;
  std::vector<Stage> stages_;
  std::function<void()> at_end_;
};

}  // namespace lenslet::op
