// Makes the stages: the histogram, the levels, which the host finds, and their stretching.
#include <memory>

#include "ocl/values.hpp"
#include "op/random_value.hpp"
#include "ops/autocontrast/autocontrast.hpp"
#include "ops/equalize/equalize.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// A low level and a scale for each channel. Alpha, which comes last, stays as it is.
std::vector<float> numbers_of(const op::Instance& problem, const std::vector<LevelRange>& stretches) {
  std::vector<float> numbers;
  for (const LevelRange& one : stretches)
    numbers.insert(numbers.end(), {static_cast<float>(one.low()), static_cast<float>(one.scale())});
  numbers.resize(static_cast<std::size_t>(2 * problem.inputs.image(0).format.channels), 0);
  if (problem.inputs.image(0).format.alpha) numbers.back() = 1;
  return numbers;
}

constexpr std::size_t group_of_floats = 64;
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

  const ocl::Program& program() const { return program_; }

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

constexpr std::size_t lower_halves = 65536;

// Floats are counted by their upper halves, and where the ends are among these by their lower ones.
class FloatEnds {
 public:
  FloatEnds(Graph& graph, const op::Instance& problem, const ocl::Program& program, op::GraphValue numbers)
      : graph_(graph),
        problem_(problem),
        program_(program),
        numbers_(numbers),
        slots_(static_cast<std::size_t>(2 * problem.inputs.image(0).format.channels)),
        wanted_(graph.keep(ocl::upload(graph.queue(), std::vector<std::uint32_t>(slots_)))),
        ends_(std::make_shared<std::vector<LevelEnds>>()) {}

  void add(const Counter& counter, bool on_host) {
    const ImageType& image = problem_.inputs.image(0);
    const ArrayType samples{image.format.type, {image.size.height, image.size.width, image.format.channels}};
    const op::GraphValue packed = packed_samples(graph_, samples);
    const auto count = static_cast<std::uint64_t>(samples.count());
    const op::GraphValue upper = graph_.scratch(count, sizeof(std::uint16_t));
    graph_.launch_items(kernel("upper_halves"), count, packed, upper, count);
    add_counts(graph_, counter, upper, on_host,
               [this_ = *this](const Graph& bound, auto counts) { this_.want(bound, counts); });
    add_lower(packed, count);
  }

 private:
  op::GraphKernel kernel(const char* name) { return graph_.kernel(program_, name, {group_of_floats}); }

  void add_lower(op::GraphValue packed, std::uint64_t count) {
    const std::uint64_t counters = slots_ * lower_halves;
    const op::GraphValue lower = graph_.scratch(counters, sizeof(std::uint32_t));
    graph_.launch_items(kernel("clear_counts"), counters, lower);
    graph_.launch_items(kernel("count_lower_halves"), count, packed, wanted_, lower, count);
    graph_.host("ends", {lower, numbers_}, [this_ = *this, lower](const Graph& bound) { this_.finish(bound, lower); });
  }

  // Says which upper halves are counted: two for each channel. None has all bits set.
  void want(const Graph& bound, std::span<const std::uint64_t> counts) const {
    *ends_ = autocontrast_ends(problem_, counts);
    std::vector<std::uint32_t> wanted(slots_, 0xffffffffU);
    for (std::size_t c = 0; c < ends_->size(); ++c)
      if (const LevelEnds& ends = (*ends_)[c]; ends.any) {
        wanted[2 * c] = ends.low.bits;
        wanted[2 * c + 1] = ends.high.bits;
      }
    queue_->write(bound.buffer(wanted_), 0, ocl::bytes_of(wanted));
  }

  void finish(const Graph& bound, op::GraphValue lower) const {
    const auto counts = ocl::download<std::uint32_t>(*queue_, bound.buffer(lower), slots_ * lower_halves);
    const bool together = problem_.arguments.text("by") == "together";
    const auto of_slot = [&](std::size_t slot) { return std::span(counts).subspan(slot * lower_halves, lower_halves); };
    std::vector<LevelRange> stretches;
    for (std::size_t c = 0; c < ends_->size(); ++c) {
      const LevelEnds& ends = (*ends_)[c];
      const std::size_t slot = together ? 0 : 2 * c;
      stretches.push_back(ends.any ? autocontrast_between(value_in_level(ends.low, of_slot(slot)),
                                                          value_in_level(ends.high, of_slot(slot + 1)), SampleType::f32)
                                   : autocontrast_between(0, 0, SampleType::f32));
    }
    queue_->write(bound.buffer(numbers_), 0, ocl::bytes_of(numbers_of(problem_, stretches)));
  }

  Graph& graph_;
  const op::Instance problem_;
  const ocl::Program program_;
  const ocl::Queue* queue_ = &graph_.queue();
  op::GraphValue numbers_;
  std::size_t slots_;  // two for each channel
  op::GraphValue wanted_;
  std::shared_ptr<std::vector<LevelEnds>> ends_;  // of the present launch
};

bool by_extremes(const op::Instance& problem, const DeviceInfo& device) {
  const op::Arguments& arguments = problem.arguments;
  const SampleType type = problem.inputs.image(0).format.type;
  if (type != SampleType::u8 && type != SampleType::u16) return false;
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
  const bool on_host = schedule.word("merge") == "host";
  if (problem.inputs.image(0).format.type == SampleType::f32) {
    FloatEnds ends(graph, problem, stretching.program(), numbers);
    ends.add(counter, on_host);
    stretching.add(graph, numbers);
    return graph;
  }
  const auto take = [problem, numbers, queue = &graph.queue()](const op::Graph& bound,
                                                               std::span<const std::uint64_t> counts) {
    queue->write(bound.buffer(numbers), 0, ocl::bytes_of(numbers_of(problem, autocontrast_stretches(problem, counts))));
  };
  add_counts(graph, counter, packed_samples(graph, samples), on_host, take);
  stretching.add(graph, numbers);
  return graph;
}

}  // namespace lenslet::ops
