// Shows the model of strips' cost, with the time that the file's rows take where there is a file.
#include "cli/commands/explain_strips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/image_rows.hpp>
#include <lenslet/strip_cost.hpp>
#include <vector>

#include "cli/jobs/run_report.hpp"
#include "cli/options/option.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/records/value_text.hpp"
#include "cli/terminal/exit.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t most_read = 64 << 20;  // bytes by which a file's rate is measured, from its first row on

// What reading all rows in all passes takes, at the rate of the first ones; nothing without a file.
std::optional<double> read_seconds(const CLI::App& app, const StripCost& cost) {
  const auto file = given(app, "--like");
  if (!file) return {};
  RowReader reader(*file, {.max_pixels = std::int64_t{1} << 40});
  const ImageHeader& header = reader.header();
  const std::int64_t row = header.size.width * static_cast<std::int64_t>(header.format.bytes());
  const std::int64_t rows = std::clamp<std::int64_t>(most_read / row, 1, header.size.height);
  std::vector<std::byte> bytes(static_cast<std::size_t>(row * rows));
  const Clock::time_point begin = Clock::now();
  reader.read(0, rows, bytes.data());
  return ms_since(begin) / 1000 * static_cast<double>(cost.read) / static_cast<double>(row * rows);
}

// The steps of strips and the file's: the longest where they overlap, as StripCost::seconds() has it.
struct Expected {
  double seconds;
  std::string bound;
};

Expected expected(const StripCost& cost, std::optional<double> reading) {
  const double read = reading.value_or(0);
  const double longest =
      std::max({cost.halo.seconds, cost.upload.seconds, cost.compute.seconds, cost.download.seconds});
  return {cost.overlaps ? std::max(read, cost.seconds()) : read + cost.seconds(),
          read > longest ? "file" : std::string(cost.bound())};
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

std::string file_text(const StripCost& cost, std::optional<double> reading) {
  const std::string time = reading ? fmt::format(", {:.3f} s", *reading) : std::string();
  return fmt::format("{} read{}; {} written", megabytes(cost.read), time, megabytes(cost.written));
}

void print_cost(const Work& work, const Session& session, const StripCost& cost, std::optional<double> reading) {
  const auto line = [](std::string_view name, const std::string& text) { print_text(entry(name, text, 14)); };
  line("op", fmt::format("{}, {}", describe(work.call), inputs_text(work)));
  line("device", device_text(session.device()));
  line("strips", strips_text(cost));
  line("file", file_text(cost, reading));
  line("halo", fmt::format("{}: rows that two strips read, and the host keeps", step_text(cost.halo)));
  line("upload", step_text(cost.upload));
  line("compute", step_text(cost.compute));
  line("download", step_text(cost.download));
  const Expected all = expected(cost, reading);
  line("expected", fmt::format("{:.3f} s and what writing takes: {}; bound by {}", all.seconds,
                               cost.overlaps ? "the longest of the steps, which overlap"
                                             : "the sum of the steps, which share the host's cores and memory",
                               all.bound));
}

Json step_json(const StripStep& step) {
  return {{"bytes", step.bytes}, {"seconds", step.seconds}};
}

Json cost_json(const Work& work, const Session& session, const StripCost& cost, std::optional<double> reading) {
  Json json = to_json(work);
  const Expected all = expected(cost, reading);
  json.update({{"device", to_json(session.device())},
               {"strips", cost.strips},
               {"rows", cost.rows},
               {"memory_bytes", cost.memory},
               {"passes_before", cost.passes},
               {"read", {{"bytes", cost.read}, {"seconds", nullptr}}},
               {"written", {{"bytes", cost.written}}},
               {"halo", step_json(cost.halo)},
               {"upload", step_json(cost.upload)},
               {"compute", step_json(cost.compute)},
               {"download", step_json(cost.download)},
               {"overlaps", cost.overlaps},
               {"expected_seconds", all.seconds},
               {"bound", all.bound}});
  if (reading) json["read"]["seconds"] = *reading;
  return json;
}

}  // namespace

void add_strip_options(CLI::App& app) {
  add_value(app, "--memory", "SIZE",
            "Explain what strips cost that take at most so much memory, as 'lenslet run --memory' does; with --like "
            "the file's rows are timed, too");
}

bool wants_strips(const CLI::App& app) {
  const CLI::Option* option = app.get_option_no_throw("--memory");
  return option && given(app, "--memory");
}

int explain_strips(const CLI::App& app, const Work& work, const Session& session) {
  StripOptions options;
  take(app, "--memory", options.memory, parse_bytes);
  const StripCost cost = strip_cost(session, work, options);
  const std::optional<double> reading = read_seconds(app, cost);
  if (is_set(app, "--json"))
    print_json(cost_json(work, session, cost, reading));
  else
    print_cost(work, session, cost, reading);
  return exit_done;
}

}  // namespace lenslet::cli
