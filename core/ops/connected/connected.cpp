// Finds connected regions: what the ops say alike, their schedules, and their first stages.
#include "ops/connected/connected.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/dimensions.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr std::int64_t tile_width = Regions::tile_width;

// Local memory for each work-item of a group that joins words: 132 with areas, see word_runs.cl; 176 of canny's marks.
constexpr std::int64_t bytes_of_word = 176;

// Pixels and work-items are numbered in i32, and the last group's items go on behind the last pixel.
constexpr std::int64_t most_pixels = std::numeric_limits<std::int32_t>::max() - (1 << 20);

std::optional<Exclusion> regions_rule(const DeviceInfo& device, const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  const bool strips = schedule.word("way") == "strips", words = schedule.word("way") == "words";
  if (strips != (schedule.number("group") == 1))
    return Exclusion{"group", strips ? "each work-item has a strip by itself" : "a tile needs a group"};
  const std::int64_t group = schedule.number("group"), rows = schedule.number("rows");
  if (words && rows > group) return Exclusion{"rows", "a group's work-items have a word each of a tile's rows"};
  const std::int64_t tile =
      std::max(tile_width * rows * std::int64_t{sizeof(std::int32_t)}, words ? bytes_of_word * group : 0);
  const auto bytes = static_cast<std::uint64_t>(tile);
  if (strips || bytes <= device.local_memory) return {};
  return Exclusion{"local-memory",
                   fmt::format("its tile has {} bytes of local memory, there are {}", bytes, device.local_memory)};
}

// CPUs get few long work-items, which need no atomics. GPUs get tiles in local memory, of words where an op has them.
DimensionSchedule regions_initial(const DeviceInfo& device, bool has_words) {
  if (device.kind == DeviceKind::cpu) return DimensionSchedule({{"way", "strips"}, {"group", "1"}, {"rows", "64"}});
  constexpr int group = 256;
  constexpr std::uint64_t enough = group * bytes_of_word;
  const bool is_small = has_words && device.local_memory < enough;
  return DimensionSchedule(
      {{"way", has_words ? "words" : "tiles"}, {"group", is_small ? "128" : std::to_string(group)}, {"rows", "32"}});
}

}  // namespace

const char* bits_of(SampleType type) {
  return size_of(type) == 1 ? "U8" : size_of(type) == 2 ? "U16" : size_of(type) == 4 ? "U32" : "U64";
}
const char* mask_of(SampleType type) {
  if (type == SampleType::f64) return "0x7ffffffffffffffful";
  if (size_of(type) == 8) return "0xfffffffffffffffful";
  return type == SampleType::f16 ? "0x7fffu" : type == SampleType::f32 ? "0x7fffffffu" : "0xffffffffu";
}

void define_bits(op::Source& source, SampleType type) {
  source.define("TYPE", bits_of(type)).define("MASK", mask_of(type)).define("CHANNELS", 1);
}

std::vector<SampleType> all_sample_types() {
  return {std::begin(sample_types), std::end(sample_types)};
}

Parameter neighbours_parameter() {
  return {.name = "neighbours",
          .summary = "Which pixels are neighbours: 4, left, right, above and below, or 8, the diagonal ones, too.",
          .kind = ParameterKind::choice,
          .initial = std::string("4"),
          .choices = {"4", "8"}};
}

int neighbours_of(const op::Instance& problem) {
  return problem.arguments.text("neighbours") == "8" ? 8 : 4;
}

void check_regions(const std::string& op, const ImageType& image) {
  if (image.format.channels != 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{}: the image is {}; allowed: 1 channel", op, to_string(image.format)));
  check_pixel_count(op, image);
}

void check_pixel_count(const std::string& op, const ImageType& image) {
  if (image.pixels() > most_pixels)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{}: the image has {} pixels; allowed: {}, which an i32 can number", op, image.pixels(),
                            most_pixels));
}

void set_regions(op::Op& op, bool has_words) {
  op.whole = true;
  op.alphas = {Alpha::keep};
  op.space = [has_words](const op::Instance&, const DeviceInfo&) -> op::Dimensions {
    return {has_words ? op::words("way", {"strips", "tiles", "words"}) : op::words("way", {"strips", "tiles"}),
            op::numbers("group", {1, 64, 128, 256}), op::numbers("rows", {16, 32, 64, 256})};
  };
  op.initial = [has_words](const op::Instance&, const DeviceInfo& device) {
    return regions_initial(device, has_words);
  };
  op.rule = [](const op::Instance&, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return regions_rule(device, schedule);
  };
  op.typical.type = SampleType::u8;
  op.typical.fills = {array::Fill::small, array::Fill::equal};
}

op::Source Regions::source(int neighbours, bool inverted, const char* file) const {
  op::Source source({"image.cl", "connected.cl", file});
  define_bits(source, image_.format.type);
  source.define("INVERTED", inverted ? 1 : 0).define("NEIGHBOURS", neighbours).define("ITEMS", items());
  source.define("TILE_WIDTH", in_strips() ? 0 : tile_width).define("TILE_HEIGHT", schedule_.number("rows"));
  source.define("GROUP", static_cast<std::int64_t>(group())).define("BLOCK", block());
  return source;
}

op::GraphValue Regions::add_forest(op::Graph& graph, const ocl::Program& program,
                                   std::vector<op::Argument> image) const {
  const std::int64_t rows = schedule_.number("rows"), columns = in_strips() ? image_.size.width : tile_width;
  const std::int64_t across = divide_up(image_.size.width, columns), down = divide_up(image_.size.height, rows);
  const op::GraphValue forest = graph.scratch(static_cast<std::uint64_t>(pixels()), sizeof(std::int32_t));
  std::vector<op::Argument> arguments = std::move(image);
  arguments.emplace_back(forest);
  const ocl::Range strips{static_cast<std::size_t>(down)};
  const ocl::Range tiles{static_cast<std::size_t>(across) * group(), static_cast<std::size_t>(down)};
  graph.launch_with(graph.kernel(program, in_strips() ? "join_strips" : "join_tiles", {group()}),
                    in_strips() ? strips : tiles, arguments);
  const std::int64_t borders = (down - 1) * image_.size.width + (across - 1) * image_.size.height;
  if (borders > 0)
    graph.launch_with(graph.kernel(program, "join_borders", {group()}),
                      ocl::Range{round_up(static_cast<std::size_t>(divide_up(borders, items())), group())}, arguments);
  return forest;
}

std::vector<op::Argument> Regions::as_image(op::GraphValue mask) const {
  const auto [width, height] = image_.size;
  return {mask, std::int64_t{0}, width, static_cast<std::int32_t>(width), static_cast<std::int32_t>(height)};
}

// `word` and the rows of a block as in runs.cl.
Regions::Runs Regions::add_runs(op::Graph& graph, const ocl::Program& program,
                                const std::vector<op::Argument>& image) const {
  constexpr std::int64_t word = 64;
  const auto [width, height] = image_.size;
  const auto count = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
  const Runs runs{graph.scratch(count(divide_up(width, word) * height), sizeof(std::uint64_t)),
                  graph.scratch(count(height), sizeof(std::int32_t)),
                  graph.scratch(count(divide_up(width, 2) * height), sizeof(std::int32_t))};
  const auto strips = static_cast<std::size_t>(divide_up(height, schedule_.number("rows")));
  std::vector<op::Argument> arguments = image;
  arguments.insert(arguments.end(), {runs.bits, runs.counts, runs.forest});
  graph.launch_with(graph.kernel(program, "join_runs", {group()}), ocl::Range{strips}, arguments);
  if (strips > 1)
    graph.launch(graph.kernel(program, "join_seams", {group()}), ocl::Range{strips - 1}, runs.bits,
                 static_cast<std::int32_t>(width), runs.forest);
  return runs;
}

ocl::Range Regions::row_blocks() const {
  constexpr std::int64_t rows = 16;
  return ocl::Range{static_cast<std::size_t>(divide_up(image_.size.height, rows))};
}

void Regions::add_rows(op::Graph& graph, const ocl::Program& program, const char* kernel,
                       const std::vector<op::Argument>& arguments, std::int64_t items) const {
  const auto across = static_cast<std::size_t>(divide_up(image_.size.width, items));
  graph.launch_with(graph.kernel(program, kernel, {group()}),
                    ocl::Range{round_up(across, group()), static_cast<std::size_t>(image_.size.height)}, arguments);
}

}  // namespace lenslet::ops
