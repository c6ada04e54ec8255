// sampler, third part: the source's own kernel, which is the listing sampler-test, and its samples beside those of the
// source's two devices. The device divides the coordinates. They lie at texels' edges, where the last bit of a product
// decides.
#include <algorithm>
#include <array>
#include <memory>

#include <lenslet/error.hpp>

#include "ocl/handles.hpp"
#include "studies/experiments/sampler.hpp"
#include "studies/judgement.hpp"
#include "studies/kernel_row.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t row_length = 10, steps = 21;  // the values 1 to 10, at -0.5, -0.4 and so on
constexpr std::array printed_modes = {"mirrored_repeat", "repeat", "clamp_to_edge", "clamp"};  // in the source's order
constexpr std::size_t mode_count = printed_modes.size(), line_length = 1 + mode_count;  // a coordinate, and its samples

using PrintedSamples = std::array<std::array<int, steps>, mode_count>;

struct SourceDevice {
  const char* name;
  PrintedSamples samples;
};

constexpr SourceDevice gpu = {"R9 290",
                              {{{5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 9, 8, 7, 6, 5},
                                {6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6},
                                {1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10, 10, 10},
                                {0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 0, 0, 0}}}};
constexpr SourceDevice cpu = {"i7-5820K",
                              {{{6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 8, 8, 7, 6},
                                {6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 3, 4, 6},
                                gpu.samples[2],
                                gpu.samples[3]}}};
constexpr SourceDevice source_devices[] = {gpu, cpu};

// No part of the library has images of one dimension.
ocl::ImageObject row_in_one_dimension(const ocl::Queue& queue) {
  auto image = std::make_shared<cl::Image1D>(queue.handle().context, CL_MEM_READ_ONLY, cl::ImageFormat(CL_R, CL_FLOAT),
                                             row_length);
  ocl::ImageObject row(std::make_shared<ocl::ImageObject::Handle>(ocl::ImageObject::Handle{std::move(image)}),
                       {.storage = Storage::image, .type = SampleType::f32, .width = row_length, .floating = true});
  const auto values = values_of(row_length, [](std::size_t i) { return static_cast<float>(i + 1); });
  queue.write(row, bytes_of(values).data(), row_length * sizeof(float));
  return row;
}

PrintedSamples samples_of(Experiment& experiment) {
  const auto unchecked = [](const std::vector<float>&) { return Mismatch(); };  // the tables compare them
  const KernelRun run(experiment,
                      {"sampler-test.cl",
                       "sampler_test",
                       {},
                       {row_in_one_dimension(experiment.queue()), output_for<float>(line_length * steps, unchecked)},
                       launch_of(1, 1)});
  run.enqueue().wait();
  std::vector<float> values(line_length * steps);
  run.read(1, values);
  PrintedSamples samples{};
  for (std::size_t m = 0; m < mode_count; ++m)
    for (std::size_t i = 0; i < steps; ++i) samples[m][i] = static_cast<int>(values[line_length * i + 1 + m]);
  experiment.report().sources.push_back(run.source());
  return samples;
}

double coordinate(std::size_t place) {
  return (static_cast<double>(place) - 5) / 10;
}

StudyLine line_of(const std::string& name, const std::array<int, steps>& samples, const char* how, int source) {
  StudyLine line{name, {}};
  for (std::size_t i = 0; i < steps; ++i)
    line.points.push_back({coordinate(i), {static_cast<double>(samples[i])}, how, source, {}});
  return line;
}

// A line for each mode, and one of the source's GPU where its CPU differs from it.
StudyChart chart_of(const PrintedSamples& samples, int source) {
  StudyChart chart{
      "Samples of the source's kernel, at texels' edges", "normalized coordinate", {}, {}, "texel's value"};
  for (std::size_t m = 0; m < mode_count; ++m)
    chart.lines.push_back(line_of(printed_modes[m], samples[m], "one work-item", source));
  for (std::size_t m = 0; m < mode_count; ++m)
    if (gpu.samples[m] != cpu.samples[m])
      chart.lines.push_back(line_of(fmt::format("{}, {}", printed_modes[m], gpu.name), gpu.samples[m], "printed", -1));
  return chart;
}

// A column for each mode, and for each device of the source in the modes in which its devices differ.
StudyTable table_of(const PrintedSamples& samples) {
  StudyTable table{"Samples of the source's kernel", {"coordinate"}, {}, 1, true};
  for (std::size_t i = 0; i < steps; ++i) table.rows.push_back({fmt::format("{:.4g}", coordinate(i))});
  const auto add = [&](const std::string& name, const std::array<int, steps>& column) {
    table.columns.push_back(name);
    for (std::size_t i = 0; i < steps; ++i) table.rows[i].push_back(fmt::format("{}", column[i]));
  };
  for (std::size_t m = 0; m < mode_count; ++m) {
    add(printed_modes[m], samples[m]);
    if (gpu.samples[m] == cpu.samples[m])
      add(fmt::format("{}, source's devices", printed_modes[m]), gpu.samples[m]);
    else
      for (const SourceDevice& device : source_devices)
        add(fmt::format("{}, {}", printed_modes[m], device.name), device.samples[m]);
  }
  return table;
}

int equal_in(const PrintedSamples& samples, const SourceDevice& device, std::size_t mode) {
  int count = 0;
  for (std::size_t i = 0; i < steps; ++i) count += samples[mode][i] == device.samples[mode][i];
  return count;
}

int equal_samples(const PrintedSamples& samples, const SourceDevice& device) {
  int count = 0;
  for (std::size_t m = 0; m < mode_count; ++m) count += equal_in(samples, device, m);
  return count;
}

StudyTable equal_table(const PrintedSamples& samples) {
  StudyTable table{"Samples that equal those of the source's devices", {"mode"}, {}, 1, true};
  for (const SourceDevice& device : source_devices) table.columns.push_back(fmt::format("equal to {}", device.name));
  for (std::size_t m = 0; m < mode_count; ++m) {
    table.rows.push_back({printed_modes[m]});
    for (const SourceDevice& device : source_devices)
      table.rows.back().push_back(fmt::format("{} of {}", equal_in(samples, device, m), steps));
  }
  table.rows.push_back({"all"});
  for (const SourceDevice& device : source_devices)
    table.rows.back().push_back(fmt::format("{} of {}", equal_samples(samples, device), mode_count * steps));
  return table;
}

// Says which column of the source is this device's.
std::string column_of(const PrintedSamples& samples) {
  const int as_gpu = equal_samples(samples, gpu), as_cpu = equal_samples(samples, cpu);
  constexpr int all = mode_count * steps;
  const char* whose = as_gpu == all ? ": the source's GPU" : as_cpu == all ? ": the source's CPU" : ": neither of them";
  return fmt::format("{} of {} samples equal {}'s, {} {}'s{}", as_gpu, all, gpu.name, as_cpu, cpu.name, whose);
}

Claim judge_printed(const Experiment& experiment, const PrintedSamples& samples, int wrong_at_centres) {
  int common = 0, kept = 0;
  for (std::size_t m = 0; m < mode_count; ++m)
    for (std::size_t i = 0; i < steps; ++i)
      if (gpu.samples[m][i] == cpu.samples[m][i]) {
        ++common;
        kept += samples[m][i] == gpu.samples[m][i];
      }
  return Judgement(experiment, 22)
      .shows(kept == common,
             fmt::format("of the {} samples that the source's two devices share, this one gives {}", common, kept))
      .shows(wrong_at_centres == 0,
             fmt::format("{} samples at texels' centres are not the specified ones", wrong_at_centres))
      .cannot(column_of(samples))
      .claim();
}

}  // namespace

void add_printed(Experiment& experiment, int wrong_at_centres) {
  const PrintedSamples samples = samples_of(experiment);
  StudyReport& report = experiment.report();
  report.charts.push_back(chart_of(samples, static_cast<int>(report.sources.size()) - 1));
  report.tables.insert(report.tables.begin(), {table_of(samples), equal_table(samples)});
  report.claims.push_back(judge_printed(experiment, samples, wrong_at_centres));
}

Claim without_samples(const Experiment& experiment, const std::string& missing) {
  return Judgement(experiment, 22).cannot(missing).claim();
}

}  // namespace lenslet::study
