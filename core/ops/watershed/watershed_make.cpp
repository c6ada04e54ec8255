// The stages of watershed.
#include <span>

#include "ocl/values.hpp"
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
        seams_(FloodSeams::read(problem.arguments, size_)),
        own_(flooded_rows(problem)),
        rows_(own_.beside(1)),
        group_(static_cast<std::size_t>(schedule.number("group"))),
        tile_(schedule.number("tile")),
        items_(group_ == 1 ? 4096 : 1),
        graph_(maker),
        program_(maker.program(source())) {}

  Graph graph() {
    const GraphValue costs = graph_.scratch(rows_.bytes(sizeof(std::uint64_t)));
    flood(costs);
    const GraphValue pointers = graph_.scratch(rows_.bytes(sizeof(std::int32_t)));
    add_rows("point_down", {costs, width(), rows_.count(), pointers, has(true), has(false)});
    for (int i = 0; i < shortenings; ++i) add_rows("shorten", {pointers, width()});
    write(costs, pointers);
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

  // Whether there is a row above the part, or below it.
  op::Argument has(bool above) const {
    return own_.number([above, height = size_.height](const RowRange& part, const Rect&) {
      return (above ? part.begin > 0 : part.end < height) ? 1 : 0;
    });
  }

  // The part, and the rows of the table beside it.
  std::vector<op::Argument> part() const {
    const std::int64_t chunk = seams_.chunk;
    const bool known = !seams_.costs.empty();
    return {rows_.first(), own_.first(), own_.number([](const RowRange& part, const Rect&) { return part.end; }),
            own_.number([=](const RowRange& part, const Rect&) {
              return known && part.begin > 0 ? 2 * (part.begin / chunk) - 1 : -1;
            }),
            own_.number([=, height = size_.height](const RowRange& part, const Rect&) {
              return known && part.end < height ? 2 * (part.end / chunk) : -1;
            })};
  }

  template <class T>
  GraphValue table(const std::vector<T>& values) {
    return graph_.keep(ocl::upload(graph_.queue(), values.empty() ? std::vector<T>(1) : values));
  }

  // Lets the costs sink until a round changes none.
  void flood(GraphValue costs) {
    const GraphValue levels = graph_.scratch(rows_.bytes(sizeof(std::uint32_t)));
    std::vector<op::Argument> images{Graph::input(0), Graph::input(1)};
    if (problem_.inputs.size() > 2) images.emplace_back(Graph::input(2));
    images.insert(images.end(), {levels, costs});
    for (op::Argument& one : part()) images.push_back(std::move(one));
    images.emplace_back(table(seams_.costs));
    add_rows("begin_flood", images);
    const GraphValue awake = add_tiles(), again = graph_.scratch(1, sizeof(std::uint32_t));
    const std::size_t first = graph_.size();
    add_rounds({levels, costs, width(), rows_.count(), awake, again}, again);
    graph_.host_loop("ask for changes", first, {again}, [again](const Graph& bound) {
      std::uint32_t changed = 0;
      bound.queue().read(bound.buffer(again), 0, std::as_writable_bytes(std::span(&changed, 1)));
      return changed != 0;
    });
  }

  std::int64_t across() const { return divide_up(size_.width, tile_); }

  // Which tiles have work: all.
  GraphValue add_tiles() {
    const auto tiles = [across = across(), tile = tile_](const RowRange& rows) {
      return across * divide_up(rows.count(), tile);
    };
    const GraphValue awake = graph_.scratch(rows_.bytes_of(tiles, sizeof(std::uint32_t)));
    const op::Items items = rows_.items([tiles, group = group_](const RowRange& rows) {
      return ocl::Range{round_up(static_cast<std::size_t>(tiles(rows)), group)};
    });
    graph_.launch(kernel("wake_tiles"), items, awake,
                  rows_.number([tiles](const RowRange& rows, const Rect&) { return tiles(rows); }));
    return awake;
  }

  // In a round each tile has its turn once, in four launches of tiles that do not touch; a tile without work returns at
  // once.
  void add_rounds(const std::vector<op::Argument>& arguments, GraphValue again) {
    const op::GraphKernel begin = kernel("begin_round"), turn = kernel("flood_tiles");
    const op::Items tiles = rows_.items([across = across(), tile = tile_, group = group_](const RowRange& rows) {
      const std::int64_t down = divide_up(rows.count(), tile);
      return ocl::Range{static_cast<std::size_t>(divide_up(across, 2)) * group,
                        static_cast<std::size_t>(divide_up(down, 2))};
    });
    for (std::int32_t i = 0; i < 4 * rounds_at_a_time; ++i) {
      if (i == 4 * (rounds_at_a_time - 1)) graph_.launch_items(begin, 1, again);
      std::vector<op::Argument> all = arguments;
      all.insert(all.end(), {i % 2, i / 2 % 2});  // the first tile, across and down
      graph_.launch_with(turn, tiles, all);
    }
  }

  // The labels, or what the part knows of its seams.
  void write(GraphValue costs, GraphValue pointers) {
    std::vector<op::Argument> all{Graph::input(1), pointers};
    for (op::Argument& one : part()) all.push_back(std::move(one));
    const op::Argument left = own_.number([](const RowRange&, const Rect& region) { return region.x; });
    all.insert(all.end(), {table(seams_.labels), costs, left});
    gives_seams(problem_) ? add_seams(all) : add_labels(all);
  }

  void add_seams(std::vector<op::Argument>& all) {
    const auto chunk = static_cast<std::int32_t>(seams_.chunk), height = static_cast<std::int32_t>(size_.height);
    const op::Argument from = own_.number([](const RowRange&, const Rect& region) { return region.y; });
    all.insert(all.end(), {from, chunk, height, Graph::output(0)});
    add_region("write_seams", all);
  }

  void add_labels(std::vector<op::Argument>& all) {
    const auto from = [](const RowRange& rows, const Rect& region) { return region.y - rows.begin; };
    all.insert(all.end(), {rows_.number(from), rows_.count(), Graph::output(0)});
    add_region("write_labels", all);
  }

  op::GraphKernel kernel(const char* name) { return graph_.kernel(program_, name, {group_}); }
  void add_rows(const char* name, const std::vector<op::Argument>& arguments) {
    const std::size_t across = round_up(static_cast<std::size_t>(divide_up(size_.width, items_)), group_);
    graph_.launch_with(kernel(name), rows_.items([across](const RowRange& rows) {
      return ocl::Range{across, static_cast<std::size_t>(rows.count())};
    }),
                       arguments);
  }
  void add_region(const char* name, const std::vector<op::Argument>& arguments) {
    const auto items = [group = group_, each = items_](const Graph& bound) {
      const auto [x, y, wide, high] = bound.region();
      return ocl::Range{round_up(static_cast<std::size_t>(divide_up(wide, each)), group),
                        static_cast<std::size_t>(high)};
    };
    graph_.launch_with(kernel(name), items, arguments);
  }
  std::int32_t width() const { return static_cast<std::int32_t>(size_.width); }

  const op::Instance& problem_;
  Size size_;
  FloodSeams seams_;
  PartRows own_, rows_;  // without the rows beside the part, and with them
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
