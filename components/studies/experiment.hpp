// What a study writes its experiment with: candidates on charts, timed in turns, and claims judged by their times.
#pragma once

#include <functional>
#include <future>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/statistics.hpp>
#include <lenslet/study.hpp>

#include "ocl/queue.hpp"

namespace lenslet::study {

inline constexpr std::size_t min_runs = 6;  // of a point: fewer bracket no median with 95%

// A candidate made ready: its memory, programs and arguments.
struct Ready {
  std::function<double()> run;  // does the work once, waits for its end and says how many ms it took
  std::string how;
  std::string source = {};                                    // the OpenCL C; empty: no kernel
  std::function<std::optional<std::string>()> mismatch = {};  // after a run: what is wrong with the result
  double first_ms = 0;                                        // of the first run, which the experiment fills in
};

// Makes a candidate ready. Throws Error where the device cannot run it: its point says why, and the others are
// measured. So what takes memory is made here; what several share, by lazy().
using Prepare = std::function<Ready()>;

// What candidates share, made by the first of them that calls get(). What that throws is thrown at the others, too: a
// try can take long, and no memory is freed while candidates wait.
template <class Make>
auto lazy(Make make) {
  return std::async(std::launch::deferred, std::move(make)).share();
}

template <class T>
using Lazy = std::shared_future<T>;

// Does the work and says why it failed; nothing where it did not. A study names no schedule or size that no device
// could serve: such a failure begins with "invalid: ", and one of the device or its compiler, which could have served
// it, with "failed: ". What is neither an Error nor want of memory is thrown on.
std::optional<std::string> failure_of(const std::function<void()>& work);

class Experiment {
 public:
  Experiment(const Session& session, const StudyOptions& options, StudyReport& report);

  const Session& session() const { return session_; }
  const ocl::Queue& queue() const;
  const DeviceInfo& device() const { return session_.device(); }

  // Tells whether the device is a CPU, where image objects are functions, and local memory is ordinary memory.
  bool on_a_cpu() const { return device().kind == DeviceKind::cpu; }

  // Gives the largest power of two of work-items, `wanted` at most, that the device has in a group.
  std::size_t group(std::size_t wanted) const;

  // Returns the size of the same shape with StudyOptions::scale of the pixels, and so many elements, a multiple of
  // `step`.
  Size scaled(Size full) const;
  std::int64_t scaled(std::int64_t full, std::int64_t step = 1) const;

  // Gives the chart's place, for what follows.
  std::size_t add_chart(std::string title, std::string x_axis, std::vector<std::string> categories = {});

  // Adds a candidate at the place x of a chart's line; a line exists from its first candidate on.
  void add(std::size_t chart, const std::string& line, double x, Prepare prepare);

  // Makes ready, checks and times what was added since the last call: each once in turn, so that a noisy moment
  // disturbs all alike. Frees the candidates' memory.
  void measure();

  // Does a part that has no candidates; where the device fails in it, a note says so and the study goes on.
  void attempt(const std::function<void()>& part);

  // Ends a study that threw: says why, of each point that was not timed, too.
  void end_early(const std::string& reason);

  // Gives the times of a point; null where it has none.
  const std::vector<double>* times(std::size_t chart, const std::string& line, double x) const;

  StudyReport& report() { return report_; }
  const StudyReport& report() const { return report_; }
  void note(std::string text);  // once, however often it is noted

 private:
  struct Candidate {
    std::size_t chart;
    std::string line;
    std::size_t place;  // of its point in the line
    Prepare prepare;
  };

  StudyPoint& point_of(const Candidate& candidate);
  std::optional<Ready> make_ready(const Candidate& candidate);
  void time(std::vector<std::pair<StudyPoint*, Ready>>& ready);  // no line grows meanwhile
  int source_place(const std::string& text);
  bool stopped() const { return options_.stop && options_.stop(); }

  const Session& session_;
  const StudyOptions& options_;
  StudyReport& report_;
  std::vector<Candidate> waiting_;
};

}  // namespace lenslet::study
