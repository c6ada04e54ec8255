// A stencil op made ready to launch: compiled kernels with every argument set that no image decides.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/plan.hpp>

#include "image/conversion.hpp"
#include "ocl/program.hpp"
#include "ocl/queue.hpp"
#include "stencil/choice.hpp"
#include "stencil/padding.hpp"
#include "stencil/problem.hpp"
#include "stencil/views_in_use.hpp"

namespace lenslet {

namespace stencil {

// One program's launches, see Part.
struct Step {
  ocl::Kernel block;
  std::optional<ocl::Kernel> frame;  // only where blocks leave edges to it
  std::optional<ocl::Buffer> taps;   // an argument of both: OpenCL's kernels do not keep their buffers alive
  std::vector<int> outputs;
  unsigned first_output_argument = 0;
  int input = 0;
  int radius_x = 0;  // of the window
  int radius_y = 0;
};

}  // namespace stencil

struct Plan::State {
  State(const ocl::Queue& on, stencil::Problem what) : queue(on), problem(std::move(what)) {}

  ocl::Queue queue;
  stencil::Problem problem;
  Schedule schedule;
  Origin origin = Origin::device_class;
  std::string reason;
  std::string source;
  double build_ms = 0;
  CacheUse cache = CacheUse::off;
  std::size_t frame_group = 1;

  // A kernel object holds its arguments until it is launched, so one thread at a time may use it.
  mutable std::mutex mutex;
  mutable std::vector<stencil::Step> steps;
  mutable std::optional<Conversion> conversion;     // of inputs in another storage than the schedule's
  mutable std::optional<stencil::Padding> padding;  // only with edges `pad`
  mutable std::vector<DeviceImage> intermediates;   // of the last launch's shape
  mutable std::vector<std::optional<ocl::Buffer>> intermediate_memory;
  mutable stencil::ViewsInUse views;  // of inputs that kernels read as an image_buffer

  PixelFormat output_format() const { return {problem.output, problem.input.channels, problem.input.alpha}; }
};

namespace stencil {

// How a plan gets its programs: through the session's memory and disk caches.
using Builder = std::function<ocl::BuildResult(const std::string& source)>;

// No rule may exclude the chosen schedule.
std::shared_ptr<const Plan::State> make_plan(const ocl::Queue& queue, Problem problem, const Choice& choice,
                                             const Builder& build);

// Of images that are uploaded to the storage `buffer`.
std::uint64_t scratch_bytes(const Plan::State& plan, Size size, std::int64_t layers);

// Puts all launches of a plan into the queue.
Launch launch(const Plan::State& plan, const DeviceImage& input, const std::vector<DeviceImage>& outputs);

}  // namespace stencil
}  // namespace lenslet
