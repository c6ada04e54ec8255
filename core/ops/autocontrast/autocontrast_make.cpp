// Makes the stages: the histogram, the levels, which the host finds, and their stretching.
#include "ocl/values.hpp"
#include "op/random_value.hpp"
#include "ops/autocontrast/autocontrast.hpp"
#include "ops/equalize/equalize.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// A low level and a scale for each channel. Alpha, which comes last, stays as it is.
std::vector<float> numbers_of(const op::Instance& problem, std::span<const std::uint64_t> counts) {
  std::vector<float> numbers;
  for (const LevelRange& one : autocontrast_stretches(problem, counts))
    numbers.insert(numbers.end(), {static_cast<float>(one.low()), static_cast<float>(one.scale())});
  numbers.resize(static_cast<std::size_t>(2 * problem.inputs.image(0).format.channels), 0);
  if (problem.inputs.image(0).format.alpha) numbers.back() = 1;
  return numbers;
}

constexpr std::int64_t rows_of_part = 64;   // of a work-item that looks for extremes
constexpr std::int64_t rows_stretched = 8;  // of one that stretches by them

// The launches that stretch. CPUs get few long work-items; those of a GPU load side by side.
class Stretching {
 public:
  Stretching(const op::Instance& problem, const op::Maker& maker)
      : image_(problem.inputs.image(0)),
        is_cpu_(maker.device().kind == DeviceKind::cpu),
        pixels_(is_cpu_ ? 1024 : 4),
        group_(is_cpu_ ? 1 : merge_group(maker.device())),
        program_(maker.program(source(problem))) {}

  void add(Graph& graph, op::GraphValue numbers) const {
    graph.launch(graph.kernel(program_, "stretch", {group_}), items(1), Graph::of_region(Graph::input(0)),
                 Graph::output(0), numbers);
  }

  // Without a histogram, where nothing is cut off.
  void add_by_extremes(Graph& graph) const {
    const auto parts = static_cast<std::size_t>(divide_up(image_.size.height, rows_of_part));
    const auto numbers = static_cast<std::uint64_t>(2 * image_.format.channels);
    const op::GraphValue extremes = graph.scratch(parts * numbers, size_of(image_.format.type));
    graph.launch(graph.kernel(program_, "find_extremes", {group_}), ocl::Range{parts}, Graph::input(0), extremes);
    graph.launch(graph.kernel(program_, "stretch_extremes", {group_}), items(rows_stretched),
                 Graph::of_region(Graph::input(0)), Graph::output(0), extremes, static_cast<std::int32_t>(parts));
  }

 private:
  op::Items items(std::int64_t rows) const {
    return [rows, pixels = pixels_, group = group_](const op::Graph& bound) {
      const Size size = bound.region().size();
      return ocl::Range{round_up(static_cast<std::size_t>(divide_up(size.width, pixels)), group),
                        static_cast<std::size_t>(divide_up(size.height, rows))};
    };
  }

  op::Source source(const op::Instance& problem) const {
    const PixelFormat& format = image_.format;
    op::Source source({"image.cl", "autocontrast.cl"});
    source.define("TYPE", op::code_of(format.type)).define("CHANNELS", format.channels).define("PIXELS", pixels_);
    source.define("COLOURS", format.channels - (format.alpha ? 1 : 0))
        .define("ROWS", rows_of_part)
        .define("STRETCHED", rows_stretched);
    source.define("JOINED", problem.arguments.text("by") == "together" ? 1 : 0);
    return source.define("VEC", is_cpu_ ? 16 : 4).define("LOOSE", is_cpu_ ? 1 : 0);
  }

  const ImageType& image_;
  bool is_cpu_;
  std::int64_t pixels_;
  std::size_t group_;
  ocl::Program program_;
};

bool by_extremes(const op::Instance& problem, const DeviceInfo& device) {
  const op::Arguments& arguments = problem.arguments;
  return device.kind == DeviceKind::cpu && device.fp64 && arguments.real("low") == 0 && arguments.real("high") == 0;
}

}  // namespace

Graph autocontrast_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const Stretching stretching(problem, maker);
  if (by_extremes(problem, maker.device())) {
    stretching.add_by_extremes(graph);
    return graph;
  }
  const ArrayType samples = autocontrast_samples(problem);
  const int channels = problem.inputs.image(0).format.channels;
  const Counter counter(graph, samples, channels, finder_of_levels(samples.type), schedule, maker);
  const std::vector<float> none(static_cast<std::size_t>(2 * channels));
  const op::GraphValue numbers = graph.keep(ocl::upload(graph.queue(), none));
  const auto take = [problem, numbers, queue = &graph.queue()](const op::Graph& bound,
                                                               std::span<const std::uint64_t> counts) {
    queue->write(bound.buffer(numbers), 0, ocl::bytes_of(numbers_of(problem, counts)));
  };
  add_counts(graph, counter, packed_samples(graph, samples), schedule.word("merge") == "host", take);
  stretching.add(graph, numbers);
  return graph;
}

}  // namespace lenslet::ops
