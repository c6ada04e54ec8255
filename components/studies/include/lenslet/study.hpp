// Studies try claims of the literature about GPU programs on the user's own device. A study measures several ways to do
// the same work, in turns. It proves that their results agree, and says for each claim whether it holds on this device.
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

#pragma GCC visibility push(default)
namespace lenslet {

// A word of the literature that names lines of charts: "single", a launch for each filter.
struct StudyTerm {
  std::string name;
  std::string meaning;
};

struct StudyInfo {
  std::string name;                   // "gradient"
  std::string summary;                // one sentence
  std::vector<int> claims = {};       // the claims' numbers in docs/studies.md
  std::vector<StudyTerm> terms = {};  // the terms that its charts use
  double cpu_seconds = 0;             // time on two cores of a CPU, at a quarter of the full size; 0: not known
  double gpu_seconds = 0;             // time on an NVIDIA H200, at full size; 0: not known
};

// Lists all studies in alphabetical order.
std::span<const StudyInfo> all_studies();

// Finds a study. Throws invalid_argument, with the nearest name, for an unknown one.
const StudyInfo& find_study(std::string_view name);

// A value on a chart's line: one way to do the work, at one place of the chart's axis.
struct StudyPoint {
  double x = 0;
  std::vector<double> ms;  // the time of each run, in order; empty where it could not run
  std::string how;         // the schedule, or how the kernel was launched
  int source = -1;         // index in StudyReport::sources of the OpenCL C that ran; -1: no kernel
  std::string missing;     // why there are no times
};

struct StudyLine {
  std::string name;
  std::vector<StudyPoint> points;
};

struct StudyChart {
  std::string title;
  std::string x_axis;                   // "filter size, pixels"
  std::vector<std::string> categories;  // words along the axis, where it has words: x is then the index of a word
  std::vector<StudyLine> lines;
  std::string y_axis = "ms";  // unit of the values; charts of computed values have another one
};

struct StudyTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  int keys = 1;        // number of columns, from the first on, that name a row
  bool alike = false;  // devices should agree on the rows, and reports compare them
};

// The time of a command, by the device's clock.
struct StudySpan {
  std::string row;  // "queue 1"
  std::string label;
  double begin_ms = 0;  // since the first command of the timeline began
  double end_ms = 0;
};

struct StudyTimeline {
  std::string title;
  std::vector<StudySpan> spans;
};

enum class Verdict : std::uint8_t {
  holds,
  does_not_hold,
  undecided,  // the difference is within the noise
  untested,   // this device or machine lacks what the claim needs
};

inline constexpr Verdict verdicts[] = {Verdict::holds, Verdict::does_not_hold, Verdict::undecided, Verdict::untested};

std::string_view name_of(Verdict verdict);  // "holds", "does not hold", "undecided", "untested"

// How many times as fast one way is as another, and the range that the claim gives. Where the claim has no lower or
// upper bound, the bound is 0 or infinite.
struct SpeedUp {
  std::string label;  // "grid-stride over one per item, at 4096"
  Ratio measured;
  Interval claimed;
};

// A sentence by which a claim is judged. A comparison also has its numbers, for reports that draw them.
struct ClaimFigure {
  std::string text;  // "Vector addition, at 4096: chunked is 1.43 times as fast as grid-stride (1.42 to 1.43)"
  std::optional<SpeedUp> speed_up = {};
};

struct Claim {
  int number = 0;  // in docs/studies.md
  std::string text;
  Verdict verdict = Verdict::untested;
  std::vector<ClaimFigure> figures = {};
  std::string why = {};  // what decides whether the claim holds on a device
};

struct StudyReport {
  std::string name;
  std::string summary;
  std::vector<StudyTerm> terms;
  std::vector<StudyChart> charts;
  std::vector<StudyTable> tables;
  std::vector<StudyTimeline> timelines;
  std::vector<Claim> claims;
  std::vector<std::string> notes;    // what was left out and why, and errors in the original programs
  std::vector<std::string> sources;  // OpenCL C
  double seconds = 0;                // time of the whole study
  std::string ended_early;           // the error that ended the study; empty where it ran to its end or was stopped
};

struct StudyOptions {
  double scale = 1;          // share of the full sizes, in pixels and elements: more than 0, at most 1
  int runs = 20;             // timed runs of each point, at least 3
  double point_seconds = 1;  // a point that takes longer than this ends after its sixth run
  std::function<void(std::string_view what, std::size_t done, std::size_t of)> progress = {};
  std::function<bool()> stop = {};  // asked between runs; what was measured is kept
};

// Runs a study. Throws invalid_argument for an unknown study, an option out of range, or a session without
// SessionOptions::timing. What this device cannot do is named in the report, and the rest is measured. Where a failing
// device ends a study early, the report says why. The report then has what was measured, and lists the remaining claims
// as untested.
StudyReport run_study(const Session& session, std::string_view name, const StudyOptions& options = {});

}  // namespace lenslet
#pragma GCC visibility pop
