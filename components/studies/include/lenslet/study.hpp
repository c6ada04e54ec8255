// Studies: what the literature claims of GPU programs, tried on the user's own device. A study measures some ways to do
// the same work, in turns, proves that they agree, and says of each claim whether it holds there.
//
//   const lenslet::StudyReport report = lenslet::run_study(session, "gradient", {.scale = 0.25});
//   for (const lenslet::Claim& claim : report.claims) use(name_of(claim.verdict), claim.text);
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/statistics.hpp>

namespace lenslet {

// A term of the literature by which lines of charts are called: "single", a launch for each filter.
struct StudyTerm {
  std::string name;
  std::string meaning;
};

struct StudyInfo {
  std::string name;                   // "gradient"
  std::string summary;                // one sentence
  std::vector<int> claims = {};       // their numbers in docs/studies.md
  std::vector<StudyTerm> terms = {};  // those that its charts use
  double cpu_seconds = 0;             // what it took two cores of a CPU, at a quarter of the full size; 0: not known
  double gpu_seconds = 0;             // what it took an NVIDIA H200, at full size; 0: not known
};

// Lists all studies in alphabetical order.
std::span<const StudyInfo> all_studies();

// Finds a study. Throws invalid_argument with the nearest name for an unknown one.
const StudyInfo& find_study(std::string_view name);

// A value on a chart's line: one way to do the work, at one place on the chart's axis.
struct StudyPoint {
  double x = 0;
  std::vector<double> ms;  // every run's time, in the order of the runs; empty where it could not run
  std::string how;         // the schedule, or how the kernel was launched
  int source = -1;         // place in StudyReport::sources of the OpenCL C that ran; -1: no kernel
  std::string missing;     // why there are no times
};

struct StudyLine {
  std::string name;
  std::vector<StudyPoint> points;
};

struct StudyChart {
  std::string title;
  std::string x_axis;                   // "filter size, pixels"
  std::vector<std::string> categories;  // the axis's words, where it has words: x is then the place of one
  std::vector<StudyLine> lines;
  std::string y_axis = "ms";  // the values' unit, another one for charts that are computed
};

struct StudyTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  int keys = 1;        // number of first columns that name a row
  bool alike = false;  // devices should agree on what the rows say: reports compare them
};

// A command on the device's clock.
struct StudySpan {
  std::string row;  // "queue 1"
  std::string label;
  double begin_ms = 0;  // since the begin of the timeline's first command
  double end_ms = 0;
};

struct StudyTimeline {
  std::string title;
  std::vector<StudySpan> spans;
};

enum class Verdict : std::uint8_t {
  holds,
  does_not_hold,
  undecided,  // within the noise
  untested,   // what it needs is missing here
};

inline constexpr Verdict verdicts[] = {Verdict::holds, Verdict::does_not_hold, Verdict::undecided, Verdict::untested};

std::string_view name_of(Verdict verdict);  // "holds", "does not hold", "undecided", "untested"

// How many times as fast one way is as another, and between which bounds the claim has it. A bound that the claim does
// not set is 0 or infinite.
struct SpeedUp {
  std::string label;  // "grid-stride over one per item, at 4096"
  Ratio measured;
  Interval claimed;
};

// What a claim is judged by. A comparison has its numbers beside the sentence, for reports that draw them.
struct ClaimFigure {
  std::string text;  // "Vector addition, at 4096: chunked is 1.43 times as fast as grid-stride (1.42 to 1.43)"
  std::optional<SpeedUp> speed_up = {};
};

struct Claim {
  int number = 0;  // in docs/studies.md
  std::string text;
  Verdict verdict = Verdict::untested;
  std::vector<ClaimFigure> figures = {};
  std::string why = {};  // what decides whether it holds on a device
};

struct StudyReport {
  std::string name;
  std::string summary;
  std::vector<StudyTerm> terms;
  std::vector<StudyChart> charts;
  std::vector<StudyTable> tables;
  std::vector<StudyTimeline> timelines;
  std::vector<Claim> claims;
  std::vector<std::string> notes;    // what was left out and why, and what is wrong in the original programs
  std::vector<std::string> sources;  // OpenCL C
  double seconds = 0;                // what the study took
  std::string ended_early;           // the error that ended it; empty: it ran to its end, or was stopped
};

struct StudyOptions {
  double scale = 1;          // share of the full sizes, in pixels and elements: over 0, at most 1
  int runs = 20;             // runs of each point that count, at least 3
  double point_seconds = 1;  // a point that took longer ends after its sixth run
  std::function<void(std::string_view what, std::size_t done, std::size_t of)> progress = {};
  std::function<bool()> stop = {};  // asked between runs; what was measured is kept
};

// Runs a study. Throws invalid_argument for an unknown study or an option out of its range. What this device cannot do
// is said in the report, and the rest is measured. Where a device fails so that a study cannot go on, the report has
// what was measured, why it ended early, and the claims that it did not come to as untested.
StudyReport run_study(const Session& session, std::string_view name, const StudyOptions& options = {});

}  // namespace lenslet
