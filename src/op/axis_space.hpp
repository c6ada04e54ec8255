// The schedules of a family, as its axes span them: walks through them, and steps from one to another.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace lenslet {

// The settings of each list stand with the simplest first.
template <class S>
struct AxisOf {
  using Setting = std::function<void(S&)>;
  std::string name;
  std::vector<Setting> searched;       // what may be fast
  std::vector<Setting> verified = {};  // what may go wrong, where that is more
};

template <class S>
class AxisSpace {
 public:
  using Axis = AxisOf<S>;
  using Axes = std::shared_ptr<const std::vector<Axis>>;
  using Possible = std::function<bool(const S&)>;

  // `first`: any schedule, which the axes change.
  AxisSpace(S first, Axes axes, Possible possible)
      : first_(std::move(first)), axes_(std::move(axes)), possible_(std::move(possible)) {}

  const std::vector<Axis>& axes() const { return *axes_; }
  bool has(const S& schedule) const { return possible_(schedule); }

  // Every schedule, the last axis changing fastest, until `visit` says false.
  void each(const std::function<bool(const S&)>& visit) const { each_from(0, first_, visit); }
  std::vector<S> all() const;

  // The schedules with another value on one axis. Where rules forbid such a one, another axis is changed with it if
  // that helps: some storages go with some edges only.
  std::vector<S> along(const Axis& axis, const S& from) const;

  // Every schedule with another value on one axis, members of the space or not.
  std::vector<S> beside(const S& from) const;

  // Along all axes.
  std::vector<S> neighbours(const S& from) const;

  // With these values, one on each axis; nothing where such a schedule is no member.
  std::optional<S> at(const std::vector<int>& row) const;

  // A value on every axis at random; nothing where such a schedule is no member.
  std::optional<S> draw(std::mt19937_64& random) const;

  // A member at random; nothing where the space is empty.
  std::optional<S> random(std::mt19937_64& random) const;

 private:
  static constexpr int tries_at_random = 2000;

  template <class Value>
  static const Value& pick(const std::vector<Value>& list, std::mt19937_64& random) {
    return list[std::uniform_int_distribution<std::size_t>(0, list.size() - 1)(random)];
  }

  bool each_from(std::size_t axis, const S& from, const std::function<bool(const S&)>& visit) const;
  std::optional<S> repaired(const Axis& fixed, const S& impossible) const;

  S first_;
  Axes axes_;
  Possible possible_;
};

template <class S>
bool AxisSpace<S>::each_from(std::size_t axis, const S& from, const std::function<bool(const S&)>& visit) const {
  if (axis == axes().size()) return !has(from) || visit(from);
  S schedule = from;
  for (const auto& setting : axes()[axis].searched) {
    setting(schedule);
    if (!each_from(axis + 1, schedule, visit)) return false;
  }
  return true;
}

template <class S>
std::vector<S> AxisSpace<S>::all() const {
  std::vector<S> all;
  each([&all](const S& schedule) {
    all.push_back(schedule);
    return true;
  });
  return all;
}

template <class S>
std::optional<S> AxisSpace<S>::repaired(const Axis& fixed, const S& impossible) const {
  for (const Axis& axis : axes()) {
    if (axis.name == fixed.name) continue;
    for (const auto& setting : axis.searched) {
      S schedule = impossible;
      setting(schedule);
      if (has(schedule)) return schedule;
    }
  }
  return {};
}

template <class S>
std::vector<S> AxisSpace<S>::along(const Axis& axis, const S& from) const {
  std::vector<S> result;
  for (const auto& setting : axis.searched) {
    S schedule = from;
    setting(schedule);
    if (schedule == from) continue;
    if (has(schedule))
      result.push_back(schedule);
    else if (const auto other = repaired(axis, schedule))
      result.push_back(*other);
  }
  return result;
}

template <class S>
std::vector<S> AxisSpace<S>::beside(const S& from) const {
  std::vector<S> result;
  for (const Axis& axis : axes())
    for (const auto& setting : axis.searched) {
      S schedule = from;
      setting(schedule);
      if (!(schedule == from)) result.push_back(schedule);
    }
  return result;
}

template <class S>
std::vector<S> AxisSpace<S>::neighbours(const S& from) const {
  std::vector<S> result;
  for (const Axis& axis : axes())
    for (const S& schedule : along(axis, from)) result.push_back(schedule);
  return result;
}

template <class S>
std::optional<S> AxisSpace<S>::at(const std::vector<int>& row) const {
  S schedule = first_;
  for (std::size_t axis = 0; axis < row.size(); ++axis)
    axes()[axis].searched[static_cast<std::size_t>(row[axis])](schedule);
  return has(schedule) ? std::optional(schedule) : std::nullopt;
}

template <class S>
std::optional<S> AxisSpace<S>::draw(std::mt19937_64& random) const {
  S schedule = first_;
  for (const Axis& axis : axes()) pick(axis.searched, random)(schedule);
  return has(schedule) ? std::optional(schedule) : std::nullopt;
}

template <class S>
std::optional<S> AxisSpace<S>::random(std::mt19937_64& random) const {
  for (int i = 0; i < tries_at_random; ++i)
    if (const std::optional<S> schedule = draw(random)) return schedule;
  const std::vector<S> few = all();
  if (few.empty()) return {};
  return pick(few, random);
}

}  // namespace lenslet
