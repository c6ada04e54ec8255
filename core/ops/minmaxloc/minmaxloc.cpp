// Finds the least and the greatest sample, and where they are.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/values.hpp"
#include "op/dimensions.hpp"
#include "op/random_value.hpp"
#include "ops/parameters.hpp"
#include "point/point_op.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr std::int64_t places_columns = 6;
constexpr char places_details[] =
    "A table of f64 with a row for each channel and 6 columns: the least sample, the greatest, column and row of the "
    "least, column and row of the greatest. Of equal samples that is meant which comes first, rows from the top, each "
    "from the left. With mask, a second image of u8 and one channel says by what is not 0 which pixels count. NaN "
    "counts nowhere. Where nothing counts, samples are NaN and places -1. Integers of 64 bits are compared exactly, "
    "and rounded in the table. For its table it needs a device that has f64. Equals OpenCV's minMaxLoc, and for one "
    "channel SciPy's ndimage.extrema. It needs the "
    "whole image: no strips, no regions.";

Operand places_table() {
  Operand table("table", ValueKind::array);
  table.columns = {"least", "greatest", "least_x", "least_y", "greatest_x", "greatest_y"};
  return table;
}

OpInfo describe_places() {
  return {.name = "minmaxloc",
          .summary = "A table with the least and the greatest sample of each channel, and their places.",
          .details = places_details,
          .parameters = {flag_parameter("mask", "The second image says which pixels count.")},
          .outputs = {places_table()},
          .inputs = {{"image", Reads::whole, {std::begin(sample_types), std::end(sample_types)}},
                     {"mask", Reads::whole, {SampleType::u8}}},
          .synonyms = {"extrema", "argmin", "argmax", "minmax", "minmaxidx"}};
}

op::Types places_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  const ImageType& image = inputs.image(0);
  if (arguments.flag("mask")) {
    const ImageType& mask = inputs.image(1);
    if (mask.size != image.size || mask.format.channels != 1)
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("minmaxloc: the mask is {}; allowed: u8 x 1 of {} x {}, as the image", to_string(mask),
                              image.size.width, image.size.height));
  }
  return {ArrayType{SampleType::f64, {image.format.channels, places_columns}}};
}

// Lanes of a vector, at most 16 bytes on a GPU.
std::int64_t lanes_of(SampleType type, bool is_cpu) {
  constexpr std::size_t most = 16;
  return static_cast<std::int64_t>(is_cpu ? most : most / size_of(type));
}

op::Source source_of_places(const op::Instance& problem, const DimensionSchedule& schedule, const DeviceInfo& device) {
  const PixelFormat format = problem.inputs.image(0).format;
  const bool is_cpu = device.kind == DeviceKind::cpu;
  op::Source source({"image.cl", "minmaxloc.cl"});
  source.define("TYPE", op::code_of(format.type)).define("CHANNELS", format.channels);
  source.define("MASKED", problem.arguments.flag("mask") ? 1 : 0).define("UNROLL", is_cpu ? 4 : 1);
  source.define("VEC", lanes_of(format.type, is_cpu)).define("LOOSE", is_cpu ? 1 : 0);
  source.define("GROUP", schedule.number("group"));
  return source;
}

// Rows that a work-item looks at before it compares: on a CPU's core as much as the nearest cache holds.
std::int32_t rows_together(const ImageType& image, bool is_cpu) {
  constexpr std::int64_t most_bytes = 32768;
  const auto row = image.size.width * image.format.channels * static_cast<std::int64_t>(size_of(image.format.type));
  return is_cpu ? static_cast<std::int32_t>(std::max<std::int64_t>(1, most_bytes / std::max<std::int64_t>(row, 1))) : 1;
}

// Groups that look for extremes. Single work-items need some work each to be worth their atomics.
std::int64_t parts_of(const ImageType& image, std::size_t group, std::int64_t most) {
  constexpr std::int64_t least_bytes = 262144;
  const std::int64_t pixels = image.size.width * image.size.height;
  const std::int64_t bytes = pixels * static_cast<std::int64_t>(image.format.bytes());
  const std::int64_t wanted = group > 1 ? most : std::min(most, divide_up(bytes, least_bytes));
  return std::min(wanted, image.size.height);
}

// Words of what the groups have found, and of how many have ended.
std::size_t words_of_parts(const ImageType& image, std::int64_t parts) {
  constexpr std::size_t most_words_of_part = 3;  // of a value and a row
  return static_cast<std::size_t>(parts * 2 * image.format.channels) * most_words_of_part + 1;
}

op::Graph places_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  op::check_doubles(maker.device(), SampleType::f64);
  Graph graph(maker);
  const ImageType& image = problem.inputs.image(0);
  const ocl::Program program = maker.program(source_of_places(problem, schedule, maker.device()));
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const std::int64_t parts = parts_of(image, group, op::groups_on(maker.device(), schedule));
  const std::int32_t together = rows_together(image, maker.device().kind == DeviceKind::cpu);
  const op::GraphValue mask = Graph::input(problem.arguments.flag("mask") ? 1 : 0);  // not read without the flag
  if (group == 1) {
    const std::vector<std::uint32_t> zeros(words_of_parts(image, parts));
    graph.launch_groups(graph.kernel(program, "find_places", {group}), static_cast<std::uint64_t>(parts),
                        Graph::input(0), mask, together, graph.keep(ocl::upload(maker.queue(), zeros)),
                        Graph::output(0));
    return graph;
  }
  const auto extremes = static_cast<std::uint64_t>(2 * image.format.channels);
  const op::GraphValue values = graph.scratch(static_cast<std::uint64_t>(parts) * extremes, sizeof(double));
  const op::GraphValue rows = graph.scratch(static_cast<std::uint64_t>(parts) * extremes, sizeof(std::int32_t));
  graph.launch_groups(graph.kernel(program, "find_rows", {group}), static_cast<std::uint64_t>(parts), Graph::input(0),
                      mask, together, values, rows);
  graph.launch_groups(graph.kernel(program, "write_places", {group}), extremes, Graph::input(0), mask, values, rows,
                      together, static_cast<std::int32_t>(parts), Graph::output(0));
  return graph;
}

// A sample of any type, to the bit.
long double sample_at(const Image& image, std::int64_t x, std::int64_t y, int channel) {
  const SampleType type = image.format().type;
  const std::byte* at = image.row(y) + static_cast<std::size_t>(x * image.format().channels + channel) * size_of(type);
  std::uint64_t bits = 0;
  std::memcpy(&bits, at, size_of(type));
  if (type == SampleType::u64) return static_cast<long double>(bits);
  if (type == SampleType::i64) return static_cast<long double>(static_cast<std::int64_t>(bits));
  return image.at(x, y, channel);
}

struct ExtremePlace {
  long double value = std::numeric_limits<long double>::quiet_NaN();
  std::int64_t x = -1, y = -1;

  void take(long double sample, std::int64_t column, std::int64_t row, bool greatest) {
    const bool is_first = x < 0 && !std::isnan(sample);
    if (is_first || (greatest ? sample > value : sample < value)) *this = {sample, column, row};
  }
};

std::vector<double> places_of(const op::HostValues& in, int channel) {
  const Image& image = in.image(0);
  ExtremePlace least, greatest;
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x) {
      if (in.size() > 1 && in.image(1).at(x, y, 0) == 0) continue;
      const long double sample = sample_at(image, x, y, channel);
      least.take(sample, x, y, false);
      greatest.take(sample, x, y, true);
    }
  const auto number = [](std::int64_t place) { return static_cast<double>(place); };
  return {static_cast<double>(least.value),
          static_cast<double>(greatest.value),
          number(least.x),
          number(least.y),
          number(greatest.x),
          number(greatest.y)};
}

std::optional<std::string> places_mismatch(const op::Instance&, const op::HostValues& in, const op::HostValues& out) {
  for (int c = 0; c < in.image(0).format().channels; ++c) {
    const std::vector<double> truth = places_of(in, c);
    for (std::size_t k = 0; k < truth.size(); ++k) {
      const double got = out[0].at(c * places_columns + static_cast<std::int64_t>(k));
      if (got != truth[k] && !(std::isnan(got) && std::isnan(truth[k])))
        return fmt::format("channel {} has {} in column {}, not {}", c, got, k + 1, truth[k]);
    }
  }
  return {};
}

// Every seventh pixel counts; of some masks none.
Image sparse_mask(Size size, bool empty) {
  Image mask(size, {SampleType::u8, 1});
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x) mask.set(x, y, 0, !empty && (x + 3 * y) % 7 == 6 ? 200 : 0);
  return mask;
}

std::vector<op::Case> places_cases(int effort) {
  constexpr Size sizes[] = {{131, 77}, {1, 1}, {67, 129}, {301, 7}, {1, 40}, {64, 64}};
  constexpr array::Fill fills[] = {array::Fill::random, array::Fill::special, array::Fill::equal, array::Fill::small};
  std::vector<op::Case> cases;
  const std::size_t count = effort > 1 ? 88 : effort == 1 ? 22 : 8;
  for (std::size_t i = 0; i < count; ++i) {
    const ImageType type{{sample_types[i * 3 % std::size(sample_types)], 1 + static_cast<int>(i % 4)},
                         sizes[i % std::size(sizes)]};
    const array::Fill fill = fills[i / 2 % std::size(fills)];
    op::Case one{{"minmaxloc", {}}, {op::random_value(type, fill, static_cast<std::uint32_t>(i))}, {}};
    const bool masked = i % 3 == 2;
    if (masked) one.call.arguments["mask"] = true;
    if (masked) one.inputs.emplace_back(sparse_mask(type.size, i % 4 == 0));
    one.what = fmt::format("{}, {}{}", to_string(type), name_of(fill), masked ? ", with a mask" : "");
    cases.push_back(std::move(one));
  }
  return cases;
}

}  // namespace

op::Op minmaxloc() {
  op::Op op = op::whole_op(describe_places());
  op.inputs = [](const op::Arguments& arguments) {
    return arguments.flag("mask") ? std::vector<std::string>{"image", "mask"} : std::vector<std::string>{"image"};
  };
  op.outputs = places_outputs;
  op.space = [](const op::Instance&, const DeviceInfo&) -> op::Dimensions {
    return {op::numbers("group", {1, 64, 128, 256}), op::numbers("groups", {1, 4, 16})};
  };
  op.initial = [](const op::Instance&, const DeviceInfo& device) {
    const bool is_cpu = device.kind == DeviceKind::cpu;
    return DimensionSchedule({{"group", is_cpu ? "1" : "256"}, {"groups", "4"}});
  };
  op.make = places_make;
  op.mismatch = places_mismatch;
  op.cases = places_cases;
  op.typical.fills = {array::Fill::random, array::Fill::equal};
  return op;
}

}  // namespace lenslet::ops
