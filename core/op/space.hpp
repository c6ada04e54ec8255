// The schedules that can serve a problem, which one a plan gets, and why others cannot.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <lenslet/plan.hpp>

#include "op/any_schedule.hpp"

namespace lenslet {

// Why a schedule cannot serve a problem on a device.
struct Exclusion {
  std::string rule;    // the rule's name: "group-size"
  std::string reason;  // with this schedule's numbers
};

inline std::string to_string(const Exclusion& exclusion) {
  return exclusion.rule + ": " + exclusion.reason;
}

}  // namespace lenslet

namespace lenslet::op {

// The cost of a general program, compared with the special one.
struct GeneralCost {
  double loss = 0;                // lost time, as a share of the special program's time
  double seconds_to_compile = 0;  // of the special program
};

// Which schedule a plan gets, and why.
struct Choice {
  AnySchedule schedule;
  std::string reason;
  Origin origin = Origin::device_class;
  GeneralCost cost = {};  // for general schedules
};

// The schedules that can serve a problem. Strategies know nothing else of a family.
class Space {
 public:
  virtual ~Space() = default;

  virtual bool has(const AnySchedule& schedule) const = 0;

  // Tells whether the first schedule is simpler: fewer and plainer means. It decides where times do not.
  virtual bool is_simpler(const AnySchedule& a, const AnySchedule& b) const = 0;

  virtual std::size_t axes() const = 0;

  // Returns the schedules with another value on one axis. One more axis may change where rules couple the two.
  virtual std::vector<AnySchedule> along(std::size_t axis, const AnySchedule& from) const = 0;

  // Returns all schedules with another value on one axis, even those that are not in the space.
  virtual std::vector<AnySchedule> beside(const AnySchedule& from) const = 0;

  // Visits every schedule until `visit` returns false. The last axis changes fastest.
  virtual void each(const std::function<bool(const AnySchedule&)>& visit) const = 0;

  // values() returns the number of values of each axis. at() returns the schedule with these values, given by index;
  // absent where it is not in the space.
  virtual std::vector<int> values() const = 0;
  virtual std::optional<AnySchedule> at(const std::vector<int>& row) const = 0;

  // draw() takes a random value on each axis; absent where the result is not in the space. random() returns a random
  // schedule of the space; absent where the space is empty.
  virtual std::optional<AnySchedule> draw(std::mt19937_64& random) const = 0;
  virtual std::optional<AnySchedule> random(std::mt19937_64& random) const = 0;
};

}  // namespace lenslet::op
