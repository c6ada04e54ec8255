// Makes the launches of a convolution.
#include <algorithm>

#include "ocl/driver_limits.hpp"
#include "ops/convolve/convolve.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr std::int64_t max_chunk = 1024;    // taps for which a tile is brought at once
constexpr std::int64_t long_loops = 16384;  // rounds of an item's loops after which another tile is another group's

// Returns the border's constant as the kernel takes it: a sum of floats, or an integer's 64 bits.
op::Scalar outside_of(const op::Instance& problem, SampleType sum) {
  const Array one = outside_element(problem);
  if (sum == SampleType::f32) return static_cast<float>(one.at(0));
  if (sum == SampleType::f64) return one.at(0);
  if (one.type().type == SampleType::u64) return one.as<std::uint64_t>()[0];
  if (one.type().type == SampleType::i64) return static_cast<std::uint64_t>(one.as<std::int64_t>()[0]);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(one.at(0)));
}

op::Source source_of(const op::Instance& problem, const DimensionSchedule& schedule, const DeviceInfo& device,
                     SampleType sum, bool turned) {
  op::Source source({"convolve_border.cl", "convolve.cl"});
  source.define("TYPE", op::code_of(problem.inputs[0].type)).define("SUM", op::code_of(sum));
  source.define("GROUP", schedule.number("group")).define("ITEMS", schedule.number("items"));
  source.define("VEC", schedule.number("v")).define("SLIDE", schedule.word("way") == "slide" ? 1 : 0);
  source.define("BORDER_RULE", static_cast<std::int64_t>(problem.border)).define("TURNED", turned ? 1 : 0);
  source.define("FAST_FMA", device.fast_fma ? 1 : 0);
  return source;
}

// How a launch is cut into tiles and taps.
struct Cut {
  std::int64_t tiles, all;  // of a row, of all rows
  std::int64_t part;        // taps of a launch
  std::int64_t chunk, rounds;
  std::uint64_t bytes;  // of local memory
};

// A limit on an item's loops holds for sums that are made anew at the ends of rows, too.
Cut cut_of(const Convolved& sizes, const DimensionSchedule& schedule, const DeviceInfo& device, SampleType sum) {
  const std::int64_t block = schedule.number("items") * schedule.number("v");
  Cut cut{};
  cut.tiles = divide_up(sizes.length, schedule.number("group") * block);
  cut.all = cut.tiles * sizes.rows;
  const auto limit = static_cast<std::int64_t>(ocl::max_loop_rounds(device));
  cut.part = limit == 0 ? sizes.taps : std::min(sizes.taps, limit / 4 / (is_integer(sum) ? 1 : block));
  cut.chunk = std::min(max_chunk, round_up(sizes.taps, std::int64_t{16}));
  while (convolve_tile_bytes(schedule, sum, cut.chunk) > device.local_memory) cut.chunk /= 2;
  const std::int64_t anew = limit == 0 || is_integer(sum) ? 0 : block * cut.part;
  const std::int64_t loops = 2 * cut.part + block * (cut.part / cut.chunk + 3) + anew;
  cut.rounds = std::clamp<std::int64_t>(long_loops / loops, 1, schedule.number("rounds"));
  cut.bytes = convolve_tile_bytes(schedule, sum, cut.chunk);
  return cut;
}

std::uint64_t number(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

// Drivers that end long loops get the taps in several launches, each of which adds to the sums before.
void add_sums(Graph& graph, const op::Instance& problem, const Convolved& sizes, const DimensionSchedule& schedule,
              const op::Maker& maker) {
  const DeviceInfo& device = maker.device();
  const SampleType sum = convolve_sum_type(problem.inputs[0].type, device, schedule);
  const Cut cut = cut_of(sizes, schedule, device, sum);
  const op::GraphKernel kernel = graph.kernel(maker.program(source_of(problem, schedule, device, sum, sizes.turned)),
                                              "convolve", {number(schedule.number("group"))});
  for (std::int64_t first = 0; first < sizes.taps; first += cut.part)
    graph.launch_groups(kernel, number(divide_up(cut.all, cut.rounds)), Graph::input(0), Graph::input(1),
                        Graph::output(0), number(sizes.elements), number(sizes.length), number(cut.tiles),
                        number(cut.all), sizes.start, number(sizes.taps), number(first),
                        number(std::min(first + cut.part, sizes.taps)), number(cut.chunk), number(cut.rounds),
                        outside_of(problem, sum), op::LocalMemory{cut.bytes});
}

}  // namespace

Array outside_element(const op::Instance& problem) {
  Array one({problem.inputs[0].type, {1}});
  one.set(0, problem.border_value.front());
  return one;
}

Graph make_convolve(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  op::check_doubles(maker.device(), problem.inputs[0].type);
  const Convolved sizes = convolved(problem.arguments, problem.inputs);
  Graph graph(maker);
  if (sizes.is_empty()) return graph;
  (schedule.word("way") == "fft" ? add_transforms : add_sums)(graph, problem, sizes, schedule, maker);
  return graph;
}

}  // namespace lenslet::ops
