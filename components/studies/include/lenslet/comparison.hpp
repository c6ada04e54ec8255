// Ways to do the same work, such as two kernels of your own, compared as studies compare theirs: in turns, with results
// that must agree, and an interval for how many times as fast one is as another. docs/your-own-kernel.md shows it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>
#include <lenslet/statistics.hpp>
#include <lenslet/study.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// A way that is prepared: with its memory, programs and arguments.
struct ReadyWay {
  std::function<double()> run;  // does the work once, waits for its end and returns the time in ms
  std::function<std::optional<std::string>()> mismatch = {};  // called after the first run: what is wrong in the result
  std::string how = {};                                       // how it runs: "in groups of 64"
  std::string source = {};                                    // its OpenCL C
};

struct Way {
  std::string name;
  std::function<ReadyWay()> prepare;  // throws Error where the device cannot run it
};

// `alike`: the interval lies within `alike_factor` of each other. `unsure`: more runs may tell.
enum class Winner : std::uint8_t { first, other, alike, unsure, not_compared };

inline constexpr double alike_factor = 1.05;

std::string_view name_of(Winner winner);  // "first", "other", "alike", "unsure", "not compared"

// How another way does beside the first one.
struct WayComparison {
  std::string name;  // of the other way
  Winner winner = Winner::not_compared;
  Ratio speed_up = {};     // of the other way over the first; an interval of 95%
  std::string words = {};  // "b.cl is 1.43 times as fast as a.cl (1.42 to 1.44): it is faster"; why it was not compared
};

struct ComparedWays {
  StudyReport report;  // one chart, which the reports of studies can draw, with two claims for each comparison
  std::vector<WayComparison> comparisons;
};

// Returns how long a launch takes, for ReadyWay::run: by the device's clock or, where the driver has none, by the
// host's until the launch has ended.
double launch_ms(const std::function<Launch()>& launch);

// Compares all ways with the first. A way that fails, or whose result is wrong, has no times: its point says why.
// Throws invalid_argument for fewer than two ways, two ways with the same name, fewer than 6 runs, and what run_study()
// refuses of the options.
ComparedWays compare_ways(const Session& session, const std::string& title, const std::vector<Way>& ways,
                          const StudyOptions& options = {});

}  // namespace lenslet
#pragma GCC visibility pop
