// The graph of a stencil op: its stages, and what they share while a launch queues them.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "image/conversion.hpp"
#include "op/graph.hpp"
#include "stencil/operands.hpp"
#include "stencil/parts.hpp"
#include "stencil/reads.hpp"

namespace lenslet::stencil {

// The parts of an image that a kernel computes: all of a region, and without checks the interior, where no window
// leaves the image. For kernels the image is what the input's memory holds. Where the memory holds only a part of the
// whole, kernels make borders at the part's edges but use none of them: the region's windows reach no further than the
// part.
struct Areas {
  Area region;
  Area interior;  // empty, at the region's end, where edges are left to the frame and no block has room
};

// The launches of one program, see Part.
struct Step {
  ocl::Kernel block;
  std::optional<ocl::Kernel> frame;  // only where blocks leave edges to it
  // Taps or chords. They are an argument of both kernels, which do not keep their buffers alive.
  std::optional<ocl::Buffer> taps;
  std::vector<ocl::Buffer> tables;  // of an epilogue and a prologue, kept alive in the same way
  std::vector<int> outputs;
  Operands operands;  // of both
  int input = Part::plans_input;
  Radius radius;
  Schedule schedule;             // the part's
  std::int64_t edge_blocks = 0;  // how many a group computes, where blocks at edges have groups of their own
  Areas areas = {};              // of the launch
};

// Edges `pad`: the device's copy of an input with its border round it.
struct Padding {
  ocl::Kernel kernel;
  Operands operands;
  op::GraphValue copy;
};

// An image between two steps. Its memory belongs to the graph.
struct Intermediate {
  op::GraphValue memory;
  PixelFormat format;
  std::optional<DeviceImage> image = {};  // of the launch
};

// An image object that kernels write for a result that belongs in a buffer: a view of the buffer, or memory of its own
// that is copied there.
struct ResultObject {
  DeviceImage image;
  std::optional<Conversion> to_buffer = {};
};

// Keeps views of buffers as images for as long as a launch may read them. OpenCL says that drivers do so. PoCL 3.1
// keeps the buffer behind a view but not the view, and reads freed memory when the kernel starts.
class ViewsInUse {
 public:
  ViewsInUse() = default;
  ViewsInUse(const ViewsInUse&) = delete;
  ViewsInUse& operator=(const ViewsInUse&) = delete;
  ~ViewsInUse();  // waits

  // Keeps the view until the command has ended.
  void keep(const DeviceImage& view, const ocl::Event& command);

 private:
  struct Use {
    DeviceImage view;
    ocl::Event command;
  };
  std::vector<Use> uses_;
};

struct Stages {
  const ocl::Queue& queue;
  Problem problem;
  Schedule schedule;
  std::size_t frame_group;
  std::int64_t compute_units;  // of the device
  std::vector<Step> steps = {};
  std::optional<Padding> padding = {};  // only with edges `pad`
  std::vector<Intermediate> intermediates = {};
  std::optional<Conversion> conversion = {};              // of inputs whose storage is not the schedule's
  std::optional<DeviceImage> source = {};                 // of the launch: its input as the first kernels read it
  std::vector<std::optional<ResultObject>> objects = {};  // by output, where the schedule stores to image objects
  ViewsInUse views = {};                                  // views of inputs that kernels read as an image_buffer

  // Releases the launch's images: their memory may be needed before the next launch.
  void forget_images();

  // Part says what places are.
  bool is_output(int place) const { return static_cast<std::size_t>(place) < problem.stencil.outputs.size(); }
  const DeviceImage& image(int place, const op::Graph& bound) const;
  const Intermediate& intermediate(int place) const {
    return intermediates[static_cast<std::size_t>(place) - problem.stencil.outputs.size()];
  }
};

// These functions queue what the stages do. The first one finds the source and the intermediate images of the launch.
void prepare(Stages& stages, const op::Graph& bound, op::Launches& launches);
void launch_pad(Stages& stages, const op::Graph& bound, op::Launches& launches);
void launch_block(Stages& stages, Step& step, const op::Graph& bound, op::Launches& launches);
void launch_copies(Stages& stages, const op::Graph& bound, op::Launches& launches);  // out of `objects`
void launch_frame(Stages& stages, Step& step, const op::Graph& bound, op::Launches& launches);

// Launches a kernel that reads `source`.
void launch_reading(Stages& stages, const DeviceImage& source, const ocl::Kernel& kernel, const ocl::Range& items,
                    const ocl::Range& group, op::Launches& launches);

// Whether a block without checks fits into a part of that size.
bool has_room(const Schedule& schedule, const Problem& problem, Size size);

// The areas of a step that computes a region of the whole image. With staging `aligned`, the interior has only blocks
// that may load and store whole vectors; the last one also reads its row's end. Where rows do not begin at multiples of
// vectors, the interior is empty: all blocks take the border path, and those of packed lanes the path of edge blocks.
Areas areas_of(const Stages& stages, const Step& step, const op::Graph& bound, const Rect& region);

// The part of an image that an epilogue reads beside the results.
DeviceImage image_beside(const Stages& stages, const op::Graph& bound, std::size_t index);

// Where the input's first sample would lie in an output that holds only the region.
std::int64_t output_offset(const DeviceImage& output, const Area& region);

}  // namespace lenslet::stencil
