// sampler, second part: how a read converts a texel. The image's format gives its bits a meaning, and the function must
// belong to the format's class: read_imagef to floats and to integers that mean 0 to 1, read_imageui to unsigned
// integers.
#include <lenslet/pixel.hpp>

#include "studies/experiments/sampler.hpp"
#include "studies/kernel_row.hpp"

namespace lenslet::study {
namespace {

constexpr double tolerance_of_reads = 1e-3;  // a half has 11 bits, and reads may err by 1.5 units in the last place

struct Reading {
  std::string texels;
  SampleType type;
  bool floating;
  std::vector<double> stored;  // the samples in memory
  std::vector<double> meant;   // what kernels read by the specification
};

std::vector<Reading> readings() {
  using enum SampleType;
  return {{"UNORM_INT8", u8, true, {0, 51, 255}, {0, 0.2, 1}},
          {"UNORM_INT16", u16, true, {0, 13107, 65535}, {0, 0.2, 1}},
          {"HALF_FLOAT", f16, true, {-2, 0.2, 1000}, {-2, 0.2, 1000}},
          {"FLOAT", f32, true, {-2, 0.2, 1e9}, {-2, 0.2, 1e9}},
          {"UNSIGNED_INT8", u8, false, {0, 51, 255}, {0, 51, 255}},
          {"UNSIGNED_INT16", u16, false, {0, 13107, 65535}, {0, 13107, 65535}}};
}

ocl::ImageObject image_of(const ocl::Queue& queue, const Reading& reading) {
  ocl::ImageObject row = queue.allocate(ocl::Texels{
      .storage = Storage::image, .type = reading.type, .width = reading.stored.size(), .floating = reading.floating});
  std::vector<std::byte> bytes(reading.stored.size() * size_of(reading.type));
  for (std::size_t i = 0; i < reading.stored.size(); ++i)
    store_sample(bytes.data() + i * size_of(reading.type), reading.type, reading.stored[i]);
  queue.write(row, bytes.data(), bytes.size());
  return row;
}

std::vector<float> read(const Experiment& experiment, const Reading& reading) {
  std::vector<float> values(reading.stored.size());
  const auto unchecked = [](const std::vector<float>&) { return Mismatch(); };  // the table compares them
  const KernelRun run(experiment, {"sampler.cl",
                                   reading.floating ? "converted" : "whole",
                                   {},
                                   {image_of(experiment.queue(), reading), output_for<float>(values.size(), unchecked)},
                                   Launch{{values.size(), 1}}});
  run.enqueue().wait();
  run.read(1, values);
  return values;
}

std::string cell(double value, double meant) {
  const bool right = std::abs(value - meant) <= tolerance_of_reads * std::abs(meant);
  return fmt::format("{:.4g}{}", value, right ? "" : ", wrong");
}

void add_rows(const Experiment& experiment, const Reading& reading, StudyTable& table) {
  std::vector<float> values;
  const auto missing = failure_of([&] { values = read(experiment, reading); });
  for (std::size_t i = 0; i < reading.stored.size(); ++i)
    table.rows.push_back({reading.texels, fmt::format("{:.4g}", reading.stored[i]),
                          reading.floating ? "read_imagef" : "read_imageui", fmt::format("{:.4g}", reading.meant[i]),
                          missing ? "-" : cell(static_cast<double>(values[i]), reading.meant[i])});
}

}  // namespace

void add_conversions(Experiment& experiment) {
  StudyTable table{"What a read makes of a texel", {"texels", "stored", "read by", "specified", "read"}, {}, 2, true};
  for (const Reading& reading : readings()) add_rows(experiment, reading, table);
  experiment.report().tables.push_back(std::move(table));
}

}  // namespace lenslet::study
