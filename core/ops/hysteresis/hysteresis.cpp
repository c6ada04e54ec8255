// Keeps what is above a low level and connected to what is above a high one.
#include <algorithm>
#include <cstring>

#include <lenslet/sample.hpp>

#include "op/random_value.hpp"
#include "ops/connected/kept.hpp"
#include "ops/connected/word_runs.hpp"
#include "ops/level_check.hpp"

namespace lenslet::ops {

op::Op hysteresis();

namespace {

using op::Graph;

constexpr char hysteresis_details[] =
    "Samples greater than `low` that are neighbours belong to one region. Regions with a sample greater than `high` "
    "become 255, all else 0; the result is of u8. A low level above the high one counts as the high one. For images "
    "of floats both levels are rounded to f32, and NaN is above none. Equals scikit-image's "
    "apply_hysteresis_threshold, with its neighbours: 4. Strips of an image, on one or several devices, read it once "
    "before, to learn which of their regions go on in others and are above the high level there; one process has them "
    "all. No regions by themselves.";

Parameter level_parameter(const char* name, const char* summary, double initial) {
  return {.name = name, .summary = summary, .kind = ParameterKind::real, .initial = initial};
}

OpInfo describe_hysteresis() {
  return {.name = "hysteresis",
          .summary = "What is above a low level and connected to what is above a high one.",
          .details = hysteresis_details,
          .parameters = {level_parameter("low", "What all samples of a region are above, in their units.", 50),
                         level_parameter("high", "What one sample of a region is above, in their units.", 150),
                         neighbours_parameter()},
          .outputs = {"out"},
          .inputs = {{"image", Reads::whole}},
          .synonyms = {"applyhysteresisthreshold", "hysteresisthreshold", "doublethreshold"}};
}

op::Types hysteresis_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  check_regions("hysteresis", inputs.image(0));
  KeptRegions::read(arguments, inputs.image(0).size);
  for (const char* name : {"low", "high"})
    check_level("hysteresis", name, arguments.real(name), inputs.image(0).format.type);
  return std::vector<ValueType>{ImageType{{SampleType::u8, 1}, inputs.image(0).size}};
}

struct Levels {
  float low, high;
};

Levels levels_of(const op::Instance& problem) {
  const auto high = static_cast<float>(problem.arguments.real("high"));
  return {std::min(static_cast<float>(problem.arguments.real("low")), high), high};
}

op::Graph hysteresis_by_words(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const ImageType& type = problem.inputs.image(0);
  const Words words(graph, type.size, schedule);
  op::Source source = words.seeds_source(neighbours_of(problem));
  source.append("hysteresis.cl").append("hysteresis_words.cl").define("SAMPLE", op::code_of(type.format.type));
  const ocl::Program program = maker.program(source);
  const auto [low, high] = levels_of(problem);
  const op::GraphValue seeds = words.more_bits();
  words.add_tiles(program, "mark_words", {Graph::input(0), words.bits(), seeds, low, high});
  words.keep_seeded(program, seeds);
  return graph;
}

op::Graph hysteresis_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  if (!has_kept(problem) && goes_by_words(schedule, problem.inputs.image(0).size))
    return hysteresis_by_words(problem, schedule, maker);
  Graph graph(maker);
  MaskPart part(graph, rows_of(problem), schedule);
  op::Source source = seeds_source(part, problem, neighbours_of(problem));
  source.append("hysteresis.cl").define("SAMPLE", op::code_of(problem.inputs.image(0).format.type));
  const ocl::Program program = maker.program(source);
  const auto [low, high] = levels_of(problem);
  part.add_rows(program, "mark_levels", {Graph::input(0), part.rows().first(), part.mask(), low, high});
  add_seeded(graph, maker, program, part, problem);
  return graph;
}

// NaN is above no level.
template <class Sample>
MarkRow mark_levels(const Levels& levels, float (*value)(Sample)) {
  return [levels, value](const std::byte* row, std::int64_t, std::span<std::uint8_t> marks) {
    for (std::size_t x = 0; x < marks.size(); ++x) {
      Sample sample;
      std::memcpy(&sample, row + x * sizeof(Sample), sizeof(Sample));
      const float level = value(sample);
      marks[x] = static_cast<std::uint8_t>((level > levels.low ? 1 : 0) + (level > levels.high ? 1 : 0));
    }
  };
}

template <class Sample>
float as_float(Sample sample) {
  return static_cast<float>(sample);
}

KeepRule hysteresis_rule(const op::Instance& problem) {
  const SampleType type = problem.inputs.image(0).format.type;
  const Levels levels = levels_of(problem);
  const MarkRow mark = type == SampleType::u8    ? mark_levels<std::uint8_t>(levels, as_float)
                       : type == SampleType::u16 ? mark_levels<std::uint16_t>(levels, as_float)
                       : type == SampleType::f16 ? mark_levels<std::uint16_t>(levels, from_half)
                                                 : mark_levels<float>(levels, as_float);
  return {neighbours_of(problem), 1, mark};
}

IsSet above(const Image& image, double level) {
  IsSet set;
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x) set.push_back(image.at(x, y, 0) > level);
  return set;
}

std::optional<std::string> hysteresis_mismatch(const op::Instance& problem, const op::HostValues& in,
                                               const op::HostValues& out) {
  const Image& image = in.image(0);
  const auto [low, high] = levels_of(problem);
  return wrong_set(out.image(0), seeded(above(image, low), above(image, high), image.size(), neighbours_of(problem)));
}

std::vector<op::Case> hysteresis_cases(int effort) {
  std::vector<op::ArgumentMap> arguments = by_neighbours();
  arguments[0].insert({{"low", 9.5}, {"high", 80.0}});
  arguments[1].insert({{"low", 30.0}, {"high", 99.0}});
  arguments.push_back({{"low", 70.0}, {"high", 20.0}});
  const std::vector<SampleType> types = usual_types(ValueKind::image);
  std::vector<op::Case> cases = region_cases("hysteresis", types, arguments, effort);
  const ImageType floats{{SampleType::f32, 1}, {67, 45}};
  cases.push_back({{"hysteresis", {{"low", -20.0}, {"high", 60.0}}},
                   {op::random_value(floats, array::Fill::special, 5)},
                   "f32, special values"});
  for (op::Case& one : kept_cases(hysteresis(), hysteresis_rule, cases)) cases.push_back(std::move(one));
  return cases;
}

}  // namespace

op::Op hysteresis() {
  op::Op op;
  op.info = describe_hysteresis();
  set_regions(op, true);
  op.outputs = hysteresis_outputs;
  set_keeping(op, hysteresis_rule);
  op.make = hysteresis_make;
  op.mismatch = hysteresis_mismatch;
  op.cases = hysteresis_cases;
  return op;
}

}  // namespace lenslet::ops
