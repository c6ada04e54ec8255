// Joins the pages of a volume, and searches it for the truth.
#include "ops/connected/volume.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <random>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

}  // namespace

Parameter pages_parameter() {
  return {.name = "pages",
          .summary = "A volume of so many pages, which lie one below another in the image.",
          .kind = ParameterKind::integer,
          .initial = std::int64_t{1},
          .minimum = 1,
          .maximum = 2147483647};
}

std::vector<Parameter> volume_parameters() {
  return {
      {.name = "neighbours",
       .summary = "Which pixels are neighbours: 4, left, right, above and below, or 8, the diagonal ones, too; in a "
                  "volume 6, 18 or 26. auto: 4, in a volume 6.",
       .kind = ParameterKind::choice,
       .initial = std::string("auto"),
       .choices = {"auto", "4", "8", "6", "18", "26"}},
      pages_parameter()};
}

std::int64_t page_rows_of(const std::string& op, const op::Arguments& arguments, const ImageType& image) {
  const std::int64_t pages = arguments.integer("pages");
  if (image.size.height % pages != 0)
    refuse(fmt::format("{}: {} pages in {} rows; allowed: a number of pages that divides the rows", op, pages,
                       image.size.height));
  return image.size.height / pages;
}

Neighbourhood neighbourhood_of(const std::string& op, const op::Arguments& arguments, const ImageType& image) {
  const std::int64_t pages = arguments.integer("pages");
  const std::string& asked = arguments.text("neighbours");
  const int neighbours = asked == "auto"  ? (pages > 1 ? 6 : 4)
                         : asked == "all" ? (pages > 1 ? 26 : 8)
                                          : std::atoi(asked.c_str());
  const Neighbourhood around{neighbours, pages, page_rows_of(op, arguments, image)};
  if (pages == 1 && around.in_next_page() > 0)
    refuse(fmt::format("{}: {} neighbours in one page; allowed: 4 or 8, or a volume of several pages", op, neighbours));
  return around;
}

Neighbourhood neighbourhood_of(const op::Instance& problem) {
  return neighbourhood_of("", problem.arguments, problem.inputs.image(0));
}

op::Source volume_source(const Regions& regions, const Neighbourhood& around, bool inverted, const char* file) {
  op::Source source = regions.source(around.in_page(), inverted, file);
  if (around.pages > 1) source.define("PAGE_ROWS", around.page_rows).define("CROSS", around.in_next_page());
  return source;
}

op::GraphValue add_volume_forest(op::Graph& graph, const ocl::Program& program, const Regions& regions,
                                 const Neighbourhood& around, const ImageType& image,
                                 const DimensionSchedule& schedule) {
  if (around.pages == 1) return regions.add_forest(graph, program);
  const bool in_strips = schedule.word("way") == "strips";
  const std::int64_t width = image.size.width, rows = schedule.number("rows"), items = in_strips ? 4096 : 1;
  const std::int64_t across = in_strips ? 1 : divide_up(width, Regions::tile_width);
  const std::int64_t page_tiles = divide_up(around.page_rows, rows), down = page_tiles * around.pages;
  const op::GraphValue forest = graph.scratch(static_cast<std::uint64_t>(regions.pixels()), sizeof(std::int32_t));
  const auto range = [](std::int64_t x, std::int64_t y) {
    return ocl::Range{static_cast<std::size_t>(x), static_cast<std::size_t>(y)};
  };
  if (in_strips)
    graph.launch(graph.kernel(program, "join_strips", {1}), range(down, 1), Graph::input(0), forest);
  else
    graph.launch(graph.kernel(program, "join_tiles", {regions.group()}),
                 range(across * static_cast<std::int64_t>(regions.group()), down), Graph::input(0), forest);
  const std::int64_t borders = (down - around.pages) * width + (across - 1) * image.size.height;
  if (borders > 0)
    graph.launch_items(graph.kernel(program, "join_borders", {regions.group()}),
                       static_cast<std::uint64_t>(divide_up(borders, items)), Graph::input(0), forest);
  if (around.in_next_page() > 0)
    graph.launch(
        graph.kernel(program, "join_pages", {regions.group()}),
        range(static_cast<std::int64_t>(round_up(static_cast<std::size_t>(divide_up(width, items)), regions.group())),
              image.size.height - around.page_rows),
        Graph::input(0), forest);
  return forest;
}

namespace {

struct Voxel {
  std::int64_t x, y, z;
};

// Whether the neighbourhood has the neighbour at such a distance, of at most 1 along each axis.
bool reaches(const Neighbourhood& around, std::int64_t dx, std::int64_t dy, std::int64_t dz) {
  const auto steps = std::abs(dx) + std::abs(dy);
  if (dz == 0) return steps == 1 || (steps == 2 && around.in_page() == 8);
  return steps == 0 ? around.in_next_page() > 0 : around.in_next_page() > (steps == 1 ? 1 : 5);
}

// Gives a region its label, from its first pixel on.
void spread(std::int64_t first, std::int32_t label, const IsSet& set, Size size, const Neighbourhood& around,
            std::vector<std::int32_t>& labels) {
  const std::int64_t rows = around.page_rows;
  std::deque<std::int64_t> open{first};
  labels[static_cast<std::size_t>(first)] = label;
  for (; !open.empty(); open.pop_front())
    for (int k = 0; k < 27; ++k) {
      const std::int64_t row = open.front() / size.width, dx = k % 3 - 1, dy = k / 3 % 3 - 1, dz = k / 9 - 1;
      const Voxel next{open.front() % size.width + dx, row % rows + dy, row / rows + dz};
      if (!reaches(around, dx, dy, dz) || next.x < 0 || next.y < 0 || next.z < 0) continue;
      if (next.x >= size.width || next.y >= rows || next.z >= around.pages) continue;
      const std::int64_t at = (next.z * rows + next.y) * size.width + next.x;
      if (!set[static_cast<std::size_t>(at)] || labels[static_cast<std::size_t>(at)] != 0) continue;
      labels[static_cast<std::size_t>(at)] = label;
      open.push_back(at);
    }
}

Image volume_of_noise(const ImageType& type, unsigned percent, std::uint32_t seed) {
  Image image(type.size, type.format);
  std::mt19937 random(seed);
  for (std::int64_t y = 0; y < type.size.height; ++y)
    for (std::int64_t x = 0; x < type.size.width; ++x)
      image.set(x, y, 0, random() % 100 < percent ? 1 + static_cast<double>(random() % 100) : 0);
  return image;
}

}  // namespace

std::vector<std::int32_t> labels_of(const IsSet& set, Size size, const Neighbourhood& around) {
  std::vector<std::int32_t> labels(set.size());
  std::int32_t label = 0;
  for (std::size_t i = 0; i < set.size(); ++i)
    if (set[i] && labels[i] == 0) spread(static_cast<std::int64_t>(i), ++label, set, size, around, labels);
  return labels;
}

std::vector<op::Case> volume_cases(const std::string& op, const std::vector<SampleType>& types,
                                   const op::ArgumentMap& arguments, int effort) {
  constexpr Size pages_of[] = {{37, 13}, {70, 33}, {1, 5}, {33, 1}};
  constexpr std::int64_t counts[] = {5, 3, 11, 4};
  constexpr unsigned percents[] = {30, 15, 55, 85};
  constexpr const char* neighbours[] = {"6", "18", "26", "4", "8", "auto"};
  std::vector<op::Case> cases;
  const std::size_t count = effort > 1 ? 24 : effort == 1 ? 12 : 3;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t which = (i / 3) % std::size(pages_of);
    const ImageType type{{types[i % types.size()], 1}, {pages_of[which].width, pages_of[which].height * counts[which]}};
    op::ArgumentMap all = arguments;
    all["pages"] = counts[which];
    if (all.contains("neighbours")) all["neighbours"] = std::string(neighbours[i % std::size(neighbours)]);
    cases.push_back(
        {{op, all},
         {volume_of_noise(type, percents[(i + i / 4) % std::size(percents)], static_cast<std::uint32_t>(i))},
         fmt::format("{} in {} pages", to_string(type), counts[which])});
  }
  return cases;
}

}  // namespace lenslet::ops
