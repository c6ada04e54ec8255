// The schedules that can serve a problem, which one a plan gets, and why others cannot.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <lenslet/plan.hpp>

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
  std::string schedule;
  std::string reason;
  Origin origin = Origin::device_class;
  GeneralCost cost = {};  // of general schedules
};

// The schedules that can serve a problem, by their spellings: all that strategies and the store know of a family.
class Space {
 public:
  virtual ~Space() = default;

  virtual bool has(const std::string& schedule) const = 0;  // false for a text that is no schedule

  // Fewer and plainer means: what is left where times say nothing.
  virtual bool is_simpler(const std::string& a, const std::string& b) const = 0;

  virtual std::size_t axes() const = 0;

  // The schedules with another value on one axis, or on one more where rules couple them.
  virtual std::vector<std::string> along(std::size_t axis, const std::string& from) const = 0;

  // Every schedule with another value on one axis, members of the space or not.
  virtual std::vector<std::string> beside(const std::string& from) const = 0;

  // Every schedule, the last axis changing fastest, until `visit` says false.
  virtual void each(const std::function<bool(const std::string&)>& visit) const = 0;

  // How many values each axis has; and the schedule with these of them, nothing where it is no member.
  virtual std::vector<int> values() const = 0;
  virtual std::optional<std::string> at(const std::vector<int>& row) const = 0;

  // A value on every axis at random, nothing where such a schedule is no member; and a member at random, nothing where
  // the space is empty.
  virtual std::optional<std::string> draw(std::mt19937_64& random) const = 0;
  virtual std::optional<std::string> random(std::mt19937_64& random) const = 0;
};

}  // namespace lenslet::op
