// Makes the launches of integral images, and lists their schedules.
#include <algorithm>

#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "ops/integral/integral.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// As in integral.cl.
constexpr std::int64_t tile_width = 64;
constexpr std::int64_t tile_height = 32;
constexpr std::int64_t tile_group = 256;

// More read so many columns' sums of one another that a launch for these is faster.
constexpr std::size_t most_bands_by_themselves = 16;

bool in_tiles(const DimensionSchedule& schedule) {
  return schedule.word("way") == "tiles";
}

// Sums of integers are added as unsigned numbers, which may overflow.
SampleType summed_as(SampleType type) {
  return type == SampleType::i32 ? SampleType::u32 : type == SampleType::i64 ? SampleType::u64 : type;
}

// The stages for sums, or for sums of squares.
class Sums {
 public:
  Sums(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker, bool squares)
      : image_(problem.inputs.image(0)),
        sum_(problem.outputs.image(squares ? 1 : 0).format.type),
        out_(Graph::output(squares ? 1 : 0)),
        tiles_(in_tiles(schedule)),
        band_(schedule.number("rows")),
        program_(maker.program(source(squares))) {}

  void add(Graph& graph) const {
    const auto bands = static_cast<std::size_t>(divide_up(image_.size.height, band_));
    const auto across = static_cast<std::size_t>(divide_up(image_.size.width, tile_width)) * tile_group;
    const auto channels = static_cast<std::size_t>(image_.format.channels);
    const std::int64_t parts = channels_of(divide_up(image_.size.width, tile_width));
    const op::GraphValue columns = graph.scratch(bands * static_cast<std::uint64_t>(samples()), size_of(sum_));
    const op::GraphValue rows =
        graph.scratch(tiles_ ? static_cast<std::uint64_t>(parts * image_.size.height) : 1, size_of(sum_));
    if (tiles_)
      graph.launch(kernel(graph, "sum_tiles"), ocl::Range{across, bands, channels}, Graph::input(0), columns, rows);
    else
      graph.launch(kernel(graph, "sum_bands"), ocl::Range{blocks(samples()), bands}, Graph::input(0), columns);
    const bool are_added = tiles_ || bands > most_bands_by_themselves;
    if (are_added) add_above(graph, columns, samples(), static_cast<std::int64_t>(bands));
    if (!tiles_) {
      const op::GraphValue lines = graph.scratch(bands * static_cast<std::uint64_t>(samples()), size_of(sum_));
      graph.launch(kernel(graph, "sum_rows"), ocl::Range{bands}, Graph::input(0), columns,
                   std::int32_t{are_added ? 1 : 0}, lines, out_);
      return;
    }
    add_rows(graph, rows);
    graph.launch(kernel(graph, "add_left"), ocl::Range{group(), bands, channels}, columns,
                 static_cast<std::int32_t>(image_.size.width));
    graph.launch(kernel(graph, "write_tiles"), ocl::Range{across, bands, channels}, Graph::input(0), columns, rows,
                 out_);
  }

 private:
  std::size_t group() const { return tiles_ ? tile_group : 1; }
  std::int64_t columns_of_item() const { return tiles_ ? 1 : 256; }
  std::int64_t channels_of(std::int64_t number) const { return number * image_.format.channels; }
  std::int64_t samples() const { return channels_of(image_.size.width); }
  std::size_t blocks(std::int64_t columns) const {
    return round_up(static_cast<std::size_t>(divide_up(columns, columns_of_item())), group());
  }
  op::GraphKernel kernel(Graph& graph, const char* name) const { return graph.kernel(program_, name, {group()}); }

  op::Source source(bool squares) const {
    op::Source source({"image.cl", "integral.cl"});
    source.define("TYPE", op::code_of(image_.format.type)).define("CHANNELS", image_.format.channels);
    source.define("SUM_TYPE", op::code_of(summed_as(sum_))).define("SQUARES", squares ? 1 : 0);
    source.define("COLUMNS", columns_of_item()).define("BAND", band_);
    source.define("GROUP", static_cast<std::int64_t>(group()));
    return source;
  }

  void add_above(Graph& graph, op::GraphValue table, std::int64_t width, std::int64_t height) const {
    graph.launch(kernel(graph, "add_above"), ocl::Range{blocks(width)}, table, static_cast<std::int32_t>(width),
                 static_cast<std::int32_t>(height));
  }

  // The tiles of a channel follow one another in the table, with those of other channels between them.
  void add_rows(Graph& graph, op::GraphValue rows) const {
    add_above(graph, rows, channels_of(image_.size.height), divide_up(image_.size.width, tile_width));
  }

  const ImageType& image_;
  SampleType sum_;
  op::GraphValue out_;
  bool tiles_;
  std::int64_t band_;
  ocl::Program program_;
};

}  // namespace

op::Dimensions integral_space(const op::Instance&, const DeviceInfo&) {
  return {op::words("way", {"rows", "tiles"}), op::numbers("rows", {16, 32, 64, 128})};
}

// CPUs go through few bands of rows, GPUs through tiles in local memory.
DimensionSchedule integral_initial(const op::Instance&, const DeviceInfo& device) {
  const bool is_cpu = device.kind == DeviceKind::cpu;
  return DimensionSchedule({{"way", is_cpu ? "rows" : "tiles"}, {"rows", is_cpu ? "64" : "32"}});
}

std::optional<Exclusion> integral_rule(const op::Instance& problem, const DeviceInfo& device,
                                       const DimensionSchedule& schedule) {
  if (!in_tiles(schedule)) return {};
  if (auto excluded = op::group_rule(tile_group, device)) return excluded;
  if (schedule.number("rows") != tile_height)
    return Exclusion{"tile-rows", fmt::format("tiles have {} rows", tile_height)};
  const std::size_t sample = size_of(problem.outputs.image(problem.outputs.size() - 1).format.type);
  const std::size_t bytes = ((tile_width + 1) * tile_height + tile_group) * sample;
  if (bytes <= device.local_memory) return {};
  return Exclusion{"local-memory",
                   fmt::format("its tile has {} bytes of local memory, there are {}", bytes, device.local_memory)};
}

Graph integral_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  for (std::size_t i = 0; i < problem.outputs.size(); ++i) {
    op::check_doubles(maker.device(), problem.outputs.image(i).format.type);
    Sums(problem, schedule, maker, i == 1).add(graph);
  }
  return graph;
}

}  // namespace lenslet::ops
