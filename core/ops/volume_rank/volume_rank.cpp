// Takes the sample of any rank in a cuboid window of a volume.
#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/values.hpp"
#include "op/dimensions.hpp"
#include "op/image_truth.hpp"
#include "op/random_value.hpp"
#include "ops/outside.hpp"
#include "ops/parameters.hpp"
#include "ops/volume_passes.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr char cuboid_details[] =
    "The pages of the volume lie one below another in one image; 'pages' says how many there are. Each sample becomes "
    "the one of this rank in the ksize * ksize_y * ksize_z sorted samples round it, exact for every type. The border "
    "also says what lies before the first page and behind the last. A window with a NaN gives any of its samples, or "
    "NaN. 'median' and 'rank' with --volume are this op. Equals SciPy's median_filter and rank_filter of three "
    "dimensions. It needs the whole volume: no strips, no regions.";

Parameter side_of_cuboid(const char* name, const char* what, std::int64_t initial) {
  return integer_parameter(name, what, initial, initial == 0 ? 0 : 1, max_cuboid_side, "pixels");
}

OpInfo describe_volume_rank() {
  std::vector<Parameter> parameters = pair_of(side_of_cuboid("ksize", "Width of the window, odd.", 3),
                                              side_of_cuboid("ksize_y", "Height of the window, odd; 0: as wide.", 0));
  parameters.push_back(side_of_cuboid("ksize_z", "Depth of the window, odd; 0: as wide.", 0));
  parameters.push_back({.name = "rank",
                        .summary = "Place among the sorted samples, from 0; auto: the median.",
                        .kind = ParameterKind::integer,
                        .initial = std::string(automatic_word),
                        .minimum = 0,
                        .maximum = static_cast<double>(max_cuboid_side * max_cuboid_side * max_cuboid_side - 1),
                        .automatic = true});
  parameters.push_back(integer_parameter("pages", "Pages of the volume.", 1, 1, max_side_length));
  return {.name = "volume_rank",
          .summary = "Sample of one rank, or the median, in a window of width, height and depth.",
          .details = cuboid_details,
          .parameters = std::move(parameters),
          .outputs = {"out"},
          .inputs = {{"volume", Reads::whole, types_to_32_bits()}},
          .synonyms = {"median3d", "medfilt3", "volumemedian"}};
}

struct Cuboid {
  int width, height, depth;

  int samples() const { return width * height * depth; }
};

Cuboid cuboid_of(const op::Arguments& arguments) {
  const auto side = [&](const char* name) {
    const int value = arguments.integer(name);
    if (value == 0 || value % 2 == 1) return value;
    throw Error(ErrorKind::invalid_argument,
                fmt::format("volume_rank: {} is {}; allowed: an odd number up to {}", name, value, max_cuboid_side));
  };
  const int width = side("ksize"), height = side("ksize_y"), depth = side("ksize_z");
  return {width, height == 0 ? width : height, depth == 0 ? width : depth};
}

int rank_in(const Cuboid& cuboid, const op::Arguments& arguments) {
  const int rank = arguments.integer_or_auto("rank").value_or(cuboid.samples() / 2);
  if (rank < cuboid.samples()) return rank;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("volume_rank: rank is {}; allowed in a window of {} samples: 0 to {}", rank, cuboid.samples(),
                          cuboid.samples() - 1));
}

op::Types rank_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  const std::int64_t height = inputs.image(0).size.height, pages = arguments.integer("pages");
  rank_in(cuboid_of(arguments), arguments);
  if (height % pages == 0) return inputs;
  throw Error(
      ErrorKind::invalid_argument,
      fmt::format("volume_rank: pages is {}; allowed for an image of {} rows: what divides them", pages, height));
}

const char* order_of(SampleType type) {
  if (!is_integer(type)) return "FLOAT";
  return type == SampleType::i8 || type == SampleType::i16 || type == SampleType::i32 ? "SIGNED" : "UNSIGNED";
}

const char* unsigned_of(SampleType type) {
  return size_of(type) == 1 ? "U8" : size_of(type) == 2 ? "U16" : "U32";
}

bool keeps_last(const op::Instance& problem) {
  return problem.inputs.image(0).format.alpha && problem.alpha == Alpha::keep;
}

op::Source source_of_rank(const op::Instance& problem, const DimensionSchedule& schedule, const DeviceInfo& device) {
  const PixelFormat format = problem.inputs.image(0).format;
  const Cuboid cuboid = cuboid_of(problem.arguments);
  op::Source source({"image.cl", "any_reach.cl", "border.cl", "volume_rank.cl"});
  source.define("TYPE", unsigned_of(format.type)).define("CHANNELS", format.channels);
  source.define("ORDER", order_of(format.type)).define("VEC", schedule.number("v"));
  source.define("RADIUS_X", cuboid.width / 2).define("RADIUS_Y", cuboid.height / 2);
  source.define("RADIUS_Z", cuboid.depth / 2).define("RANK", rank_in(cuboid, problem.arguments));
  source.define("BORDER", static_cast<std::int64_t>(problem.border)).define("KEEP_ALPHA", keeps_last(problem) ? 1 : 0);
  source.define("HELD", schedule.word("window") == "held" ? 1 : 0);
  return source.define("LOOSE", device.kind == DeviceKind::cpu ? 1 : 0);
}

// CPUs get a row for each work-item, GPUs a vector.
op::Graph rank_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const ImageType& image = problem.inputs.image(0);
  const std::int64_t pages = problem.arguments.integer("pages"), v = schedule.number("v");
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const ocl::Program program = maker.program(source_of_rank(problem, schedule, maker.device()));
  const std::int64_t vectors = group == 1 ? 1 : divide_up(image.size.width * image.format.channels, v);
  graph.launch(graph.kernel(program, "volume_rank", {group}),
               ocl::Range{round_up(static_cast<std::size_t>(vectors), group),
                          static_cast<std::size_t>(image.size.height / pages), static_cast<std::size_t>(pages)},
               Graph::input(0), Graph::output(0), static_cast<std::int32_t>(pages),
               graph.keep(ocl::upload(maker.queue(), outside_pixel(problem))));
  return graph;
}

DimensionSchedule rank_initial(const op::Instance& problem, const DeviceInfo& device) {
  const bool is_cpu = device.kind == DeviceKind::cpu;
  const bool is_held = cuboid_of(problem.arguments).samples() <= (is_cpu ? 343 : 27);
  const char* v = size_of(problem.inputs.image(0).format.type) == 4 ? "8" : "16";
  return DimensionSchedule(
      {{"v", is_cpu ? v : "1"}, {"group", is_cpu ? "1" : "128"}, {"window", is_held ? "held" : "loaded"}});
}

// A page's sample at any place, in or outside the volume.
double volume_sample(const op::Instance& problem, const Image& image, std::int64_t x, std::int64_t y, std::int64_t z,
                     int channel) {
  const std::int64_t pages = problem.arguments.integer("pages"), height = image.height() / pages;
  x = border_index(x, image.width(), problem.border);
  y = border_index(y, height, problem.border);
  z = border_index(z, pages, problem.border);
  if (x < 0 || y < 0 || z < 0)
    return store_value(problem.border_value[static_cast<std::size_t>(channel)], image.format().type);
  return image.at(x, z * height + y, channel);
}

op::Range true_rank(const op::Instance& problem, const Image& image, std::int64_t x, std::int64_t row, int channel) {
  if (keeps_last(problem) && channel == image.format().channels - 1)
    return {image.at(x, row, channel), image.at(x, row, channel)};
  const Cuboid cuboid = cuboid_of(problem.arguments);
  const std::int64_t height = image.height() / problem.arguments.integer("pages"), y = row % height, z = row / height;
  std::vector<double> window;
  for (int k = 0; k < cuboid.samples(); ++k)
    window.push_back(volume_sample(problem, image, x + k % cuboid.width - cuboid.width / 2,
                                   y + k / cuboid.width % cuboid.height - cuboid.height / 2,
                                   z + k / (cuboid.width * cuboid.height) - cuboid.depth / 2, channel));
  if (std::ranges::any_of(window, [](double sample) { return std::isnan(sample); })) return op::any_value;
  const auto wanted = window.begin() + rank_in(cuboid, problem.arguments);
  std::ranges::nth_element(window, wanted);
  return {*wanted, *wanted};
}

std::optional<std::string> rank_mismatch(const op::Instance& problem, const op::HostValues& in,
                                         const op::HostValues& out) {
  return op::first_outside(out.image(0), [&](std::int64_t x, std::int64_t y, int channel) {
    return true_rank(problem, in.image(0), x, y, channel);
  });
}

struct RankShape {
  Size page;
  std::int64_t pages;
};

// All lists are gone through at different speeds, so that all their pairs meet.
op::Case rank_case(std::size_t number) {
  constexpr RankShape shapes[] = {{{37, 23}, 5}, {{5, 3}, 2},  {{70, 4}, 3}, {{1, 1}, 2},
                                  {{9, 9}, 9},   {{33, 6}, 1}, {{18, 7}, 4}};
  constexpr PixelFormat layouts[] = {{{}, 1}, {{}, 3}, {{}, 4, true}, {{}, 1}, {{}, 2}};
  static const op::ArgumentMap samples[] = {{},
                                            {{"ksize", 5L}, {"ksize_y", 3L}, {"ksize_z", 1L}},
                                            {{"ksize", 1L}, {"ksize_z", 7L}},
                                            {{"rank", 0L}},
                                            {{"ksize", 5L}, {"rank", 124L}},
                                            {{"ksize", 7L}, {"ksize_y", 9L}, {"ksize_z", 9L}, {"rank", 100L}}};
  const std::vector<SampleType> types = types_to_32_bits();
  const RankShape& shape = shapes[number % std::size(shapes)];
  PixelFormat format = layouts[number % std::size(layouts)];
  format.type = types[number % types.size()];
  const ImageType type{format, {shape.page.width, shape.page.height * shape.pages}};
  op::Case one{{"volume_rank", samples[number % std::size(samples)]},
               {op::random_value(type, number % 4 == 3 ? array::Fill::special : array::Fill::random,
                                 static_cast<std::uint32_t>(number))},
               fmt::format("{}, {} pages", to_string(type), shape.pages)};
  one.call.arguments["pages"] = shape.pages;
  one.options.border = extending_borders[number / 2 % std::size(extending_borders)];
  one.options.border_value = {0.25, 7, 130, 201};
  if (format.alpha) one.options.alpha = number / 2 % 2 == 0 ? Alpha::keep : Alpha::filter;
  return one;
}

}  // namespace

op::Op volume_rank() {
  op::Op op;
  op.info = describe_volume_rank();
  op.whole = true;
  op.borders = window_borders();
  op.outputs = rank_outputs;
  op.space = [](const op::Instance&, const DeviceInfo&) -> op::Dimensions {
    return {op::numbers("v", {1, 4, 8, 16}), op::numbers("group", {1, 64, 128, 256}),
            op::words("window", {"held", "loaded"})};
  };
  op.initial = rank_initial;
  op.rule = [](const op::Instance&, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return op::group_rule(schedule, device);
  };
  op.make = rank_make;
  op.mismatch = rank_mismatch;
  op.cases = [](int effort) {
    std::vector<op::Case> cases;
    for (std::size_t number = 0; number < (effort == 0 ? 16U : effort == 1 ? 40U : 120U); ++number)
      cases.push_back(rank_case(number));
    return cases;
  };
  return op;
}

}  // namespace lenslet::ops
