// sampler: what each addressing mode gives at 21 coordinates, at edges of texels as the source has them and at centres.
#include <array>
#include <optional>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "study/candidate.hpp"
#include "study/judgement.hpp"
#include "study/studies/sampler_modes.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace addressing {
namespace {

std::string cell(double value, const Allowed& allowed) {
  if (!allowed.contains(value)) return fmt::format("{:.4g}, wrong", value);
  if (allowed.one == allowed.other) return fmt::format("{:.4g}", value);
  return fmt::format("{:.4g} ({:g} or {:g})", value, allowed.one, allowed.other);
}

// The texels on the device.
class Row {
 public:
  explicit Row(const Experiment& experiment)
      : queue_(experiment.queue()),
        program_(experiment, "sampler.cl"),
        image_(queue_.allocate(
            ocl::Texels{.storage = Storage::image, .type = PixelType::f32, .width = texels, .floating = true})) {
    std::array<float, texels> values{};
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i + 1);
    queue_.write(image_, std::as_bytes(std::span(values)).data(), sizeof values);
  }

  const std::string& source() const { return program_.source(); }

  std::vector<float> read(const std::string& kernel, const std::vector<float>& coordinates) const {
    const ocl::Buffer at = upload(queue_, coordinates), out = queue_.allocate(at.bytes());
    queue_.launch(with_arguments(program_.kernel(kernel), image_, at, out), {coordinates.size(), 1}, {0, 0}).wait();
    return download<float>(queue_, out, coordinates.size());
  }

 private:
  const ocl::Queue& queue_;
  StudyProgram program_;
  ocl::ImageObject image_;
};

using Samples = std::array<std::optional<double>, last - first + 1>;  // empty where nothing is defined

std::size_t place(int i) {
  return static_cast<std::size_t>(i - first);
}

// The quotient is made here: division on a device may err.
Samples read(const Row& row, const Sampling& sampling, Mode mode) {
  std::vector<float> coordinates;
  for (int i = first; i <= last; ++i)
    if (sampling.defined(mode, i))
      coordinates.push_back(static_cast<float>(sampling.position(i)) / (sampling.normalized ? texels : 1.0f));
  const std::vector<float> values = row.read(sampling.kernels + "_" + mode_names[mode], coordinates);
  Samples samples;
  auto next = values.begin();
  for (int i = first; i <= last; ++i)
    if (sampling.defined(mode, i)) samples[place(i)] = *next++;
  return samples;
}

struct Reading {
  Sampling sampling;
  std::vector<Samples> samples;  // of each mode

  int wrong() const;
};

int Reading::wrong() const {
  int count = 0;
  for (std::size_t m = 0; m < samples.size(); ++m)
    for (int i = first; i <= last; ++i)
      if (const auto& value = samples[m][place(i)]) count += !allowed(sampling, sampling.modes[m], i).contains(*value);
  return count;
}

StudyTable table(const Reading& reading) {
  const Sampling& sampling = reading.sampling;
  StudyTable result{sampling.title, {"coordinate", "texel"}, {}, 2, true};
  for (const Mode mode : sampling.modes) result.columns.push_back(mode_names[mode]);
  for (int i = first; i <= last; ++i) {
    auto& row = result.rows.emplace_back();
    row.push_back(fmt::format("{:.4g}", sampling.position(i) / (sampling.normalized ? texels : 1)));
    row.push_back(sampling.at_edges() ? "edge" : "centre");
    for (std::size_t m = 0; m < sampling.modes.size(); ++m) {
      const bool read = m < reading.samples.size() && reading.samples[m][place(i)];
      row.push_back(read ? cell(*reading.samples[m][place(i)], allowed(sampling, sampling.modes[m], i)) : "-");
    }
  }
  return result;
}

int differences(const Samples& samples, const Values& values, int from = first, int to = last) {
  int count = 0;
  for (int i = from; i <= to; ++i) count += samples[place(i)] && *samples[place(i)] != values[place(i)];
  return count;
}

std::string mirrored_text(const Samples& samples) {
  const int gpu = differences(samples, source_gpu), cpu = differences(samples, source_cpu);
  return fmt::format("mirrored_repeat at edges differs from the source's GPU in {} samples, from its CPU in {}", gpu,
                     cpu);
}

Claim judge(const Experiment& experiment, const Reading& edges, const Reading& centres, const std::string& missing) {
  Judgement judgement(experiment, 22);
  if (!missing.empty()) return judgement.cannot(missing).claim();
  const auto& at = edges.samples;
  const int inside = differences(at[none], source_repeat) + differences(at[mirrored_repeat], source_repeat, 0, 9);
  const int others = differences(at[clamp_to_edge], source_clamp_to_edge) + differences(at[clamp], source_clamp) +
                     differences(at[repeat], source_repeat);
  return judgement.shows(inside == 0, fmt::format("{} samples inside differ from the source's", inside))
      .shows(others == 0, fmt::format("{} samples of clamp_to_edge, clamp and repeat differ from the source's", others))
      .shows(centres.wrong() == 0, fmt::format("{} samples at centres are not the specified ones", centres.wrong()))
      .cannot(mirrored_text(at[mirrored_repeat]))
      .claim();
}

void add_source_columns(StudyTable& table) {
  table.columns.insert(table.columns.end(), {"mirrored_repeat, R9 290", "mirrored_repeat, i7-5820K"});
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    table.rows[i].push_back(fmt::format("{}", source_gpu[i]));
    table.rows[i].push_back(fmt::format("{}", source_cpu[i]));
  }
}

void add_notes(Experiment& experiment) {
  experiment.note(
      "The source samples exactly at edges of texels, where the rounding of a coordinate decides between two "
      "texels: a cell such as 6 (5 or 6) has both after the sample. All other samples are the same on every "
      "device.");
  experiment.note(
      "The source's two devices give 1, 1 to 10 and 10 for clamp_to_edge, 0, 1 to 10 and 0 for clamp, and 6 "
      "to 10, 1 to 10 and 1 to 6 for repeat.");
  experiment.note(
      "'-': not read. Without an addressing mode, what lies outside is undefined. repeat and mirrored_repeat "
      "are legal with normalized coordinates only.");
}

void run(Experiment& experiment) {
  std::vector<Reading> readings = {
      {{"Nearest texel, at edges as in the source", "nearest", normalized_modes, 0}, {}},
      {{"Nearest texel, at centres", "nearest", normalized_modes, 0.5}, {}},
      {{"Linear filter, at edges", "linear", normalized_modes, 0, true, true}, {}},
      {{"Nearest texel, at centres, in pixels", "pixels_nearest", pixel_modes, 0.5, false}, {}}};
  std::string missing;
  try {
    const Row row(experiment);
    experiment.report().sources.push_back(row.source());
    for (Reading& reading : readings)
      for (const Mode mode : reading.sampling.modes) reading.samples.push_back(read(row, reading.sampling, mode));
  } catch (const Error& error) {
    missing = error.what();
    experiment.note("No samples of this device: " + missing);
  }
  for (const Reading& reading : readings) experiment.report().tables.push_back(table(reading));
  add_source_columns(experiment.report().tables.front());
  experiment.report().claims.push_back(judge(experiment, readings[0], readings[1], missing));
  add_notes(experiment);
}

}  // namespace
}  // namespace addressing

Study sampler() {
  return {"sampler", addressing::run};
}

}  // namespace lenslet::study
