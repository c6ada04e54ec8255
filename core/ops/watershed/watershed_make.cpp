// The stages of watershed.
#include <span>

#include "op/dimensions.hpp"
#include "ops/watershed/watershed.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;
using op::GraphValue;

constexpr int rounds_at_a_time = 4;  // before the host asks whether there was a change
constexpr int most_turns = 64;       // of a tile in a round
constexpr int shortenings = 3;       // each by `hops`

class Flood {
 public:
  Flood(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker)
      : problem_(problem),
        size_(problem.inputs.image(0).size),
        pixels_(static_cast<std::uint64_t>(problem.inputs.image(0).pixels())),
        group_(static_cast<std::size_t>(schedule.number("group"))),
        tile_(schedule.number("tile")),
        items_(group_ == 1 ? 4096 : 1),
        graph_(maker),
        program_(maker.program(source())) {}

  Graph graph() {
    const GraphValue costs = graph_.scratch(pixels_, sizeof(std::uint64_t));
    flood(costs);
    const GraphValue pointers = graph_.scratch(pixels_, sizeof(std::int32_t));
    add_rows("point_down", {costs, width(), height(), pointers});
    const op::GraphKernel shorten = graph_.kernel(program_, "shorten", {group_});
    for (int i = 0; i < shortenings; ++i) graph_.launch(shorten, rows(), pointers, width());
    add_rows("write_labels", {Graph::input(1), pointers, costs, Graph::output(0)});
    return std::move(graph_);
  }

 private:
  op::Source source() const {
    op::Source source({"image.cl", "watershed.cl"});
    const op::Types& inputs = problem_.inputs;
    const bool masked = inputs.size() > 2;
    const auto code = [&](std::size_t i) { return op::code_of(inputs.image(i).format.type); };
    source.define("TYPE", "U8").define("CHANNELS", 1).define("GROUP", static_cast<std::int64_t>(group_));
    source.define("IMAGE_TYPE", code(0)).define("MARKER_TYPE", code(1)).define("MASK_TYPE", masked ? code(2) : "U8");
    source.define("HAS_MASK", masked ? 1 : 0).define("TILE", tile_).define("ITEMS", items_);
    source.define("NEIGHBOURS", problem_.arguments.text("neighbours")).define("MOST_TURNS", most_turns);
    return source.define("HOPS", 8).define("LINES", problem_.arguments.flag("line") ? 1 : 0);
  }

  // Lets the costs sink until a round changes none. In a round each tile has its turn once, in four launches of tiles
  // that do not touch; a tile without work returns at once.
  void flood(GraphValue costs) {
    const std::int64_t across = divide_up(size_.width, tile_), down = divide_up(size_.height, tile_);
    const GraphValue levels = graph_.scratch(pixels_, sizeof(std::uint32_t));
    const GraphValue awake = graph_.scratch(static_cast<std::uint64_t>(across * down), sizeof(std::uint32_t));
    const GraphValue again = graph_.scratch(1, sizeof(std::uint32_t));
    std::vector<op::Argument> images{Graph::input(0), Graph::input(1)};
    if (problem_.inputs.size() > 2) images.emplace_back(Graph::input(2));
    images.insert(images.end(), {levels, costs});
    add_rows("begin_flood", images);
    graph_.launch_items(graph_.kernel(program_, "wake_tiles", {group_}), static_cast<std::uint64_t>(across * down),
                        awake, static_cast<std::int32_t>(across * down));
    const op::GraphKernel begin = graph_.kernel(program_, "begin_round", {group_});
    const op::GraphKernel kernel = graph_.kernel(program_, "flood_tiles", {group_});
    const std::size_t first = graph_.size();
    for (int i = 0; i < 4 * rounds_at_a_time; ++i) {
      if (i == 4 * (rounds_at_a_time - 1)) graph_.launch_items(begin, 1, again);
      const std::int32_t odd_x = i % 2, odd_y = i / 2 % 2;
      const ocl::Range tiles{static_cast<std::size_t>(divide_up(across, 2)) * group_,
                             static_cast<std::size_t>(divide_up(down, 2))};
      graph_.launch(kernel, tiles, levels, costs, width(), height(), awake, again, odd_x, odd_y);
    }
    graph_.host_loop("ask for changes", first, {again}, [again](const Graph& bound) {
      std::uint32_t changed = 0;
      bound.queue().read(bound.buffer(again), 0, std::as_writable_bytes(std::span(&changed, 1)));
      return changed != 0;
    });
  }

  ocl::Range rows() const {
    return {round_up(static_cast<std::size_t>(divide_up(size_.width, items_)), group_),
            static_cast<std::size_t>(size_.height)};
  }
  void add_rows(const char* kernel, const std::vector<op::Argument>& arguments) {
    graph_.launch_with(graph_.kernel(program_, kernel, {group_}), rows(), arguments);
  }
  std::int32_t width() const { return static_cast<std::int32_t>(size_.width); }
  std::int32_t height() const { return static_cast<std::int32_t>(size_.height); }

  const op::Instance& problem_;
  Size size_;
  std::uint64_t pixels_;
  std::size_t group_;
  std::int64_t tile_, items_;
  Graph graph_;
  ocl::Program program_;
};

}  // namespace

op::Graph watershed_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  return Flood(problem, schedule, maker).graph();
}

}  // namespace lenslet::ops
