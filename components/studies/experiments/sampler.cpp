// sampler: the result of each addressing mode at 21 coordinates, at texels' edges as in the source and at texels'
// centres. Beside it stand the formulas of OpenCL 1.2, section 8.2, in exact arithmetic. Here the host divides the
// coordinates; the source's own kernel is in sampler_printed.cpp.
#include <algorithm>
#include <array>

#include "studies/experiments/sampler.hpp"
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

}  // namespace

void sampler(Experiment& experiment) {
  std::vector<Sampling> samplings = {
      {"Nearest texel, at edges", "nearest", normalized_modes, 0},
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
  if (!missing) add_conversions(experiment);
  const auto unprinted = missing ? missing : failure_of([&] { add_printed(experiment, samplings[1].wrong()); });
  if (unprinted) experiment.report().claims.push_back(without_samples(experiment, *unprinted));
}

}  // namespace lenslet::study
