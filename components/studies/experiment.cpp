// Prepares candidates, checks them, and times them in turns.
#include "studies/experiment.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "session/state.hpp"

namespace lenslet::study {
namespace {

constexpr double long_run_ms = 100;  // the first of such long runs, which was checked, warmed up enough

// Runs a candidate once. Where the device fails within a series, only this point fails.
void run_once(StudyPoint& point, const Ready& candidate) {
  if (const auto failure = failure_of([&] { point.ms.push_back(candidate.run()); })) {
    point.ms.clear();
    point.missing = *failure;
  }
}

std::string_view prefix_of(ErrorKind kind) {
  if (kind == ErrorKind::invalid_argument) return "invalid: ";
  return kind == ErrorKind::unsupported ? "" : "failed: ";
}

StudyLine& line_of(StudyChart& chart, const std::string& name) {
  const auto found = std::ranges::find(chart.lines, name, &StudyLine::name);
  return found != chart.lines.end() ? *found : chart.lines.emplace_back(StudyLine{name, {}});
}

}  // namespace

std::optional<std::string> failure_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return std::string(prefix_of(error.kind())) + error.what();
  } catch (const std::bad_alloc&) {
    return "not enough host memory";
  }
  return {};
}

Experiment::Experiment(const Session& session, const StudyOptions& options, StudyReport& report)
    : session_(session), options_(options), report_(report) {}

const ocl::Queue& Experiment::queue() const {
  return state_of(session_).queue;
}

std::size_t Experiment::group(std::size_t wanted) const {
  return std::bit_floor(std::min<std::size_t>(wanted, device().max_group));
}

Size Experiment::scaled(Size full) const {
  const double side = std::sqrt(options_.scale);
  const auto shorter = [side](std::int64_t pixels) {
    return std::max<std::int64_t>(std::llround(static_cast<double>(pixels) * side), 1);
  };
  return {shorter(full.width), shorter(full.height)};
}

std::int64_t Experiment::scaled(std::int64_t full, std::int64_t step) const {
  const auto steps = std::llround(static_cast<double>(full) * options_.scale / static_cast<double>(step));
  return std::max<std::int64_t>(steps, 1) * step;
}

std::size_t Experiment::add_chart(std::string title, std::string x_axis, std::vector<std::string> categories) {
  report_.charts.push_back({std::move(title), std::move(x_axis), std::move(categories), {}});
  return report_.charts.size() - 1;
}

void Experiment::add(std::size_t chart, const std::string& line, double x, Prepare prepare) {
  std::vector<StudyPoint>& points = line_of(report_.charts[chart], line).points;
  points.push_back({.x = x, .ms = {}, .how = {}, .missing = {}});
  waiting_.push_back({chart, line, points.size() - 1, std::move(prepare)});
}

StudyPoint& Experiment::point_of(const Candidate& candidate) {
  return line_of(report_.charts[candidate.chart], candidate.line).points[candidate.place];
}

int Experiment::source_place(const std::string& text) {
  if (text.empty()) return -1;
  const auto found = std::ranges::find(report_.sources, text);
  const auto place = found - report_.sources.begin();
  if (found == report_.sources.end()) report_.sources.push_back(text);
  return static_cast<int>(place);
}

// Prepares a candidate and checks its first run. A wrong result gets no time.
std::optional<Ready> Experiment::make_ready(const Candidate& candidate) {
  StudyPoint& point = point_of(candidate);
  Ready ready;
  const auto failure = failure_of([&] {
    ready = candidate.prepare();
    point.how = ready.how;
    point.source = source_place(ready.source);
    ready.first_ms = ready.run();
    if (const auto mismatch = ready.mismatch ? ready.mismatch() : std::nullopt) point.missing = "wrong: " + *mismatch;
  });
  if (failure) point.missing = *failure;
  return point.missing.empty() ? std::optional(std::move(ready)) : std::nullopt;
}

void Experiment::time(std::vector<std::pair<StudyPoint*, Ready>>& ready) {
  const double limit_ms = options_.point_seconds * 1e3;
  const auto enough = [&](const std::vector<double>& ms) {
    if (ms.size() >= static_cast<std::size_t>(options_.runs)) return true;
    return ms.size() >= min_runs && std::accumulate(ms.begin(), ms.end(), 0.0) > limit_ms;
  };
  for (auto& [point, candidate] : ready)
    if (candidate.first_ms < long_run_ms && !stopped()) {
      run_once(*point, candidate);
      point->ms.clear();
    }
  for (bool any = true; any;) {
    any = false;
    for (auto& [point, candidate] : ready) {
      if (stopped()) return;
      if (!point->missing.empty() || enough(point->ms)) continue;
      run_once(*point, candidate);
      any = true;
    }
  }
}

void Experiment::measure() {
  std::vector<std::pair<StudyPoint*, Ready>> ready;
  for (std::size_t i = 0; i < waiting_.size() && !stopped(); ++i) {
    if (options_.progress) options_.progress(report_.name, i, waiting_.size());
    if (std::optional<Ready> made = make_ready(waiting_[i]))
      ready.emplace_back(&point_of(waiting_[i]), std::move(*made));
  }
  if (options_.progress) options_.progress(report_.name, waiting_.size(), waiting_.size());
  time(ready);
  for (const Candidate& candidate : waiting_)
    if (StudyPoint& point = point_of(candidate); point.ms.empty() && point.missing.empty())
      point.missing = "stopped before it was timed";
  waiting_.clear();
}

void Experiment::attempt(const std::function<void()>& part) {
  if (const auto failure = failure_of(part)) note("A part is missing: " + *failure);
}

void Experiment::end_early(const std::string& reason) {
  note("The study ended early: " + reason);
  for (StudyChart& chart : report_.charts)
    for (StudyLine& line : chart.lines)
      for (StudyPoint& point : line.points)
        if (point.ms.empty() && point.missing.empty()) point.missing = "the study ended before it was timed";
}

void Experiment::note(std::string text) {
  if (std::ranges::find(report_.notes, text) == report_.notes.end()) report_.notes.push_back(std::move(text));
}

const std::vector<double>* Experiment::times(std::size_t chart, const std::string& line, double x) const {
  const auto& lines = report_.charts[chart].lines;
  const auto found = std::ranges::find(lines, line, &StudyLine::name);
  if (found == lines.end()) return nullptr;
  const auto point = std::ranges::find(found->points, x, &StudyPoint::x);
  return point == found->points.end() || point->ms.empty() ? nullptr : &point->ms;
}

}  // namespace lenslet::study
