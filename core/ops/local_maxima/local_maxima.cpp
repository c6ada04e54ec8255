// Finds the plateaus of an image that nothing next to them rises above.
#include <cmath>
#include <deque>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "op/random_value.hpp"
#include "ops/connected/volume.hpp"
#include "ops/connected/word_runs.hpp"
#include "ops/level_check.hpp"
#include "ops/parameters.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr char maxima_details[] =
    "Pixels of one level that are neighbours are a plateau. Plateaus whose neighbours are all lower become 255, all "
    "else "
    "0, in u8; `label` numbers them, as markers for `watershed`. A plateau may be one pixel; an image of one level has "
    "no maximum. With `inner` those that touch the image's edge are none. Only maxima above the threshold are left. "
    "NaN "
    "is below all numbers. An image may be a volume, whose `pages` lie one below another: neighbours of 6, 18 and 26 "
    "look at the pages before and after, too, and `all` stands for 26 there and for 8 in one page; 4 and 8 see each "
    "page alone. Equals scikit-image's local_maxima (allow_borders, connectivity 1, 2 or 3); minima are maxima of the "
    "inverted image. It needs the whole image: no strips, no regions.";

Parameter near_parameter() {
  return {.name = "neighbours",
          .summary = "Which pixels are neighbours: 4 or 8 of a page, 6, 18 or 26 of a volume.",
          .kind = ParameterKind::choice,
          .initial = std::string("all"),
          .choices = {"all", "4", "8", "6", "18", "26"}};
}

OpInfo describe_maxima() {
  return {.name = "local_maxima",
          .summary = "Peaks: plateaus that are higher than all round them.",
          .details = maxima_details,
          .parameters = {near_parameter(),
                         flag_parameter("inner", "Leave out maxima that touch the image's edge."),
                         {.name = "threshold",
                          .summary = "What maxima are above, in units of the samples.",
                          .kind = ParameterKind::real,
                          .initial = double{std::numeric_limits<float>::lowest()}},
                         pages_parameter()},
          .outputs = {"out"},
          .inputs = {{"image", Reads::whole}},
          .synonyms = {"localmaxima", "peaks", "peaklocalmax", "regionalmaxima", "imregionalmax", "findmaxima"}};
}

// How many steps of a side a neighbour is away at most.
int most_steps(const Neighbourhood& near) {
  return near.neighbours == 26 ? 3 : near.in_page() == 4 ? 1 : 2;
}

// The mask of candidates, with a row between pages.
ImageType mask_type(const Neighbourhood& near, Size image) {
  return {{SampleType::u8, 1}, {image.width, image.height + near.pages - 1}};
}

op::Types maxima_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  check_regions("local_maxima", inputs.image(0));
  const double threshold = arguments.real("threshold");  // the least float by default
  if (threshold > 0) check_level("local_maxima", "threshold", threshold, inputs.image(0).format.type);
  const Size size = inputs.image(0).size;
  check_pixel_count("local_maxima", mask_type(neighbourhood_of("local_maxima", arguments, inputs.image(0)), size));
  return std::vector<ValueType>{ImageType{{SampleType::u8, 1}, size}};
}

op::Source source_of_maxima(const op::Instance& problem, const Regions& candidates, const Neighbourhood& near) {
  op::Source source = candidates.source(near.in_page(), false, "local_maxima.cl");
  source.define("SAMPLE", op::code_of(problem.inputs.image(0).format.type));
  source.define("PAGE_HEIGHT", near.pages == 1 ? 0 : near.page_rows).define("MOST_STEPS", most_steps(near));
  source.define("THROUGH_PAGES", near.in_next_page() > 0 ? 1 : 0);
  return source.define("EDGES", problem.arguments.flag("inner") ? 0 : 1);
}

op::Graph maxima_by_words(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  constexpr std::int64_t strip_rows = 20;    // of a work-item: with two more on both sides a multiple of three
  constexpr std::int64_t bytes_of_word = 4;  // of which a work-item marks the pixels of one
  constexpr std::size_t group = 64;          // of work-items that need many registers
  Graph graph(maker);
  const auto& [format, size, layers] = problem.inputs.image(0);
  const Words words(graph, size, schedule);
  op::Source source = words.source(neighbourhood_of(problem).in_page(), SampleType::u8, {});
  source.append("seed_words.cl")
      .append("local_maxima_words.cl")
      .define("SAMPLE", op::code_of(format.type))
      .define("STRIP_ROWS", strip_rows);
  const ocl::Program program = maker.program(source.define("EDGES", problem.arguments.flag("inner") ? 0 : 1));
  const op::GraphValue seeds = words.more_bits(), uneven = graph.scratch(1, sizeof(std::int32_t));
  const std::int64_t items = words.across() * bytes_of_word * divide_up(size.height, strip_rows);
  graph.launch_items(graph.kernel(program, "mark_maxima", {group}), static_cast<std::uint64_t>(items), Graph::input(0),
                     words.bits(), seeds, static_cast<float>(problem.arguments.real("threshold")), uneven);
  words.join(program);
  words.add_words(program, "drop_lower_words",
                  {words.bits(), seeds, static_cast<std::int32_t>(size.width), words.count(), words.forest(), uneven});
  words.add_rows(program, "write_word_maxima", Words::written(sizeof(std::uint8_t)),
                 {words.bits(), seeds, words.forest(), uneven, Graph::output(0)});
  return graph;
}

op::Graph maxima_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  const Neighbourhood near = neighbourhood_of(problem);
  const Size size = problem.inputs.image(0).size;
  if (goes_by_words(schedule, size) && near.pages == 1) return maxima_by_words(problem, schedule, maker);
  Graph graph(maker);
  const auto width = static_cast<std::int32_t>(size.width);
  const Regions candidates(mask_type(near, size), schedule), rows(problem.outputs.image(0), schedule);
  const Regions pages(ImageType{{SampleType::u8, 1}, {size.width, near.pages}}, schedule);
  const ocl::Program program = maker.program(source_of_maxima(problem, candidates, near));
  const op::GraphValue mask = candidates.add_mask(graph), image = Graph::input(0);
  const op::GraphValue uneven = graph.scratch(static_cast<std::uint64_t>(near.pages), sizeof(std::int32_t));
  pages.add_rows(graph, program, "begin_maxima", {mask, width, static_cast<std::int32_t>(near.pages), uneven});
  rows.add_rows(graph, program, "find_candidates", {image, mask, uneven});
  const op::GraphValue forest = candidates.add_forest(graph, program, candidates.as_image(mask));
  if (near.in_next_page() > 0) rows.add_rows(graph, program, "join_pages", {mask, forest, width});
  rows.add_rows(graph, program, "find_lower", {image, mask, forest});
  rows.add_rows(
      graph, program, "write_maxima",
      {image, mask, forest, uneven, Graph::output(0), static_cast<float>(problem.arguments.real("threshold"))});
  return graph;
}

// A plain search: each plateau is gone over pixel by pixel.
class MaximaTruth {
 public:
  MaximaTruth(const op::Instance& problem, const Image& image)
      : near_(neighbourhood_of(problem)),
        inner_(problem.arguments.flag("inner")),
        threshold_(static_cast<float>(problem.arguments.real("threshold"))),
        width_(image.width()),
        height_(near_.page_rows) {
    for (std::int64_t y = 0; y < image.height(); ++y)
      for (std::int64_t x = 0; x < width_; ++x) {
        const double v = image.at(x, y, 0);
        levels_.push_back(std::isnan(v) ? -std::numeric_limits<double>::infinity() : v);
      }
  }

  IsSet maxima() const {
    IsSet found(levels_.size()), seen(levels_.size());
    for (std::int64_t i = 0; i < std::ssize(levels_); ++i) {
      if (seen[index(i)]) continue;
      std::deque<std::int64_t> plateau{i};
      const bool is_one = is_maximum(plateau, seen);
      for (const std::int64_t at : plateau) found[index(at)] = is_one;
    }
    return found;
  }

 private:
  static std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

  // Adds the plateau's other pixels.
  bool is_maximum(std::deque<std::int64_t>& plateau, std::vector<bool>& seen) const {
    const double level = levels_[index(plateau.front())];
    bool highest = true, has_lower = false;
    seen[index(plateau.front())] = true;
    for (std::size_t k = 0; k < plateau.size(); ++k)
      for (const std::int64_t next : neighbours(plateau[k], highest)) {
        const double other = levels_[index(next)];
        highest = highest && other <= level;
        has_lower = has_lower || other < level;
        if (other != level || seen[index(next)]) continue;
        seen[index(next)] = true;
        plateau.push_back(next);
      }
    return highest && has_lower && level > threshold_;
  }

  // The neighbours of a pixel. Where maxima may not touch the edge, there is none at it.
  std::vector<std::int64_t> neighbours(std::int64_t i, bool& highest) const {
    const std::int64_t x = i % width_, y = i / width_ % height_, z = i / width_ / height_;
    const std::int64_t depth = near_.in_next_page() > 0 ? 1 : 0;
    std::vector<std::int64_t> found;
    for (std::int64_t dz = -depth; dz <= depth; ++dz)
      for (std::int64_t dy = -1; dy <= 1; ++dy)
        for (std::int64_t dx = -1; dx <= 1; ++dx) {
          const auto steps = std::abs(dx) + std::abs(dy) + std::abs(dz);
          if (steps == 0) continue;
          const bool inside =
              x + dx >= 0 && x + dx < width_ && y + dy >= 0 && y + dy < height_ && z + dz >= 0 && z + dz < near_.pages;
          if (!inside && inner_) highest = false;
          if (inside && steps <= most_steps(near_)) found.push_back(i + (dz * height_ + dy) * width_ + dx);
        }
    return found;
  }

  Neighbourhood near_;
  bool inner_;
  double threshold_;
  std::int64_t width_, height_;
  std::vector<double> levels_;
};

std::optional<std::string> maxima_mismatch(const op::Instance& problem, const op::HostValues& in,
                                           const op::HostValues& out) {
  return wrong_set(out.image(0), MaximaTruth(problem, in.image(0)).maxima());
}

// Smooth hills cut into levels, so that there are plateaus of all sizes.
Image hills(const ImageType& type, int levels, std::uint32_t seed) {
  Image image(type.size, type.format);
  std::mt19937 random(seed);
  for (std::int64_t y = 0; y < type.size.height; ++y)
    for (std::int64_t x = 0; x < type.size.width; ++x) {
      const double wave = std::sin(static_cast<double>(x) / 4 + seed) + std::cos(static_cast<double>(y) / 3);
      const double spike = random() % 8 == 0 ? 0.6 : 0;
      image.set(x, y, 0, std::floor((wave + spike + 2) / 5 * levels));
    }
  return image;
}

std::vector<op::Case> maxima_cases(int effort) {
  const auto call = [](const char* neighbours, bool inner, double threshold, std::int64_t pages) {
    return op::ArgumentMap{
        {"neighbours", std::string(neighbours)}, {"inner", inner}, {"threshold", threshold}, {"pages", pages}};
  };
  const std::vector<op::ArgumentMap> arguments = {
      call("all", false, 0, 1), call("4", true, 3, 1),   call("26", false, -1, 5), call("6", true, 0, 5),
      call("8", false, 2, 1),   call("18", false, 0, 5), call("8", true, 0, 5),    call("all", true, 1, 5)};
  constexpr Size sizes[] = {{97, 70}, {1, 5}, {33, 130}, {301, 5}, {64, 65}, {2, 10}};
  const std::vector<SampleType> types = usual_types(ValueKind::image);
  std::vector<op::Case> cases;
  const std::size_t count = effort > 1 ? 48 : effort == 1 ? 20 : 10;
  for (std::size_t i = 0; i < count; ++i) {
    const ImageType type{{types[(i + i / 4) % types.size()], 1}, sizes[(i + i / 6) % std::size(sizes)]};
    const int levels = i % 5 == 4 ? 1 : i % 2 == 0 ? 6 : 60;
    const auto seed = static_cast<std::uint32_t>(i);
    cases.push_back(
        {{"local_maxima", arguments[i % arguments.size()]},
         {hills(type, levels, seed)},
         fmt::format("{} of {} levels, {} x {}", to_string(type.format), levels, type.size.width, type.size.height)});
  }
  const ImageType floats{{SampleType::f32, 1}, {67, 45}};
  cases.push_back({{"local_maxima"}, {op::random_value(floats, array::Fill::special, 5)}, "f32, special values"});
  return cases;
}

}  // namespace

op::Op local_maxima() {
  op::Op op;
  op.info = describe_maxima();
  set_regions(op, true);
  op.outputs = maxima_outputs;
  op.make = maxima_make;
  op.mismatch = maxima_mismatch;
  op.cases = maxima_cases;
  op.typical.fills = {array::Fill::random, array::Fill::equal};
  return op;
}

}  // namespace lenslet::ops
