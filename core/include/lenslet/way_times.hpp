// How long each of several ways takes to do one piece of work: for what is no op with schedules, such as the decoders
// of image files. Whoever has the ways measures them. The tuning store keeps the times for the next process.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <lenslet/image.hpp>
#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

namespace lenslet {

struct TimedWork {
  std::string name;       // two words, "jpeg.decode"; the first is no op and no family of ops
  std::string case_text;  // what decides the speed beside the size, in words
  Size size;              // in pixels
};

struct WayTimes {
  std::map<std::string, Measured, std::less<>> by;  // by the names of the ways

  double ms(std::string_view way) const { return by.find(way)->second.median_ms; }  // the way must be in `by`
  const std::string& fastest() const;                                               // `by` must not be empty
};

// Summarizes times of calls in milliseconds by the host's clock: at least one.
Measured measured_by_host(std::span<const double> ms);

// Returns what was measured for the work on this device under this driver. Of sizes within a factor of four in pixels
// it takes the nearest. Nothing where fewer than two ways were measured.
std::optional<WayTimes> way_times(const Session& session, const TimedWork& wanted);

// Stores times for the work. Where that cannot be done they stay in the session, whose tuning_problem() says why.
void keep_way_times(const Session& session, const TimedWork& measured, const WayTimes& times);

}  // namespace lenslet
