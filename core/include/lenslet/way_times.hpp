// The times of several ways to do one piece of work that is not an op with schedules, for example to decode image
// files. The component that has the ways measures them. The tuning store keeps the times for later processes.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <lenslet/image.hpp>
#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

struct TimedWork {
  std::string name;  // two words of a to z and "_", as "jpeg.decode"; the first is neither an op nor a family of ops
  std::string case_text;  // what else than the size decides the speed, in words
  Size size;              // in pixels
};

struct WayTimes {
  std::map<std::string, Measured, std::less<>> by;  // by the name of the way

  double ms(std::string_view way) const { return by.find(way)->second.median_ms; }  // the way must be in `by`
  const std::string& fastest() const;                                               // `by` must not be empty
};

// Returns the statistics of calls that the host's clock timed, in milliseconds. There must be at least one.
Measured measured_by_host(std::span<const double> ms);

// Returns what was measured for the work on this device under this driver. Of sizes within a factor of four in pixels,
// the nearest counts, and its times are scaled to the wanted size. Absent where fewer than two ways were measured.
std::optional<WayTimes> way_times(const Session& session, const TimedWork& wanted);

// Stores times for the work. Where that fails the times stay in the session, and tuning_problem() says why.
void keep_way_times(const Session& session, const TimedWork& measured, const WayTimes& times);

}  // namespace lenslet
#pragma GCC visibility pop
