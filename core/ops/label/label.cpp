// Numbers the connected regions of an image.
#include <algorithm>

#include <fmt/format.h>

#include "ops/connected/volume.hpp"
#include "ops/label/label.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr char label_details[] =
    "Samples that are not 0 and are neighbours belong to one region. Each region has a number from 1 on, in the order "
    "in which rows from the top, each from the left, meet them; where the image is 0, so is the result, which is of "
    "i32. NaN is not 0. Equals SciPy's ndimage.label, with neighbours=8 for a structure of ones, and scikit-image's "
    "label of a mask. OpenCV's connectedComponents finds the same regions, but numbers them in another order. A volume "
    "is an image whose `pages` lie one below another: its neighbours are 6, 18 or 26, SciPy's "
    "generate_binary_structure(3, 1), (3, 2) and (3, 3), and pages follow each other as rows do; 4 and 8 join no "
    "pages. Strips of an image, on one or several devices, read it once before, to learn which regions of two strips "
    "are one; "
    "a volume is labelled whole, and by one process.";

std::vector<Parameter> label_parameters() {
  std::vector<Parameter> all = volume_parameters();
  all.push_back({.name = "count",
                 .summary = "Also gives the number of regions, as an array of one i32.",
                 .kind = ParameterKind::flag,
                 .initial = false});
  all.push_back(seams_parameter());
  return all;
}

OpInfo describe_label() {
  return {.name = "label",
          .summary = "The number of the connected region that each pixel belongs to.",
          .details = label_details,
          .parameters = label_parameters(),
          .outputs = {"labels", {"count", ValueKind::array}},
          .inputs = {{"image", Reads::whole, all_sample_types()}},
          .synonyms = {"connectedcomponents", "bwlabel", "bwconncomp", "components", "blobs"}};
}

op::Types label_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  check_regions("label", inputs.image(0));
  neighbourhood_of("label", arguments, inputs.image(0));
  check_seams(arguments, inputs.image(0));
  std::vector<ValueType> outputs{ImageType{{SampleType::i32, 1}, inputs.image(0).size}};
  if (arguments.flag("count")) outputs.emplace_back(ArrayType{SampleType::i32, {1}});
  return outputs;
}

op::Graph label_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  if (has_seams(problem.arguments) && !problem.arguments.flag("count")) return label_part(problem, schedule, maker);
  if (has_runs(problem, schedule)) return label_by_runs(problem, schedule, maker);
  if (has_words(problem, schedule)) return label_by_words(problem, schedule, maker);
  Graph graph(maker);
  const Regions regions(problem, schedule);
  const Neighbourhood around = neighbourhood_of(problem);
  const ocl::Program program = maker.program(volume_source(regions, around, false, "label.cl"));
  const op::GraphValue forest = add_volume_forest(graph, program, regions, around, problem.inputs.image(0), schedule);
  const auto pixels = static_cast<std::int32_t>(regions.pixels());
  const auto blocks = static_cast<std::int32_t>((regions.pixels() + regions.block() - 1) / regions.block());
  const op::GraphValue counts = graph.scratch(static_cast<std::uint64_t>(blocks), sizeof(std::int32_t));
  const auto groups = static_cast<std::uint64_t>(blocks);
  const auto kernel = [&](const char* name) { return graph.kernel(program, name, {regions.group()}); };
  graph.launch_groups(kernel("count_roots"), groups, forest, pixels, counts);
  const bool is_asked = problem.arguments.flag("count");
  const op::GraphValue count = is_asked ? Graph::output(1) : graph.scratch(1, sizeof(std::int32_t));
  graph.launch_groups(kernel("add_counts"), 1, counts, blocks, count);
  graph.launch_groups(kernel("number_roots"), groups, forest, pixels, counts);
  regions.add_rows(graph, program, "write_labels", {forest, Graph::output(0)});
  return graph;
}

std::optional<std::string> label_mismatch(const op::Instance& problem, const op::HostValues& in,
                                          const op::HostValues& out) {
  const Image &image = in.image(0), &got = out.image(0);
  const std::vector<std::int32_t> truth = labels_of(set_pixels(image), image.size(), neighbourhood_of(problem));
  for (std::int64_t y = 0, i = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x, ++i)
      if (const auto wanted = truth[static_cast<std::size_t>(i)]; got.at(x, y, 0) != wanted)
        return fmt::format("({}, {}) has the label {}, not {}", x, y, got.at(x, y, 0), wanted);
  const std::int32_t regions = *std::ranges::max_element(truth);
  if (out.size() < 2 || out[1].at(0) == regions) return {};
  return fmt::format("the count is {}, not {}", out[1].at(0), regions);
}

std::vector<op::Case> label_cases(int effort) {
  std::vector<op::ArgumentMap> arguments = by_neighbours();
  arguments.front()["count"] = true;
  std::vector<op::Case> cases = region_cases("label", all_sample_types(), arguments, effort);
  for (op::Case& one : label_part_cases(cases)) cases.push_back(std::move(one));
  for (op::Case& one : volume_cases("label", all_sample_types(), {{"neighbours", std::string("6")}}, effort))
    cases.push_back(std::move(one));
  return cases;
}

}  // namespace

op::Op label() {
  op::Op op;
  op.info = describe_label();
  set_regions(op, true);
  op.outputs = label_outputs;
  op.in_parts = [](const op::Instance& problem) { return has_seams(problem.arguments); };
  op.reads = label_reads;
  op.gathering = label_gathering;
  op.speed = [](const op::Instance& problem) {
    const Neighbourhood around = neighbourhood_of(problem);
    return fmt::format("neighbours={}{}{}", around.neighbours, around.pages > 1 ? " pages" : "",
                       has_seams(problem.arguments) ? " seams" : "");
  };
  op.make = label_make;
  op.mismatch = label_mismatch;
  op.cases = label_cases;
  return op;
}

}  // namespace lenslet::ops
