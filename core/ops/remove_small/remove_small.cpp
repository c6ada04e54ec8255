// Takes small regions away.
#include "op/image_truth.hpp"
#include "ops/connected/kept.hpp"
#include "ops/connected/volume.hpp"
#include "ops/connected/word_runs.hpp"

namespace lenslet::ops {

op::Op remove_small();

namespace {

using op::Graph;

constexpr char small_details[] =
    "Samples that are not 0 and are neighbours belong to one region. Regions of fewer pixels than `area` become 0; all "
    "other samples stay as they are. NaN is not 0. Equals scikit-image's remove_small_objects of a mask, whose "
    "max_size is the area less 1. Holes below an area are filled by it between two inverts. A volume has 6, 18 or 26 "
    "neighbours, see label. Strips of an image, on one or several devices, read it once before, to learn which of "
    "their regions are large with what lies in other strips; a volume is gone over whole, and by one process. No "
    "regions "
    "by themselves.";

std::vector<Parameter> small_parameters() {
  std::vector<Parameter> all = volume_parameters();
  all.insert(all.begin(), {.name = "area",
                           .summary = "Regions of fewer pixels are taken away.",
                           .kind = ParameterKind::integer,
                           .initial = std::int64_t{64},
                           .unit = "pixels",
                           .minimum = 1,
                           .maximum = 2147483647});
  return all;
}

OpInfo describe_small() {
  return {.name = "remove_small",
          .summary = "The image without its small connected regions.",
          .details = small_details,
          .parameters = small_parameters(),
          .outputs = {"out"},
          .inputs = {{"image", Reads::whole, all_sample_types()}},
          .synonyms = {"removesmallobjects", "areaopening", "bwareaopen"}};
}

op::Types small_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  check_regions("remove_small", inputs.image(0));
  neighbourhood_of("remove_small", arguments, inputs.image(0));
  KeptRegions::read(arguments, inputs.image(0).size);
  return inputs;
}

op::Source& with_samples(op::Source& source, SampleType type, std::int64_t run) {
  return source.define("RUN", run).define("SAMPLE", bits_of(type)).define("SAMPLE_MASK", mask_of(type));
}

std::int64_t run_of(std::size_t group) {
  return group == 1 ? 4096 : 64;
}

op::Graph small_of_part(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const SampleType type = problem.inputs.image(0).format.type;
  MaskPart part(graph, rows_of(problem), schedule);
  const std::int64_t run = run_of(part.group());
  op::Source source = part.source(neighbourhood_of(problem).neighbours, "kept.cl");
  source.append("remove_small.cl");
  const ocl::Program program = maker.program(with_samples(source, type, run));
  part.take(maker, type);
  part.join(program);
  part.add_rows(program, "begin_areas", {part.forest(), part.mask_width()});
  std::vector<op::Argument> counted = part.mask_as_image();
  counted.emplace_back(part.forest());
  part.add_rows_of(part.rows(), program, "count_areas", counted, run);
  add_kept(graph, maker, program, part, problem);
  const op::Argument row = part.rows().number([](const RowRange&, const Rect& region) { return region.y; });
  part.add_region(program, "write_large",
                  {Graph::input(0), part.forest(), part.left(), row, part.top(), Graph::output(0),
                   std::int32_t{problem.arguments.integer("area")}});
  return graph;
}

op::Graph small_by_words(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const ImageType& type = problem.inputs.image(0);
  const Words words(graph, type.size, schedule);
  op::Source source = words.source(neighbourhood_of(problem).in_page(), type.format.type, {.areas = true});
  const ocl::Program program = maker.program(source.append("remove_small_words.cl"));
  const op::GraphValue areas = words.more_nodes();
  words.take(program);
  words.join(program, areas);
  words.add_words(program, "add_word_areas", {words.bits(), words.forest(), words.count(), areas});
  const std::int32_t area = problem.arguments.integer("area");
  words.add_words(program, "drop_small_words", {words.bits(), words.forest(), words.count(), areas, area});
  words.add_rows(program, "write_words", Words::written(size_of(type.format.type)),
                 {words.bits(), Graph::input(0), Graph::output(0)});
  return graph;
}

op::Graph small_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  if (has_kept(problem)) return small_of_part(problem, schedule, maker);
  const ImageType& type = problem.inputs.image(0);
  if (goes_by_words(schedule, type.size) && neighbourhood_of(problem).pages == 1)
    return small_by_words(problem, schedule, maker);
  Graph graph(maker);
  const Regions regions(problem, schedule);
  const std::int64_t run = run_of(regions.group());
  const Neighbourhood around = neighbourhood_of(problem);
  op::Source source = volume_source(regions, around, false, "remove_small.cl");
  const ocl::Program program = maker.program(with_samples(source, type.format.type, run));
  const op::GraphValue image = Graph::input(0);
  const op::GraphValue forest = add_volume_forest(graph, program, regions, around, type, schedule);
  regions.add_rows(graph, program, "begin_areas", {forest, static_cast<std::int32_t>(type.size.width)});
  regions.add_rows(graph, program, "count_areas", {image, forest}, run);
  const std::int32_t none = 0, area = problem.arguments.integer("area");
  regions.add_rows(graph, program, "write_large", {image, forest, none, none, none, Graph::output(0), area});
  return graph;
}

// All pixels of a region count.
KeepRule small_rule(const op::Instance& problem) {
  const auto mark = [set = mark_set(problem.inputs.image(0).format.type)](const std::byte* row, std::int64_t y,
                                                                          std::span<std::uint8_t> marks) {
    set(row, y, marks);
    for (std::uint8_t& one : marks) one = static_cast<std::uint8_t>(2 * one);
  };
  return {neighbourhood_of(problem).neighbours, problem.arguments.integer("area"), mark};
}

std::optional<std::string> small_mismatch(const op::Instance& problem, const op::HostValues& in,
                                          const op::HostValues& out) {
  const Image& image = in.image(0);
  const std::vector<std::int32_t> labels = labels_of(set_pixels(image), image.size(), neighbourhood_of(problem));
  std::vector<int> areas(labels.size() + 1);
  for (const std::int32_t label : labels) ++areas[static_cast<std::size_t>(label)];
  return op::first_outside(out.image(0), [&](std::int64_t x, std::int64_t y, int) -> op::Range {
    const std::int32_t label = labels[static_cast<std::size_t>(y * image.width() + x)];
    const bool is_large = label > 0 && areas[static_cast<std::size_t>(label)] >= problem.arguments.integer("area");
    const double value = is_large ? image.at(x, y, 0) : 0;
    return {value, value};
  });
}

}  // namespace

op::Op remove_small() {
  op::Op op;
  op.info = describe_small();
  set_regions(op, true);
  op.outputs = small_outputs;
  set_keeping(op, small_rule);
  op.make = small_make;
  op.mismatch = small_mismatch;
  op.cases = [types = op.info.inputs.front().types](int effort) {
    std::vector<op::ArgumentMap> arguments = by_neighbours();
    for (std::size_t i = 0; i < arguments.size(); ++i) arguments[i]["area"] = std::int64_t{i == 0 ? 3 : 40};
    std::vector<op::Case> cases = region_cases("remove_small", types, arguments, effort);
    for (op::Case& one : kept_cases(remove_small(), small_rule, cases)) cases.push_back(std::move(one));
    arguments.front()["area"] = std::int64_t{9};
    for (op::Case& one : volume_cases("remove_small", types, arguments.front(), effort))
      cases.push_back(std::move(one));
    return cases;
  };
  return op;
}

}  // namespace lenslet::ops
