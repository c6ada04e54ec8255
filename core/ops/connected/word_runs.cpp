// The launches of regions by words.
#include "ops/connected/word_runs.hpp"

#include <limits>

#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

std::size_t count_of(std::int64_t number) {
  return static_cast<std::size_t>(number);
}

Size tile_of(const DimensionSchedule& schedule) {
  const std::int64_t rows = schedule.number("rows");
  return {schedule.number("group") / rows * Words::pixels, rows};
}

}  // namespace

// A row of few pixels would take as much memory as one of a whole word.
bool goes_by_words(const DimensionSchedule& schedule, Size image) {
  const std::int64_t nodes = divide_up(image.width, Words::pixels) * Words::nodes;
  if (nodes > 2 * image.width) return false;
  return schedule.word("way") == "words" && nodes <= std::numeric_limits<std::int32_t>::max() / image.height;
}

Words::Words(Graph& graph, Size image, const DimensionSchedule& schedule)
    : graph_(graph),
      image_(image),
      group_(count_of(schedule.number("group"))),
      tile_(tile_of(schedule)),
      across_(divide_up(image.width, pixels)),
      bits_(more_bits()),
      forest_(more_nodes()) {}

op::GraphValue Words::more_bits() const {
  return graph_.scratch(count_of(across_ * image_.height), sizeof(std::uint32_t));
}

op::GraphValue Words::more_nodes() const {
  return graph_.scratch(count_of(across_ * image_.height * nodes), sizeof(std::int32_t));
}

op::Source Words::source(int neighbours, SampleType type, Options options) const {
  op::Source source({"image.cl", "connected.cl", "word_runs.cl"});
  define_bits(source, type);
  source.define("INVERTED", options.inverted ? 1 : 0).define("AREAS", options.areas ? 1 : 0);
  source.define("SEEDS", options.seeds ? 1 : 0).define("ITEMS", 1);
  source.define("NEIGHBOURS", neighbours).define("GROUP", static_cast<std::int64_t>(group_));
  source.define("TILE_WIDTH", 0).define("TILE_HEIGHT", tile_.height);
  return source;
}

op::Source Words::seeds_source(int neighbours) const {
  op::Source source = this->source(neighbours, SampleType::u8, {.seeds = true});
  return source.append("seed_words.cl");
}

std::int64_t Words::groups() const {
  return divide_up(across_ * image_.height, static_cast<std::int64_t>(group_));
}

void Words::take(const ocl::Program& program) const {
  add_tiles(program, "take_words", {Graph::input(0), bits_});
}

void Words::join(const ocl::Program& program, std::optional<op::GraphValue> areas_or_seeds) const {
  const auto height = static_cast<std::int32_t>(image_.height);
  std::vector<op::Argument> arguments{bits_, across(), height, forest_};
  if (areas_or_seeds) arguments.emplace_back(*areas_or_seeds);
  add_tiles(program, "join_words", arguments);
  const std::int64_t rows = (divide_up(image_.height, tile_.height) - 1) * across_;
  const std::int64_t columns = (divide_up(image_.width, tile_.width) - 1) * image_.height;
  if (rows + columns > 0)
    graph_.launch_items(kernel(program, "join_word_tiles"), count_of(rows + columns), bits_, across(), height, forest_);
}

void Words::keep_seeded(const ocl::Program& program, op::GraphValue seeds) const {
  join(program, seeds);
  add_words(program, "find_word_seeds", {bits_, seeds, count(), forest_});
  write_kept(program, sizeof(std::uint8_t));
}

void Words::write_kept(const ocl::Program& program, std::size_t bytes_of_sample) const {
  add_rows(program, "write_word_seeds", written(bytes_of_sample), {bits_, forest_, Graph::output(0)});
}

void Words::add_tiles(const ocl::Program& program, const char* name, Size tile,
                      const std::vector<op::Argument>& arguments) const {
  const ocl::Range items{count_of(divide_up(image_.width, tile.width)) * group_,
                         count_of(divide_up(image_.height, tile.height))};
  graph_.launch_with(kernel(program, name), items, arguments);
}

void Words::add_words(const ocl::Program& program, const char* name, const std::vector<op::Argument>& arguments) const {
  graph_.launch_with(kernel(program, name), ocl::Range{count_of(groups()) * group_}, arguments);
}

void Words::add_rows(const ocl::Program& program, const char* name, std::int64_t each,
                     const std::vector<op::Argument>& arguments) const {
  const std::size_t across = round_up(count_of(divide_up(image_.width, each)), group_);
  graph_.launch_with(kernel(program, name), ocl::Range{across, count_of(image_.height)}, arguments);
}

}  // namespace lenslet::ops
