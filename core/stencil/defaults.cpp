// Reads defaults.txt and fits its rows to the device.
#include "stencil/defaults.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "kernels.hpp"
#include "stencil/element.hpp"
#include "stencil/running.hpp"
#include "stencil/space.hpp"
#include "stencil/taps.hpp"

namespace lenslet::stencil {
namespace {

constexpr double any_size = std::numeric_limits<double>::infinity();

struct Row {
  std::string device, stencil, type, taps;
  Schedule schedule = {};
  double megapixels = any_size;  // at most
  op::GeneralCost cost = {};

  bool general() const { return schedule.coefficients == Coefficients::general; }  // whether its programs are
};

// Reads a schedule and the number of megapixels that may stand before it. A schedule begins with a letter.
void read_schedule(std::istringstream& words, Row& row) {
  std::string word;
  words >> word;
  if (std::isdigit(static_cast<unsigned char>(word.front())) != 0) {
    row.megapixels = std::stod(word);
    words >> word;
  }
  row.schedule = parse_schedule(word);
}

std::vector<Row> read_rows() {
  std::vector<Row> rows;
  std::istringstream lines{std::string(kernel_source("defaults.txt"))};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Row row;
    if (line.starts_with('#') || !(words >> row.device >> row.stencil >> row.type >> row.taps)) continue;
    read_schedule(words, row);
    double times_as_long = 1;
    if (row.general() && words >> times_as_long >> row.cost.seconds_to_compile) row.cost.loss = times_as_long - 1;
    rows.push_back(row);
  }
  return rows;
}

bool fits(const std::string& pattern, std::string_view value) {
  return pattern == "*" || pattern == value;
}

// Whether sums are shorts in schedules with long vectors.
bool sums_shorts(const Problem& problem) {
  Schedule schedule;
  schedule.vector = max_standard_vector;
  return problem.linear() && accumulator_of(problem, schedule) == Accumulator::i16;
}

bool fits_stencil(const std::string& pattern, const Problem& problem) {
  if (pattern == "fed") return problem.producer != nullptr;
  if (pattern == "box") return problem.linear() && !why_not_running(problem);
  if (pattern == "extreme") return is_rectangle(problem.stencil);
  if (pattern == "even") return rectangle_of(problem.stencil) && !is_rectangle(problem.stencil);
  if (pattern == "element") return problem.stencil.extreme != Extreme::none && !is_rectangle(problem.stencil);
  if (pattern == "level") return problem.fixed_point.has_value();
  if (pattern == "combined") return problem.combines();
  if (pattern == "whole") return sums_shorts(problem);
  if (pattern == "rank1") return !problem.stencil.factors.empty();
  if (pattern == "order") return problem.stencil.rank.has_value();
  return fits(pattern, problem.linear() ? "linear" : "window");
}

const std::vector<Row>& all_rows() {
  static const std::vector<Row> rows = read_rows();
  return rows;
}

bool is_kindred(const Row& row, const Problem& problem, const DeviceInfo& device, bool general = false) {
  return row.general() == general && fits(row.device, name_of(device.kind)) && fits_stencil(row.stencil, problem) &&
         fits(row.type, name_of(problem.input.type));
}

// The fewest work-items of a compute unit for which a sweep pays. Work-items of sweeps go down many rows, so images of
// few samples leave units idle. The more channels lie between a row's pixels, the more sweeping saves. On an H200, from
// this number on, Gaussians of 7 x 7 and means of 9 x 9 with three channels are 1.0 to 1.2 times as fast.
constexpr std::int64_t sweeping_items_of_unit = 1024;  // divided by the image's channels

bool fills_units(const Schedule& schedule, const Problem& problem, std::optional<Size> size, const DeviceInfo& device) {
  if (!size || !sweeps(schedule)) return true;
  const std::int64_t samples = size->width * size->height * problem.input.channels;
  const std::int64_t of_item = std::int64_t{schedule.vector} * schedule.items_x * schedule.items_y;
  return samples / of_item * problem.input.channels >= sweeping_items_of_unit * device.compute_units;
}

double megapixels_of(std::optional<Size> size) {
  return size ? static_cast<double>(size->width) * static_cast<double>(size->height) / 1e6 : any_size;
}

bool is_for(const Row& row, const Problem& problem, std::optional<Size> size, const DeviceInfo& device,
            bool general = false) {
  return is_kindred(row, problem, device, general) && (row.taps == "*" || problem.taps() <= std::stoi(row.taps)) &&
         megapixels_of(size) <= row.megapixels && fills_units(row.schedule, problem, size, device);
}

// The row's schedule for this problem. Rows are written for one mask.
Schedule schedule_of(const Row& row, const Problem& problem) {
  Schedule schedule = row.schedule;
  if (schedule.passes <= Passes::fused) schedule.passes = problem.masks() > 1 ? Passes::fused : Passes::single;
  return schedule;
}

// Narrows the group until the device takes it; returns whether it did.
bool fit_group(Schedule& schedule, const Problem& problem, const DeviceInfo& device) {
  bool narrowed = false;
  for (auto broken = excluded(schedule, problem, device); broken && broken->rule.starts_with("group");
       broken = excluded(schedule, problem, device)) {
    int& side = schedule.group_height > 1 ? schedule.group_height : schedule.group_width;
    if (side == 1) break;
    side /= 2;
    narrowed = true;
  }
  return narrowed;
}

// Narrows the vector to each rule's limit that it breaks.
void narrow_vector(ReasonedSchedule& choice, const Problem& problem, const DeviceInfo& device) {
  constexpr std::pair<std::string_view, int> limits[] = {
      {"vector-width", max_standard_vector}, {"loop-rounds", 4}, {"unrolling", 4}};
  for (const auto& [rule, widest] : limits) {
    const auto broken = excluded(choice.schedule, problem, device);
    if (!broken || broken->rule != rule) continue;
    choice.schedule.vector = std::min(choice.schedule.vector, widest);
    choice.reason += ", vector narrowed: " + broken->reason;
  }
}

void change_passes(ReasonedSchedule& choice, const Problem& problem, const DeviceInfo& device) {
  const auto broken = excluded(choice.schedule, problem, device);
  if (!broken || (broken->rule != "integer-sums" && broken->rule != "combined-masks")) return;
  choice.schedule.passes = Passes::separated_window;
  choice.reason += ", passes changed: " + broken->reason;
}

void compile_taps_in(ReasonedSchedule& choice, const Problem& problem, const DeviceInfo& device) {
  const auto broken = excluded(choice.schedule, problem, device);
  if (!broken || broken->rule != "constant-memory") return;
  choice.schedule.coefficients = Coefficients::literal;
  choice.reason += ", taps compiled in: " + broken->reason;
}

// The row's schedule. Where only passes, vector, coefficients or group do not fit, they are changed.
ReasonedSchedule fitted(const Row& row, const Problem& problem, const DeviceInfo& device) {
  ReasonedSchedule choice{schedule_of(row, problem), {}};
  choice.reason = fmt::format("default for {} devices, {} stencils of {} taps on {}", name_of(device.kind), row.stencil,
                              problem.taps(), name_of(problem.input.type));
  if (row.megapixels < any_size) choice.reason += fmt::format(", images of up to {} megapixels", row.megapixels);
  change_passes(choice, problem, device);
  narrow_vector(choice, problem, device);
  compile_taps_in(choice, problem, device);
  if (fit_group(choice.schedule, problem, device))
    choice.reason += fmt::format(", group narrowed to the device's limit of {}", device.max_group);
  return choice;
}

}  // namespace

ReasonedSchedule default_schedule(const Problem& problem, const DeviceInfo& device, std::optional<Size> size) {
  if (const auto lack = problem.accuracy == Accuracy::half ? why_no_half(device) : std::nullopt)
    throw Error(ErrorKind::unsupported, fmt::format("accuracy 'half': {}; allowed: exact", *lack));
  std::string reason = "defaults.txt has no row for it";
  for (const Row& row : all_rows()) {
    if (!is_for(row, problem, size, device)) continue;
    const ReasonedSchedule choice = fitted(row, problem, device);
    const auto broken = excluded(choice.schedule, problem, device);
    if (!broken) return choice;
    reason = broken->reason;
  }
  throw Error(ErrorKind::unsupported, fmt::format("a window of {} x {} is too much for '{}': {}", problem.width(),
                                                  problem.height(), device.name, reason));
}

namespace {

// A list of up to this many taps of a whole mask is about as fast as the mask's factors. One program then serves masks
// without factors, too. The order of sums does not matter here: they are whole.
constexpr std::size_t max_listed = 49;

bool sums_whole_mask(const Problem& problem) {
  return problem.masks() == 1 && problem.stencil.scale == 1 && is_integer(problem.input.type) &&
         has_whole_taps(problem.stencil) && list_taps(problem, Passes::single, {0}).taps.size() <= max_listed;
}

// Changes the passes of a general schedule of masks so that it adds up in the order of the special one. Returns false
// where no passes do.
bool keeps_order(Schedule& general, const Problem& problem, const Schedule& special) {
  if (general.passes == Passes::running) return special.passes == Passes::running;
  if (sums_whole_mask(problem)) return true;
  if (is_separated(special.passes) || (special.passes == Passes::running && !problem.stencil.factors.empty()))
    general.passes = Passes::separated_window;
  else if (problem.combines())
    general.passes = Passes::fused;
  return true;
}

// Whether the row is the first that serves its kind of stencil, and the first with its schedule.
bool is_new(const Row& row, const Schedule& schedule,
            const std::vector<std::pair<std::string, ReasonedSchedule>>& found) {
  return std::ranges::none_of(
      found, [&](const auto& each) { return each.first == row.stencil || each.second.schedule == schedule; });
}

}  // namespace

std::vector<ReasonedSchedule> general_schedules(const Problem& problem, const Schedule& special,
                                                const DeviceInfo& device) {
  std::vector<std::pair<std::string, ReasonedSchedule>> found;
  for (const Row& row : all_rows()) {
    if (!is_for(row, problem, {}, device, true)) continue;
    ReasonedSchedule choice{row.schedule, "a general program, which takes the op's parameters as arguments", row.cost};
    if (problem.linear() && !keeps_order(choice.schedule, problem, special)) continue;
    fit_group(choice.schedule, problem, device);
    if (is_new(row, choice.schedule, found) && !excluded(choice.schedule, problem, device))
      found.emplace_back(row.stencil, choice);
  }
  std::vector<ReasonedSchedule> choices;
  for (const auto& [stencil, choice] : found) choices.push_back(choice);
  return choices;
}

std::vector<Schedule> kindred_defaults(const Problem& problem, const DeviceInfo& device) {
  const auto is_own = [&](const Row& row) { return row.device == name_of(device.kind); };
  const bool has_own = std::ranges::any_of(all_rows(), is_own);
  std::vector<Schedule> schedules;
  for (const Row& row : all_rows()) {
    if (!is_kindred(row, problem, device) || (has_own && !is_own(row))) continue;
    const Schedule schedule = schedule_of(row, problem);
    if (!excluded(schedule, problem, device) && std::ranges::count(schedules, schedule) == 0)
      schedules.push_back(schedule);
  }
  return schedules;
}

}  // namespace lenslet::stencil
