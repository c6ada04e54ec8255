// Adds the stages of an image's equalisation: those of arrays, on its samples or on the levels of its luminance.
#include "ocl/values.hpp"
#include "op/random_value.hpp"
#include "ops/equalize/equalize.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// Returns the rows of an image as bytes.
ocl::Rows rows_of(const op::BoundImage& image, std::uint64_t sample) {
  return {static_cast<std::uint64_t>(image.offset) * sample, static_cast<std::uint64_t>(image.stride) * sample};
}

std::uint64_t row_bytes(const ArrayType& samples) {
  return samples.bytes() / static_cast<std::uint64_t>(samples.shape[0]);
}

void add_by_channel(Graph& graph, const op::Instance& problem, Equalizer& equalizer) {
  const ArrayType samples = counted_type(problem);
  const op::GraphValue out = Graph::output(0);
  const op::GraphValue from = packed_samples(graph, samples), to = graph.packed(out, samples.bytes());
  const std::uint64_t sample = size_of(samples.type), channels = static_cast<std::uint64_t>(samples.shape[2]);
  const std::uint64_t row = row_bytes(samples);
  const ocl::Queue* queue = &graph.queue();
  equalizer.add_application(graph, from, equalizer.add_tables(graph, from), to);
  graph.commands("unpack", {to}, [=](const op::Graph& bound, op::Launches& launches) {
    if (bound.is_in_place(to)) return;
    const op::BoundImage result = bound.image(out);
    const Rect region = bound.region();
    const std::uint64_t first =
        static_cast<std::uint64_t>(region.y) * row + static_cast<std::uint64_t>(region.x) * channels * sample;
    op::append(queue->copy_rows(bound.buffer(to), {first, row}, result.buffer, rows_of(result, sample),
                                static_cast<std::uint64_t>(region.width) * channels * sample,
                                static_cast<std::uint64_t>(region.height)),
               launches);
  });
}

// Returns the number of pixels of a work-item: a CPU makes vectors of many, a GPU's work-items load side by side.
std::int64_t pixels_of_item(const DeviceInfo& device) {
  return device.kind == DeviceKind::cpu ? 64 : 1;
}

// The work-items of a launch with one item for `pixels` pixels, in groups along rows.
op::Items items_for(op::GraphValue image, std::int64_t pixels, std::size_t group) {
  return [=](const op::Graph& bound) {
    const Size size = bound.image(image).size;
    return ocl::Range{round_up(static_cast<std::size_t>(divide_up(size.width, pixels)), group),
                      static_cast<std::size_t>(size.height)};
  };
}

// Uploads the tables that the call brings, and then one that leaves alpha as it is.
template <class Level>
op::GraphValue given_tables(Graph& graph, const op::Instance& problem, std::size_t size) {
  std::vector<Level> tables;
  for (const double level : table_of(problem)) tables.push_back(static_cast<Level>(level));
  for (std::size_t level = 0; tables.size() < size; ++level) tables.push_back(static_cast<Level>(level));
  return graph.keep(ocl::upload(graph.queue(), tables));
}

op::GraphValue given_tables(Graph& graph, const op::Instance& problem) {
  const SampleType type = counted_type(problem).type;
  const auto size = static_cast<std::size_t>(counted_channels(problem) * levels_of(type));
  return type == SampleType::u8 ? given_tables<std::uint8_t>(graph, problem, size)
                                : given_tables<std::uint16_t>(graph, problem, size);
}

void add_look_up(Graph& graph, const op::Instance& problem, const op::Maker& maker) {
  const PixelFormat format = problem.inputs.image(0).format;
  const SampleType type = format.type;
  const std::int64_t pixels = pixels_of_item(maker.device());
  op::Source source({"image.cl", "equalize_given.cl"});
  source.define("TYPE", op::code_of(type)).define("CHANNELS", format.channels);
  source.define("LEVELS", levels_of(type)).define("PIXELS", pixels);
  const std::size_t group = pixels > 1 ? 4 : merge_group(maker.device());
  graph.launch(graph.kernel(maker.program(source), "look_up", {group}), items_for(Graph::output(0), pixels, group),
               Graph::of_region(Graph::input(0)), Graph::output(0), given_tables(graph, problem));
}

void add_by_luminance(Graph& graph, const op::Instance& problem, Equalizer& equalizer, const op::Maker& maker) {
  const PixelFormat format = problem.inputs.image(0).format;
  op::Source source({"image.cl", "equalize_luminance.cl"});
  source.define("TYPE", op::code_of(format.type)).define("CHANNELS", format.channels);
  const std::int64_t pixels = pixels_of_item(maker.device());
  const ocl::Program program = maker.program(source.define("PIXELS", pixels));
  const std::size_t group = pixels > 1 ? 4 : merge_group(maker.device());
  const auto add_table = [&] {
    const op::GraphValue levels = graph.scratch(counted_type(problem).bytes());
    graph.launch(graph.kernel(program, "luminance", {group}), items_for(Graph::input(0), pixels, group),
                 Graph::input(0), levels);
    return equalizer.add_tables(graph, levels);
  };
  const op::GraphValue table = has_table(problem) ? given_tables(graph, problem) : add_table();
  graph.launch(graph.kernel(program, "shift", {group}), items_for(Graph::output(0), pixels, group),
               Graph::of_region(Graph::input(0)), Graph::output(0), table);
}

}  // namespace

op::GraphValue packed_samples(Graph& graph, const ArrayType& samples) {
  const op::GraphValue image = Graph::input(0), packed = graph.packed(image, samples.bytes());
  const std::uint64_t sample = size_of(samples.type), row = row_bytes(samples);
  graph.commands("pack", {packed}, [=, queue = &graph.queue()](const op::Graph& bound, op::Launches& launches) {
    if (bound.is_in_place(packed)) return;
    const op::BoundImage whole = bound.image(image);
    op::append(queue->copy_rows(whole.buffer, rows_of(whole, sample), bound.buffer(packed), {0, row}, row,
                                static_cast<std::uint64_t>(whole.size.height)),
               launches);
  });
  return packed;
}

Graph make_image_equalize(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const ArrayType counted = counted_type(problem);
  if (is_by_luminance(problem)) {
    Equalizer equalizer(counted, 1, false, schedule, maker);
    add_by_luminance(graph, problem, equalizer, maker);
  } else if (has_table(problem)) {
    add_look_up(graph, problem, maker);
  } else {
    Equalizer equalizer(counted, counted_channels(problem), keeps_alpha(problem), schedule, maker);
    add_by_channel(graph, problem, equalizer);
  }
  return graph;
}

}  // namespace lenslet::ops
