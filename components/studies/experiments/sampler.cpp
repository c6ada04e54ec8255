// sampler: the result of each addressing mode at 21 coordinates, at texels' edges as in the source and at texels'
// centres. Beside it stand the formulas of OpenCL 1.2, section 8.2, in exact arithmetic, and the results of the
// source's devices.
#include <algorithm>
#include <array>

#include "studies/experiments/sampler.hpp"
#include "studies/judgement.hpp"
#include "studies/kernel_row.hpp"

namespace lenslet::study {
namespace {

constexpr int texels = 10;  // with the values 1 to 10
constexpr int first = -5, last = 15;
constexpr double tolerance = 0.04;  // for linear filters, whose weights may have only 8 bits
constexpr double nudge = 1e-3;      // to both sides of a coordinate

enum Mode : std::size_t { none, clamp_to_edge, clamp, repeat, mirrored_repeat };
const std::string mode_names[] = {"none", "clamp_to_edge", "clamp", "repeat", "mirrored_repeat"};
const std::vector<Mode> pixel_modes = {none, clamp_to_edge, clamp};
const std::vector<Mode> normalized_modes = {none, clamp_to_edge, clamp, repeat, mirrored_repeat};

constexpr std::size_t places = last - first + 1;
using Values = std::array<int, places>;

// The source's samples, of a Radeon R9 290 and a Core i7-5820K. They differ only in mirrored_repeat.
constexpr Values source_clamp_to_edge = {1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10, 10, 10};
constexpr Values source_clamp = {0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 0, 0, 0};
constexpr Values source_repeat = {6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6};
constexpr Values source_gpu = {5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 9, 8, 7, 6, 5};
constexpr Values source_cpu = {6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 8, 8, 7, 6};

double texel(Mode mode, int i) {
  const auto modulo = [](int a, int b) { return (a % b + b) % b; };
  if (mode == clamp && (i < 0 || i >= texels)) return 0;
  if (mode == repeat) return modulo(i, texels) + 1;
  if (mode != mirrored_repeat) return std::clamp(i, 0, texels - 1) + 1;
  const int place = modulo(i, 2 * texels);
  return (place < texels ? place : 2 * texels - 1 - place) + 1;
}

double nearest(Mode mode, double position) {
  return texel(mode, static_cast<int>(std::floor(position)));
}

double interpolated(Mode mode, double position) {
  const double below = std::floor(position - 0.5);
  const int i = static_cast<int>(below);
  return std::lerp(texel(mode, i), texel(mode, i + 1), position - 0.5 - below);
}

// What OpenCL allows at one coordinate. At an edge the device's arithmetic decides between two texels.
struct Allowed {
  double one, other;

  bool contains(double value) const { return std::abs(value - one) < tolerance || std::abs(value - other) < tolerance; }
};

using Samples = std::array<std::optional<double>, places>;  // empty where the result is undefined

std::size_t place(int i) {
  return static_cast<std::size_t>(i - first);
}

// A row of coordinates through one kind of kernel, and the results of each mode.
struct Sampling {
  std::string title, kernels;
  std::vector<Mode> modes;
  double shift;  // of the coordinates, in texels
  bool normalized = true, linear = false;
  std::vector<Samples> samples = {};

  double position(int i) const { return i + shift; }  // in texels
  double coordinate(int i) const { return position(i) / (normalized ? texels : 1); }

  // Without a mode everything that is read must lie inside.
  bool defined(Mode mode, int i) const {
    const double reach = linear ? 0.5 : 0;
    return mode != none || (position(i) >= reach && position(i) + reach < texels);
  }

  Allowed allowed(Mode mode, int i) const {
    if (linear) return {interpolated(mode, position(i)), interpolated(mode, position(i))};
    return {nearest(mode, position(i) - nudge), nearest(mode, position(i) + nudge)};
  }

  int wrong() const {
    int count = 0;
    for (std::size_t m = 0; m < samples.size(); ++m)
      for (int i = first; i <= last; ++i)
        if (const auto& value = samples[m][place(i)]) count += !allowed(modes[m], i).contains(*value);
    return count;
  }
};

ocl::ImageObject row_of_texels(const ocl::Queue& queue) {
  ocl::ImageObject row = queue.allocate(
      ocl::Texels{.storage = Storage::image, .type = SampleType::f32, .width = texels, .floating = true});
  const auto values = values_of(texels, [](std::size_t i) { return static_cast<float>(i + 1); });
  queue.write(row, bytes_of(values).data(), texels * sizeof(float));
  return row;
}

// The host divides the coordinates, since division on a device may err.
Samples read(Experiment& experiment, const ocl::ImageObject& row, const Sampling& sampling, Mode mode) {
  std::vector<float> coordinates;
  for (int i = first; i <= last; ++i)
    if (sampling.defined(mode, i)) coordinates.push_back(static_cast<float>(sampling.coordinate(i)));
  std::vector<float> values(coordinates.size());
  const auto unchecked = [](const std::vector<float>&) { return Mismatch(); };  // the table compares them
  const KernelRun run(experiment,
                      {"sampler.cl",
                       sampling.kernels + "_" + mode_names[mode],
                       {},
                       {row, upload(experiment.queue(), coordinates), output_for<float>(values.size(), unchecked)},
                       Launch{{values.size(), 1}}});
  run.enqueue().wait();
  run.read(2, values);
  experiment.report().sources = {run.source()};
  Samples samples;
  auto next = values.begin();
  for (int i = first; i <= last; ++i)
    if (sampling.defined(mode, i)) samples[place(i)] = *next++;
  return samples;
}

std::string cell(double value, const Allowed& allowed) {
  if (!allowed.contains(value)) return fmt::format("{:.4g}, wrong", value);
  if (allowed.one == allowed.other) return fmt::format("{:.4g}", value);
  return fmt::format("{:.4g} ({:g} or {:g})", value, allowed.one, allowed.other);
}

StudyTable table(const Sampling& sampling) {
  StudyTable result{sampling.title, {"coordinate", "texel"}, {}, 2, true};
  for (const Mode mode : sampling.modes) result.columns.push_back(mode_names[mode]);
  for (int i = first; i <= last; ++i) {
    auto& row = result.rows.emplace_back();
    row.push_back(fmt::format("{:.4g}", sampling.coordinate(i)));
    row.emplace_back(sampling.shift == 0 ? "edge" : "centre");
    for (std::size_t m = 0; m < sampling.modes.size(); ++m) {
      const auto value = m < sampling.samples.size() ? sampling.samples[m][place(i)] : std::nullopt;
      row.push_back(value ? cell(*value, sampling.allowed(sampling.modes[m], i)) : "-");
    }
  }
  return result;
}

void add_source_columns(StudyTable& table) {
  table.columns.insert(table.columns.end(), {"mirrored_repeat, R9 290", "mirrored_repeat, i7-5820K"});
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    table.rows[i].push_back(fmt::format("{}", source_gpu[i]));
    table.rows[i].push_back(fmt::format("{}", source_cpu[i]));
  }
}

int differences(const Samples& samples, const Values& values, int from = first, int to = last) {
  int count = 0;
  for (int i = from; i <= to; ++i) count += samples[place(i)] && *samples[place(i)] != values[place(i)];
  return count;
}

Claim judge(const Experiment& experiment, const Sampling& edges, const Sampling& centres, const std::string& missing) {
  Judgement judgement(experiment, 22);
  if (!missing.empty()) return judgement.cannot(missing).claim();
  const std::vector<Samples>& at = edges.samples;
  const int inside = differences(at[none], source_repeat) + differences(at[mirrored_repeat], source_repeat, 0, 9);
  const int others = differences(at[clamp_to_edge], source_clamp_to_edge) + differences(at[clamp], source_clamp) +
                     differences(at[repeat], source_repeat);
  return judgement.shows(inside == 0, fmt::format("{} samples inside differ from the source's", inside))
      .shows(others == 0, fmt::format("{} samples of clamp_to_edge, clamp and repeat differ from the source's", others))
      .shows(centres.wrong() == 0, fmt::format("{} samples at centres are not the specified ones", centres.wrong()))
      .cannot(fmt::format("mirrored_repeat at edges differs from the source's GPU in {} samples, from its CPU in {}",
                          differences(at[mirrored_repeat], source_gpu), differences(at[mirrored_repeat], source_cpu)))
      .claim();
}

}  // namespace

void sampler(Experiment& experiment) {
  std::vector<Sampling> samplings = {
      {"Nearest texel, at edges as in the source", "nearest", normalized_modes, 0},
      {"Nearest texel, at centres", "nearest", normalized_modes, 0.5},
      {"Linear filter, at edges", "linear", normalized_modes, 0, true, true},
      {"Nearest texel, at centres, in pixels", "pixels_nearest", pixel_modes, 0.5, false},
      {"Linear filter, at edges, in pixels", "pixels_linear", pixel_modes, 0, false, true}};
  const auto missing = failure_of([&] {
    const ocl::ImageObject row = row_of_texels(experiment.queue());
    for (Sampling& sampling : samplings)
      for (const Mode mode : sampling.modes) sampling.samples.push_back(read(experiment, row, sampling, mode));
  });
  if (missing) experiment.note("No samples of this device: " + *missing);
  for (const Sampling& sampling : samplings) experiment.report().tables.push_back(table(sampling));
  add_source_columns(experiment.report().tables.front());
  if (!missing) add_conversions(experiment);
  experiment.report().claims.push_back(judge(experiment, samplings[0], samplings[1], missing.value_or("")));
}

}  // namespace lenslet::study
