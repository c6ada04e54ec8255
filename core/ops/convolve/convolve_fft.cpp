// Convolutions by Fourier transforms: the spectra of the mask's parts once in a launch, then those of blocks of x.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ocl/values.hpp"
#include "ops/convolve/convolve.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// The powers of the root of 1 whose negative angle is a circle's part by `length`: cosines, then sines.
template <class T>
std::vector<T> roots(std::int64_t length) {
  std::vector<T> values(static_cast<std::size_t>(2 * length));
  for (std::int64_t i = 0; i < length; ++i) {
    const double angle = -2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(length);
    values[static_cast<std::size_t>(i)] = static_cast<T>(std::cos(angle));
    values[static_cast<std::size_t>(length + i)] = static_cast<T>(std::sin(angle));
  }
  return values;
}

op::Source transform_source(const op::Instance& problem, const DimensionSchedule& schedule, bool turned) {
  op::Source source({"convolve_border.cl", "convolve_fft.cl"});
  source.define("TYPE", op::code_of(problem.inputs[0].type)).define("GROUP", schedule.number("group"));
  source.define("VEC", schedule.number("v")).define("LENGTH", schedule.number("length"));
  source.define("BORDER_RULE", static_cast<std::int64_t>(problem.border)).define("TURNED", turned ? 1 : 0);
  return source;
}

std::uint64_t whole(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

op::Scalar scalar(SampleType type, double value) {
  return type == SampleType::f64 ? op::Scalar(value) : op::Scalar(static_cast<float>(value));
}

}  // namespace

void add_transforms(Graph& graph, const op::Instance& problem, const Convolved& sizes,
                    const DimensionSchedule& schedule, const op::Maker& maker) {
  const SampleType type = problem.outputs.front().type;
  const std::int64_t length = schedule.number("length"), pairs = schedule.number("v");
  const std::int64_t part = std::min(sizes.taps, length / 2), parts = divide_up(sizes.taps, part);
  const ocl::Program program = maker.program(transform_source(problem, schedule, sizes.turned));
  const ocl::Range group{whole(schedule.number("group"))};
  const op::LocalMemory work{transform_bytes(schedule, type)};
  const op::GraphValue root = graph.keep(type == SampleType::f64 ? ocl::upload(maker.queue(), roots<double>(length))
                                                                 : ocl::upload(maker.queue(), roots<float>(length)));
  const op::GraphValue spectrum = graph.scratch(whole(parts * (2 * length + 1)), size_of(type));
  graph.launch_groups(graph.kernel(program, "spectra", group), whole(parts), Graph::input(1), root, spectrum,
                      whole(sizes.taps), whole(part), work);
  const op::GraphKernel blocks = graph.kernel(program, "convolve_blocks", group);
  for (std::int64_t first = 0; first < sizes.taps; first += part) {
    const std::int64_t count = std::min(part, sizes.taps - first);
    const std::int64_t groups = divide_up(sizes.length, 2 * pairs * (length - count + 1));
    graph.launch_groups(blocks, whole(groups * sizes.rows), Graph::input(0), spectrum, root, Graph::output(0),
                        whole(sizes.elements), whole(sizes.length), whole(groups), sizes.start, whole(part),
                        whole(first), whole(count), scalar(type, outside_element(problem).at(0)), work);
  }
}

}  // namespace lenslet::ops
