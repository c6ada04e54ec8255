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

// What a general program costs beside the special one.
struct GeneralCost {
  double loss = 0;                // of time, as a share of the special one's
  double seconds_to_compile = 0;  // the special one
};

// Which schedule a plan gets, and why.
struct Choice {
  AnySchedule schedule;
  std::string reason;
  Origin origin = Origin::device_class;
  GeneralCost cost = {};  // of general schedules
};

// The schedules that can serve a problem: all that strategies know of a family.
class Space {
 public:
  virtual ~Space() = default;

  virtual bool has(const AnySchedule& schedule) const = 0;

  // Fewer and plainer means: what is left where times say nothing.
  virtual bool is_simpler(const AnySchedule& a, const AnySchedule& b) const = 0;

  virtual std::size_t axes() const = 0;

  // The schedules with another value on one axis, or on one more where rules couple them.
  virtual std::vector<AnySchedule> along(std::size_t axis, const AnySchedule& from) const = 0;

  // Every schedule with another value on one axis, members of the space or not.
  virtual std::vector<AnySchedule> beside(const AnySchedule& from) const = 0;

  // Every schedule, the last axis changing fastest, until `visit` says false.
  virtual void each(const std::function<bool(const AnySchedule&)>& visit) const = 0;

  // How many values each axis has; and the schedule with these of them, nothing where it is no member.
  virtual std::vector<int> values() const = 0;
  virtual std::optional<AnySchedule> at(const std::vector<int>& row) const = 0;

  // A value on every axis at random, nothing where such a schedule is no member; and a member at random, nothing where
  // the space is empty.
  virtual std::optional<AnySchedule> draw(std::mt19937_64& random) const = 0;
  virtual std::optional<AnySchedule> random(std::mt19937_64& random) const = 0;
};

}  // namespace lenslet::op
