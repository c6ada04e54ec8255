// The stages of canny.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ocl/values.hpp"
#include "ops/canny/canny.hpp"
#include "ops/connected/kept.hpp"
#include "ops/connected/word_runs.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// The bytes of a component of a gradient, and how its levels are passed: see canny.cl.
struct GradientType {
  std::size_t bytes;
  op::Scalar (*level)(double);
};

template <class T>
op::Scalar whole_level(double level) {
  constexpr double most = std::numeric_limits<std::int32_t>::max() * (sizeof(T) > 4 ? 0x1p31 : 1.0);
  return op::Scalar(static_cast<T>(std::floor(std::min(level, most))));
}

GradientType gradient_type(const op::Instance& problem) {
  const SampleType type = problem.inputs.image(0).format.type;
  if (!is_integer(type) || problem.arguments.real("sigma") > 0)
    return {sizeof(float), [](double level) { return op::Scalar(static_cast<float>(level)); }};
  if (type == SampleType::u8) return {sizeof(std::int16_t), whole_level<std::int32_t>};
  return {sizeof(std::int32_t), whole_level<std::int64_t>};
}

// The rows of a tile that a group marks. In the end each of two work-items gathers one of a row's two words.
std::int64_t mark_rows(const DimensionSchedule& schedule) {
  constexpr std::int64_t most = 64;  // local memory has magnitudes of up to 8 bytes
  return std::min<std::int64_t>(schedule.number("group") / 2, most);
}

// Behind the source of the stages that join marks: by words, of tiles of so many rows, or, with 0, by bytes.
op::Source source_of_edges(const op::Instance& problem, op::Source source, std::int64_t rows) {
  const PixelFormat& format = problem.inputs.image(0).format;
  source.define("MARK_WORDS", rows > 0 ? 1 : 0).define("MARK_ROWS", rows);
  source.append("canny.cl").define("SAMPLE", op::code_of(format.type)).define("STEP", format.channels);
  source.define("COLOURS", edge_colours(problem)).define("BLURRED", problem.arguments.real("sigma") > 0 ? 1 : 0);
  source.define("SIDE", side_of_derivative(problem)).define("SQUARES", problem.arguments.flag("l2") ? 1 : 0);
  return source;
}

class EdgeStages {
 public:
  EdgeStages(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker)
      : problem_(problem),
        maker_(maker),
        graph_(maker),
        part_(graph_, edge_rows(problem), schedule),
        words_(words_of(problem, schedule)),
        mark_rows_(words_ ? mark_rows(schedule) : 0),
        program_(maker.program(source_of_edges(
            problem, words_ ? words_->seeds_source(8) : seeds_source(part_, problem, 8), mark_rows_))) {}

  Graph graph() {
    if (words_) {
      add_words();
      return std::move(graph_);
    }
    mark();
    if (gives_marks(problem_))
      part_.add_region(program_, "write_marks", {part_.mask(), width_, part_.left(), part_.top(), Graph::output(0)});
    else
      add_seeded(graph_, maker_, program_, part_, problem_);
    return std::move(graph_);
  }

 private:
  std::optional<Words> words_of(const op::Instance& problem, const DimensionSchedule& schedule) {
    if (gives_marks(problem) || has_kept(problem) || !goes_by_words(schedule, problem.inputs.image(0).size)) return {};
    return Words(graph_, problem.inputs.image(0).size, schedule);
  }

  // Gradients and their marks need no memory between them.
  void add_words() {
    const GradientType type = gradient_type(problem_);
    const op::GraphValue seeds = words_->more_bits();
    const auto [low, high] = edge_levels(problem_);
    std::vector<op::Argument> arguments = image_to_derive(part_.rows());
    arguments.insert(arguments.end(), {words_->bits(), seeds, type.level(low), type.level(high)});
    words_->add_tiles(program_, "mark_words", {Words::pixels, mark_rows_}, arguments);
    words_->keep_seeded(program_, seeds);
  }

  // A gradient is compared with those round it.
  void mark() {
    const GradientType type = gradient_type(problem_);
    const PartRows rows = part_.rows().beside(1);
    const op::GraphValue gradients = graph_.scratch(rows.bytes(2 * type.bytes));
    std::vector<op::Argument> image = image_to_derive(rows.beside(side_of_derivative(problem_) / 2));
    image.insert(image.end(), {gradients, rows.first()});
    part_.add_rows_of(rows, program_, "differentiate", image);
    const auto [low, high] = edge_levels(problem_);
    part_.add_rows(program_, "thin",
                   {gradients, rows.first(), width_, height_, part_.mask(), part_.rows().first(), type.level(low),
                    type.level(high)});
  }

  std::vector<op::Argument> image_to_derive(const PartRows& rows) {
    const std::vector<float> taps = edge_blur(problem_);
    if (taps.empty()) return {Graph::input(0)};
    const auto reach = static_cast<std::int32_t>(taps.size() / 2);
    const PartRows wide = rows.beside(reach);
    const std::uint64_t bytes = static_cast<std::uint64_t>(edge_colours(problem_)) * sizeof(float);
    const op::GraphValue planes = graph_.scratch(wide.bytes(bytes)), blurred = graph_.scratch(rows.bytes(bytes));
    const op::GraphValue kept = graph_.keep(ocl::upload(maker_.queue(), taps));
    part_.add_rows_of(wide, program_, "blur_rows", {Graph::input(0), planes, wide.first(), wide.count(), kept, reach});
    part_.add_rows_of(
        rows, program_, "blur_columns",
        {planes, wide.first(), wide.count(), width_, height_, blurred, rows.first(), rows.count(), kept, reach});
    return {blurred, width_, height_, rows.first(), rows.count()};
  }

  const op::Instance& problem_;
  const op::Maker& maker_;
  Graph graph_;
  MaskPart part_;
  std::optional<Words> words_;
  std::int64_t mark_rows_;
  ocl::Program program_;
  std::int32_t width_ = static_cast<std::int32_t>(problem_.outputs.image(0).size.width);
  std::int32_t height_ = static_cast<std::int32_t>(problem_.outputs.image(0).size.height);
};

}  // namespace

op::Graph canny_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  return EdgeStages(problem, schedule, maker).graph();
}

}  // namespace lenslet::ops
