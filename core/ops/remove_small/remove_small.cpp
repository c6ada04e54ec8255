// Takes small regions away.
#include "op/image_truth.hpp"
#include "ops/connected/connected.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr char small_details[] =
    "Samples that are not 0 and are neighbours belong to one region. Regions of fewer pixels than `area` become 0; all "
    "other samples stay as they are. NaN is not 0. Equals scikit-image's remove_small_objects of a mask, whose "
    "max_size is the area less 1. Holes below an area are filled by it between two inverts. It needs the whole image: "
    "no strips, no regions.";

OpInfo describe_small() {
  return {.name = "remove_small",
          .summary = "The image without its small connected regions.",
          .details = small_details,
          .parameters = {{.name = "area",
                          .summary = "Regions of fewer pixels are taken away.",
                          .kind = ParameterKind::integer,
                          .initial = std::int64_t{64},
                          .unit = "pixels",
                          .minimum = 1,
                          .maximum = 2147483647},
                         neighbours_parameter()},
          .outputs = {"out"},
          .inputs = {{"image", Reads::whole, types_to_32_bits()}},
          .synonyms = {"removesmallobjects", "areaopening", "bwareaopen"}};
}

op::Types small_outputs(const op::Arguments&, const op::Types& inputs) {
  check_regions("remove_small", inputs.image(0));
  return inputs;
}

op::Graph small_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const Regions regions(problem, schedule);
  const std::int64_t run = regions.group() == 1 ? 4096 : 64;
  op::Source source = regions.source(neighbours_of(problem), false, "remove_small.cl");
  const ocl::Program program = maker.program(source.define("RUN", run));
  const op::GraphValue forest = regions.add_forest(graph, program), image = Graph::input(0);
  regions.add_rows(graph, program, "begin_areas",
                   {forest, static_cast<std::int32_t>(problem.inputs.image(0).size.width)});
  regions.add_rows(graph, program, "count_areas", {image, forest}, run);
  regions.add_rows(graph, program, "write_large",
                   {image, forest, Graph::output(0), std::int32_t{problem.arguments.integer("area")}});
  return graph;
}

std::optional<std::string> small_mismatch(const op::Instance& problem, const op::HostValues& in,
                                          const op::HostValues& out) {
  const Image& image = in.image(0);
  const std::vector<std::int32_t> labels = labels_of(set_pixels(image), image.size(), neighbours_of(problem));
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
  set_regions(op);
  op.outputs = small_outputs;
  op.make = small_make;
  op.mismatch = small_mismatch;
  op.cases = [types = op.info.inputs.front().types](int effort) {
    std::vector<op::ArgumentMap> arguments = by_neighbours();
    for (std::size_t i = 0; i < arguments.size(); ++i) arguments[i]["area"] = std::int64_t{i == 0 ? 3 : 40};
    return region_cases("remove_small", types, arguments, effort);
  };
  return op;
}

}  // namespace lenslet::ops
