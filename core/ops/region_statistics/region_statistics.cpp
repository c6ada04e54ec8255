// Measures labelled regions.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/statistics.hpp>

#include "op/dimensions.hpp"
#include "op/random_value.hpp"
#include "ops/connected/volume.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr std::int64_t columns_of_page = 11, columns_of_volume = 14;
constexpr int max_regions = 1 << 24;

// WORDS of region_statistics.cl.
std::uint64_t bytes_of_region(bool is_volume) {
  return (is_volume ? 80 : 76) * sizeof(std::uint32_t);
}

// A pixel of 256 begins a region: more would be noise.
std::int64_t usual_regions(const ImageType& labels) {
  return std::clamp<std::int64_t>(labels.pixels() / 256, 256, 65536);
}

std::vector<std::string> table_columns() {
  return {"label", "area", "left",  "top",      "width", "height", "x",
          "y",     "mean", "least", "greatest", "front", "depth",  "z"};
}

constexpr char statistics_details[] =
    "A table of f64 with a row for each label from 1 to the greatest and 11 columns: label, area in pixels, left, top, "
    "width and height of the box round it, x and y of its centroid, and the mean, the least and the greatest of the "
    "image's samples. Labels that do not occur have the area 0, and NaN for what has no value; 0 and what is below it "
    "are "
    "background. A label beyond the number of pixels and 256 is refused unless `regions` says that it is meant. A "
    "volume is an "
    "image whose `pages` lie one below another, as --volume takes a stack: its table has three more columns, the front "
    "page, the depth of the box and z of the centroid. The mean is the exact sum, rounded, over the area: sums of "
    "integers have 64 bits, "
    "which hold those of any region, and those of floats are kept by parts of their range. Where a "
    "sample is NaN, so are the mean, the least "
    "and the greatest. Equals scikit-image's regionprops with intensity_image, SciPy's ndimage.mean, minimum, maximum "
    "and find_objects, and OpenCV's connectedComponentsWithStats. It needs the whole images: no strips, no regions.";

OpInfo describe_statistics() {
  using enum SampleType;
  return {.name = "region_statistics",
          .summary = "A table with area, box, centroid, mean, least and greatest sample of each labelled region.",
          .details = statistics_details,
          .parameters = {{.name = "regions",
                          .summary = "The most rows; a greater label is then refused. auto: as many as there are.",
                          .kind = ParameterKind::integer,
                          .initial = std::string("auto"),
                          .minimum = 1,
                          .maximum = max_regions,
                          .automatic = true},
                         pages_parameter()},
          .outputs = {counted_operand("table", table_columns(), "regions")},
          .inputs = {{"labels", Reads::whole, {u8, i8, u16, i16, u32, i32, u64, i64}},
                     {"image", Reads::whole, {u8, i8, u16, i16, u32, i32, f16, f32}}},
          .synonyms = {"regionprops", "regionstatistics", "connectedcomponentswithstats", "blobstatistics"}};
}

op::Types statistics_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  for (std::size_t i = 0; i < 2; ++i) check_regions("region_statistics", inputs.image(i));
  const Size labels = inputs.image(0).size, image = inputs.image(1).size;
  if (labels != image)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("region_statistics: images of {} x {} and {} x {}; allowed: one size", labels.width,
                            labels.height, image.width, image.height));
  const std::int64_t rows = arguments.integer_or_auto("regions").value_or(usual_regions(inputs.image(0)));
  page_rows_of("region_statistics", arguments, inputs.image(0));
  const bool is_volume = arguments.integer("pages") > 1;
  return {ArrayType{SampleType::f64, {rows, is_volume ? columns_of_volume : columns_of_page}, true}};
}

// Each region has sums beside its row of the table.
void check_room(const DeviceInfo& device, std::int64_t regions, std::uint64_t bytes) {
  const std::uint64_t most = std::min(device.max_allocation, device.global_memory / 2);
  if (static_cast<std::uint64_t>(regions) <= most / bytes) return;
  throw Error(ErrorKind::unsupported,
              fmt::format("region_statistics: {} regions need {} bytes, {} has {} for them; allowed: up to {} regions",
                          regions, static_cast<std::uint64_t>(regions) * bytes, device.name, most, most / bytes));
}

op::Graph statistics_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  op::check_doubles(maker.device(), SampleType::f64);
  const std::int64_t pages = problem.arguments.integer("pages");
  const std::uint64_t region_bytes = bytes_of_region(pages > 1);
  check_room(maker.device(), problem.outputs[0].shape.front(), region_bytes);
  Graph graph(maker);
  const Size size = problem.inputs.image(1).size;
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const std::int64_t run = schedule.number("run");
  const auto regions = static_cast<std::int32_t>(problem.outputs[0].shape.front());
  op::Source source({"image.cl", "region_statistics.cl"});
  source.define("TYPE", op::code_of(problem.inputs.image(1).format.type)).define("CHANNELS", 1).define("RUN", run);
  source.define("LABEL_TYPE", op::code_of(problem.inputs.image(0).format.type));
  if (pages > 1) source.define("PAGE_ROWS", size.height / pages);
  const ocl::Program program = maker.program(source);
  const auto kernel = [&](const char* name) { return graph.kernel(program, name, {group}); };
  const op::GraphValue all = graph.scratch(static_cast<std::uint64_t>(regions) * region_bytes);
  const op::GraphValue greatest = Graph::found(0);
  graph.launch_items(kernel("clear_regions"), static_cast<std::uint64_t>(regions), all, regions, greatest);
  graph.launch(kernel("add_pixels"),
               ocl::Range{round_up(static_cast<std::size_t>(divide_up(size.width, run)), group),
                          static_cast<std::size_t>(size.height)},
               Graph::input(0), Graph::input(1), all, regions, greatest);
  graph.launch_items(kernel("write_table"), static_cast<std::uint64_t>(regions), all, regions, greatest,
                     Graph::output(0));
  return graph;
}

// A region as plain loops see it.
struct RegionTruth {
  double area = 0, left = 0, top = 0, front = 0, right = 0, bottom = 0, back = 0, x = 0, y = 0, z = 0;
  long double sum = 0, size = 0;  // of the samples, and of their absolute values
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  bool has_nan = false;

  void take(double px, double py, double pz, double sample) {
    left = area == 0 ? px : std::min(left, px);
    top = area == 0 ? py : std::min(top, py);
    right = std::max(right, px + 1);
    bottom = std::max(bottom, py + 1);
    front = area == 0 ? pz : std::min(front, pz);
    back = std::max(back, pz + 1);
    ++area;
    x += px;
    y += py;
    z += pz;
    sum += sample;
    size += std::abs(sample);
    has_nan = has_nan || std::isnan(sample);
    least = std::min(least, sample);
    greatest = std::max(greatest, sample);
  }

  std::vector<double> row(double label) const {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    if (area == 0) return {label, 0, 0, 0, 0, 0, nan, nan, nan, nan, nan, 0, 0, nan};
    const double mean = static_cast<double>(sum / static_cast<long double>(area));
    return {label,
            area,
            left,
            top,
            right - left,
            bottom - top,
            x / area,
            y / area,
            has_nan ? nan : mean,
            has_nan ? nan : least,
            has_nan ? nan : greatest,
            front,
            back - front,
            z / area};
  }
};

std::optional<std::string> statistics_mismatch(const op::Instance& problem, const op::HostValues& in,
                                               const op::HostValues& out) {
  const Image &labels = in.image(0), &image = in.image(1);
  const std::int64_t pages = problem.arguments.integer("pages"), rows = image.height() / pages;
  double greatest = 0;
  for (std::int64_t y = 0; y < labels.height(); ++y)
    for (std::int64_t x = 0; x < labels.width(); ++x) greatest = std::max(greatest, labels.at(x, y, 0));
  std::vector<RegionTruth> regions(static_cast<std::size_t>(greatest));
  if (out[0].type().shape.front() != std::ssize(regions))
    return fmt::format("the table has {} rows, not {}", out[0].type().shape.front(), greatest);
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      if (const double label = labels.at(x, y, 0); label > 0) {
        const std::int64_t page = y / rows;
        regions.at(static_cast<std::size_t>(label) - 1)
            .take(static_cast<double>(x), static_cast<double>(y % rows), static_cast<double>(page), image.at(x, y, 0));
      }
  for (std::size_t i = 0; i < regions.size(); ++i) {
    std::vector<double> truth = regions[i].row(static_cast<double>(i + 1));
    truth.resize(static_cast<std::size_t>(out[0].type().shape.back()));
    const double bound = regions[i].area > 0 ? static_cast<double>(regions[i].size) / regions[i].area * 1e-15 : 0;
    for (std::size_t k = 0; k < truth.size(); ++k) {
      const double got = out[0].at(static_cast<std::int64_t>(i * truth.size() + k));
      if (!is_within(got, truth[k], k == 8 ? bound : std::abs(truth[k]) * 1e-15))
        return fmt::format("the region {} has {} in column {}, not {}", i + 1, got, k + 1, truth[k]);
    }
  }
  return {};
}

// Blocks of labels, with a few single pixels among them.
Image labels_to_measure(const ImageType& type, int regions, std::uint32_t seed) {
  Image image(type.size, type.format);
  std::mt19937 random(seed);
  for (std::int64_t y = 0; y < type.size.height; ++y)
    for (std::int64_t x = 0; x < type.size.width; ++x) {
      const auto block = static_cast<unsigned>(x / 9 + y / 5 * 7), any = static_cast<unsigned>(random());
      const unsigned label = any % 16 == 0 ? any / 16 : block;
      image.set(x, y, 0, label % static_cast<unsigned>(regions + 1));
    }
  return image;
}

std::vector<op::Case> statistics_cases(int effort) {
  using enum SampleType;
  constexpr SampleType label_types[] = {i32, u8, i64, u16, u32, i16, u64, i8};
  constexpr SampleType image_types[] = {u8, f32, i16, u32, u16, i8, i32, f16};
  constexpr Size sizes[] = {{97, 71}, {1, 1}, {301, 7}, {64, 130}};
  constexpr int counts[] = {40, 1, 200};
  constexpr array::Fill fills[] = {array::Fill::random, array::Fill::special, array::Fill::cancel, array::Fill::small};
  std::vector<op::Case> cases;
  const std::size_t count = effort > 1 ? 48 : effort == 1 ? 16 : 8;
  for (std::size_t i = 0; i < count; ++i) {
    const Size size = sizes[i % std::size(sizes)];
    const int regions = counts[i % std::size(counts)];
    const std::int64_t pages = i % 5 == 4 ? 3 : 1;
    const Size all{size.width, size.height * pages};
    const ImageType labels{{label_types[(i + i / 4) % std::size(label_types)], 1}, all};
    const ImageType image{{image_types[(i / 2 + i / 7) % std::size(image_types)], 1}, all};
    const array::Fill fill = fills[(i / 3) % std::size(fills)];
    const auto seed = static_cast<std::uint32_t>(i);
    const Value rows = i % 3 == 2 ? Value(std::string("auto")) : Value(std::int64_t{regions});
    cases.push_back({{"region_statistics", {{"regions", rows}, {"pages", pages}}},
                     {labels_to_measure(labels, regions, seed), op::random_value(image, fill, seed)},
                     fmt::format("{} of {}, {}", to_string(image), to_string(labels), name_of(fill))});
  }
  return cases;
}

}  // namespace

op::Op region_statistics() {
  op::Op op = op::whole_op(describe_statistics());
  op.typical.fills = {array::Fill::small, array::Fill::equal};
  op.outputs = statistics_outputs;
  op.make = statistics_make;
  op.mismatch = statistics_mismatch;
  op.space = [](const op::Instance&, const DeviceInfo&) -> op::Dimensions {
    return {op::numbers("group", {1, 64, 128, 256}), op::numbers("run", {16, 64, 4096})};
  };
  op.initial = [](const op::Instance&, const DeviceInfo& device) {
    const bool is_cpu = device.kind == DeviceKind::cpu;
    return DimensionSchedule({{"group", is_cpu ? "1" : "128"}, {"run", is_cpu ? "4096" : "16"}});
  };
  op.cases = statistics_cases;
  return op;
}

}  // namespace lenslet::ops
