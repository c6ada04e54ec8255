// transfer: bytes between host and device. How they get there, in how many pieces, and as which type.
#include "study/studies/transfer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "study/studies/transfer_ways.hpp"
#include "study/study.hpp"

namespace lenslet::study {

std::vector<std::byte> transfer_pattern(std::size_t bytes) {
  std::vector<std::byte> pattern(bytes);
  for (std::size_t i = 0; i < bytes; ++i) pattern[i] = static_cast<std::byte>((i * 2654435761u) >> 13);
  return pattern;
}

std::optional<std::string> first_difference(std::span<const std::byte> found, std::span<const std::byte> expected) {
  const auto [f, e] = std::ranges::mismatch(found, expected);
  if (f == found.end() && e == expected.end()) return {};
  return fmt::format("byte {} of {} differs", f - found.begin(), expected.size());
}

std::vector<std::size_t> scaled_bytes(const Experiment& experiment, std::initializer_list<std::int64_t> full,
                                      std::int64_t step) {
  std::vector<std::size_t> sizes;
  for (const std::int64_t bytes : full)
    if (const auto size = static_cast<std::size_t>(experiment.scaled(bytes, step));
        sizes.empty() || size > sizes.back())
      sizes.push_back(size);
  return sizes;
}

namespace {

std::string rate(const Experiment& experiment, std::size_t chart, const std::string& line, double bytes) {
  const std::vector<double>* ms = experiment.times(chart, line, bytes);
  return ms ? fmt::format("{:.2f}", bytes * 1e-6 / summarize(*ms).median) : "-";
}

void add_rates(Experiment& experiment, const WholeCharts& whole) {
  StudyTable table{
      fmt::format("Rates for {:.0f} bytes, GB/s", whole.most), {"way", "to the device", "to the host"}, {}};
  for (const TransferWayMaker& way : transfer_ways())
    table.rows.push_back({way.names[0] + "; " + way.names[1],
                          rate(experiment, whole.to_device, way.names[0], whole.most),
                          rate(experiment, whole.to_host, way.names[1], whole.most)});
  const std::string own = rate(experiment, whole.to_device, device_copy, whole.most);
  table.rows.push_back({std::string(device_copy) + ", read and written in all", own, own});
  experiment.report().tables.push_back(std::move(table));
}

void run(Experiment& experiment) {
  const WholeCharts whole = measure_whole(experiment);
  measure_rows(experiment);
  measure_pieces(experiment);
  measure_halves(experiment);
  add_rates(experiment, whole);
  add_boxes(experiment);
  experiment.note(
      "Times are the host's, but for copies within the device's memory. Mapping counts with the copy to or from the "
      "program's own memory: a pointer alone delivers nothing, and where the device is the host's processor mapping "
      "does nothing else.");
  experiment.note(
      "Every way's bytes are proved by a kernel that changed them on the device. Where host and device share memory, "
      "the two rates of claim 40 are the same memory's.");
}

}  // namespace

Study transfer() {
  return {"transfer", run};
}

}  // namespace lenslet::study
