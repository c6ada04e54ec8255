// The graph of a stencil op: its stages, and what they share while a launch puts them into the queue.
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

// What a kernel computes of an image: all of a region, and without a look at the image's edges the part of it where no
// window leaves the image. Kernels take what the input's memory holds for the image. They make borders at its edges,
// too, where it is only a part, and use none of what they make there: windows of the region reach no further than what
// is held.
struct Areas {
  Area region;
  Area interior;  // for edges that are left to the frame an empty one at the region's end, where no block has room
};

// One program's launches, see Part.
struct Step {
  ocl::Kernel block;
  std::optional<ocl::Kernel> frame;  // only where blocks leave edges to it
  std::optional<ocl::Buffer> taps;   // or chords, an argument of both: OpenCL's kernels do not keep their buffers alive
  std::vector<ocl::Buffer> tables;   // of an epilogue and a prologue, likewise
  std::vector<int> outputs;
  Operands operands;  // of both
  int input = Part::plans_input;
  Radius radius;
  Schedule schedule;             // the part's
  std::int64_t edge_blocks = 0;  // of a group, where blocks at edges have groups
  Areas areas = {};              // of the launch
};

// Edges `pad`: the device's copy of an input with its border round it.
struct Padding {
  ocl::Kernel kernel;
  Operands operands;
  op::GraphValue copy;
};

// An image between two steps. Its memory is the graph's.
struct Intermediate {
  op::GraphValue memory;
  PixelFormat format;
  std::optional<DeviceImage> image = {};  // of the launch
};

// An image object that kernels write where the caller wants a buffer.
struct ResultObject {
  DeviceImage image;
  Conversion to_buffer;
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
  std::optional<Conversion> conversion = {};              // of inputs in another storage than the schedule's
  std::optional<DeviceImage> source = {};                 // of the launch: its input as the first kernels read it
  std::vector<std::optional<ResultObject>> objects = {};  // by output, where the schedule stores to image objects
  ViewsInUse views = {};                                  // of inputs that kernels read as an image_buffer

  // Gives up the launch's images, whose memory may be wanted before the next launch.
  void forget_images();

  // Places are what Part says of them.
  bool is_output(int place) const { return static_cast<std::size_t>(place) < problem.stencil.outputs.size(); }
  const DeviceImage& image(int place, const op::Bound& bound) const;
  const Intermediate& intermediate(int place) const {
    return intermediates[static_cast<std::size_t>(place) - problem.stencil.outputs.size()];
  }
};

// All stages over images of every size.
op::Graph make_graph(const Problem& problem, const Schedule& schedule, const op::Maker& maker);

// What the stages put into the queue. The first one finds the source and the intermediate images of the launch.
void prepare(Stages& stages, const op::Bound& bound, op::Launches& launches);
void launch_pad(Stages& stages, const op::Bound& bound, op::Launches& launches);
void launch_block(Stages& stages, Step& step, const op::Bound& bound, op::Launches& launches);
void launch_copies(Stages& stages, const op::Bound& bound, op::Launches& launches);  // out of `objects`
void launch_frame(Stages& stages, Step& step, const op::Bound& bound, op::Launches& launches);

// A kernel that reads an image.
void launch_reading(Stages& stages, const DeviceImage& source, const ocl::Kernel& kernel, const ocl::Range& items,
                    const ocl::Range& group, op::Launches& launches);

// Whether a block without checks has room in a part of so many pixels.
bool has_room(const Schedule& schedule, const Problem& problem, Size size);

// The areas of a step that computes a region of the whole image. With staging `aligned` only the blocks that may load
// and store whole vectors are in the interior. The last of them reads its row's end, too. Of an image whose rows begin
// elsewhere none: its blocks all take the border path, those of packed lanes the one of the image's edges.
Areas areas_of(const Stages& stages, const Step& step, const op::Bound& bound, const Rect& region);

// Of an image that an epilogue reads the part that lies beside the results.
DeviceImage image_beside(const Stages& stages, const op::Bound& bound, std::size_t index);

// Where the input's first sample would lie in an output that holds the region alone.
std::int64_t output_offset(const DeviceImage& output, const Area& region);

}  // namespace lenslet::stencil
