// What studies use for their experiments: candidates on charts, timed in turns, and claims judged by their times.
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

inline constexpr std::size_t min_runs = 6;  // of a point: the median of fewer has no interval of 95%

// A prepared candidate: its memory, programs and arguments.
struct Ready {
  std::function<double()> run;  // does the work once, waits for its end and returns the time in ms
  std::string how;
  std::string source = {};                                    // the OpenCL C; empty: no kernel
  std::function<std::optional<std::string>()> mismatch = {};  // called after a run: what is wrong with the result
  double first_ms = 0;                                        // time of the first run, which the experiment sets
};

// Prepares a candidate. Throws Error where the device cannot run it: the point then says why, and the others are
// measured. So a candidate allocates its memory here, and what several candidates share by lazy().
using Prepare = std::function<Ready()>;

// What candidates share. The first one that calls get() makes it. If making it throws, the others get the same
// exception: a try may take long, and memory does not become free while candidates wait.
template <class Make>
auto lazy(Make make) {
  return std::async(std::launch::deferred, std::move(make)).share();
}

template <class T>
using Lazy = std::shared_future<T>;

// Does the work and returns why it failed; nothing where it did not. Studies name no schedule or size that no device
// could serve: such a failure begins with "invalid: ". A failure of the device or its compiler begins with "failed: ".
// Exceptions that are neither an Error nor a lack of memory pass through.
std::optional<std::string> failure_of(const std::function<void()>& work);

class Experiment {
 public:
  Experiment(const Session& session, const StudyOptions& options, StudyReport& report);

  const Session& session() const { return session_; }
  const ocl::Queue& queue() const;
  const DeviceInfo& device() const { return session_.device(); }

  // Tells whether the device is a CPU. There image objects are functions, and local memory is ordinary memory.
  bool on_a_cpu() const { return device().kind == DeviceKind::cpu; }

  // Returns the largest power of two, up to `wanted`, of work-items that the device allows in a group.
  std::size_t group(std::size_t wanted) const;

  // The first returns the size of the same shape with StudyOptions::scale of the pixels. The second scales a number of
  // elements to a multiple of `step`.
  Size scaled(Size full) const;
  std::int64_t scaled(std::int64_t full, std::int64_t step = 1) const;

  // Adds a chart and returns its place.
  std::size_t add_chart(std::string title, std::string x_axis, std::vector<std::string> categories = {});

  // Adds a candidate at the place x of a chart's line. A line exists from its first candidate on.
  void add(std::size_t chart, const std::string& line, double x, Prepare prepare);

  // Prepares, checks and times the candidates that were added since the last call. Each runs once in turn, so that a
  // noisy moment disturbs all alike. Frees the candidates' memory.
  void measure();

  // Does a part without candidates. If the device fails in it, a note says so and the study goes on.
  void attempt(const std::function<void()>& part);

  // Ends a study that threw. All points without times get the reason.
  void end_early(const std::string& reason);

  // Returns the times of a point; null where it has none.
  const std::vector<double>* times(std::size_t chart, const std::string& line, double x) const;

  StudyReport& report() { return report_; }
  const StudyReport& report() const { return report_; }
  void note(std::string text);  // stands once, however often it is noted

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
