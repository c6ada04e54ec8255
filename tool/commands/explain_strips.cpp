// Shows the model of strips' cost. With a file it also shows the time of reading rows.
#include "tool/commands/explain_strips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/strip_cost.hpp>
#include <memory>
#include <vector>

#include "tool/components/files.hpp"
#include "tool/jobs/run_report.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t max_read = 64 << 20;  // bytes that measure a file's rate, from its first row on

// The time of reading all rows in all passes, at the rate of the first rows; nothing without a file.
std::optional<double> read_seconds(const CLI::App& app, const StripCost& cost) {
  const auto file = given(app, "--like");
  if (!file) return {};
  const std::unique_ptr<RowSource> reader =
      files_component.get(*file).open_rows(*file, {.max_pixels = std::int64_t{1} << 40});
  const ImageHeader& header = reader->header();
  const std::int64_t row = header.size.width * static_cast<std::int64_t>(header.format.bytes());
  const std::int64_t rows = std::clamp<std::int64_t>(max_read / row, 1, header.size.height);
  std::vector<std::byte> bytes(static_cast<std::size_t>(row * rows));
  const Clock::time_point begin = Clock::now();
  reader->read(0, rows, bytes.data());
  return ms_since(begin) / 1000 * static_cast<double>(cost.read) / static_cast<double>(row * rows);
}

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) * 1e-6);
}

std::string step_text(const StripStep& step) {
  return fmt::format("{}, {:.3f} s", megabytes(step.bytes), step.seconds);
}

std::string strips_text(const StripCost& cost) {
  const std::string strips =
      fmt::format("{} of {} rows of the result, which take {}", cost.strips, cost.rows, megabytes(cost.memory));
  if (cost.passes == 0) return strips;
  return fmt::format("{}; before them the image is read {} for what ops must know of the whole", strips,
                     cost.passes == 1 ? std::string("once more") : fmt::format("{} times more", cost.passes));
}

// Writes the time of all strips for each height that was tried.
std::string heights_text(const StripCost& cost) {
  const auto text = [](const StripTrial& trial) {
    return fmt::format("{} rows ({}) {:.3f} s", trial.rows, megabytes(trial.bytes), trial.seconds);
  };
  return fmt::format("{}; the lowest of the fastest is kept for 'lenslet run'", join(mapped(cost.trials, text), ", "));
}

std::string file_text(const StripCost& cost, std::optional<double> reading) {
  const std::string time = reading ? fmt::format(", {:.3f} s", *reading) : std::string();
  return fmt::format("{} read{}; {} written", megabytes(cost.read), time, megabytes(cost.written));
}

std::string expected_text(const StripCost& cost, double reading) {
  const bool overlaps = std::ranges::all_of(cost.devices, &DeviceCost::overlaps);
  const std::string how = overlaps ? "the longest of what overlaps: the host's steps, and each device's"
                                   : "the host's steps and those of the device that ends last, which share its cores "
                                     "and memory";
  return fmt::format("{:.3f} s and what writing takes: {}; bound by {}", cost.seconds(reading), how,
                     cost.bound(reading));
}

void print_device(const DeviceCost& cost, const DeviceInfo& device, bool is_only) {
  const auto line = [](std::string_view name, const std::string& text) { print_text(entry(name, text, 14)); };
  const std::string text = device_text(device);
  line("device", is_only ? text
                         : fmt::format("{}: {}; {} strips, {:.3f} s, bound by {}", cost.device, text, cost.strips,
                                       cost.seconds(), cost.bound()));
  line("upload", step_text(cost.upload));
  line("compute", step_text(cost.compute));
  line("download", step_text(cost.download));
}

void print_cost(const Work& work, const DeviceGroup& group, const StripCost& cost, std::optional<double> reading) {
  const auto line = [](std::string_view name, const std::string& text) { print_text(entry(name, text, 14)); };
  line("op", fmt::format("{}, {}", describe(work.call), inputs_text(work)));
  line("strips", strips_text(cost));
  if (!cost.trials.empty()) line("heights", heights_text(cost));
  line("file", file_text(cost, reading));
  line("halo", fmt::format("{}: rows that two strips read, and the host keeps", step_text(cost.halo)));
  for (std::size_t i = 0; i < cost.devices.size(); ++i)
    print_device(cost.devices[i], group.sessions()[i].device(), cost.devices.size() == 1);
  line("expected", expected_text(cost, reading.value_or(0)));
}

Json step_json(const StripStep& step) {
  return {{"bytes", step.bytes}, {"seconds", step.seconds}};
}

Json trial_json(const StripTrial& trial) {
  return {{"rows", trial.rows}, {"bytes", trial.bytes}, {"seconds", trial.seconds}};
}

Json device_json(const DeviceCost& cost, const DeviceInfo& device) {
  return {
      {"selector", cost.device},          {"device", to_json(device)},          {"strips", cost.strips},
      {"upload", step_json(cost.upload)}, {"compute", step_json(cost.compute)}, {"download", step_json(cost.download)},
      {"overlaps", cost.overlaps},        {"seconds", cost.seconds()},          {"bound", cost.bound()}};
}

Json cost_json(const Work& work, const DeviceGroup& group, const StripCost& cost, std::optional<double> reading) {
  Json json = to_json(work), devices = Json::array();
  for (std::size_t i = 0; i < cost.devices.size(); ++i)
    devices.push_back(device_json(cost.devices[i], group.sessions()[i].device()));
  json.update({{"strips", cost.strips},
               {"rows", cost.rows},
               {"memory_bytes", cost.memory},
               {"heights", mapped(cost.trials, trial_json)},
               {"passes_before", cost.passes},
               {"read", {{"bytes", cost.read}, {"seconds", nullptr}}},
               {"written", {{"bytes", cost.written}}},
               {"halo", step_json(cost.halo)},
               {"devices", std::move(devices)},
               {"expected_seconds", cost.seconds(reading.value_or(0))},
               {"bound", cost.bound(reading.value_or(0))}});
  if (reading) json["read"]["seconds"] = *reading;
  return json;
}

}  // namespace

void add_strip_options(CLI::App& app) {
  add_value(
      app, "--memory", "SIZE",
      "Explain what strips cost that take at most so much memory, as 'lenslet run --memory' does, on one device or "
      "on several (--device a,b or all), and measure how high they are best, which 'lenslet run' then takes; with "
      "--like the file's rows are timed, too");
}

namespace {

DeviceGroup open_devices(const SessionOptions& options) {
  return several_devices(options).empty() ? DeviceGroup({open_session(options)}) : open_group(options);
}

}  // namespace

bool wants_strips(const CLI::App& app) {
  const CLI::Option* option = find_option(app, "--memory");
  return option && (given(app, "--memory") || !several_devices(read_device_option(app)).empty());
}

int explain_strips(const CLI::App& app, const Work& work) {
  StripOptions options;
  take(app, "--memory", options.memory, parse_bytes);
  const DeviceGroup group = open_devices(read_device_option(app));
  const StripCost cost = strip_cost(group, work, options);
  const std::optional<double> reading = read_seconds(app, cost);
  if (is_set(app, "--json"))
    print_json(cost_json(work, group, cost, reading));
  else
    print_cost(work, group, cost, reading);
  return exit_done;
}

}  // namespace lenslet::cli
