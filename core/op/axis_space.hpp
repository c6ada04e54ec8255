// The schedules that a family's axes span, and how to walk through them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "names.hpp"
#include "op/axis.hpp"
#include "op/space.hpp"

namespace lenslet::op {

// S is the family's type of schedule.
template <class S>
class AxisSpace final : public Space {
 public:
  using Axes = std::shared_ptr<const std::vector<Axis<S>>>;

  struct Rules {
    std::function<bool(const S&)> possible;
    std::function<bool(const S& a, const S& b)> is_simpler;  // decides between schedules whose times tie
    std::string pattern = "*";                               // spellings must fit it
  };

  // `first` is any schedule; the axes' settings change it.
  AxisSpace(S first, Axes axes, Rules rules)
      : first_(std::move(first)), axes_(std::move(axes)), rules_(std::move(rules)) {}

  bool has(const S& schedule) const {
    return rules_.possible(schedule) && (!is_narrowed() || fits_pattern(rules_.pattern, spell(schedule, *axes_)));
  }

  // Every schedule. The last axis changes fastest.
  std::vector<S> all() const;

  // The schedules with another value on one axis. Where rules forbid such a schedule, one more axis may change: some
  // storages only go with some edges.
  std::vector<S> along(const Axis<S>& axis, const S& from) const;

  bool has(const AnySchedule& schedule) const override {
    const S* own = schedule.get_if<S>();
    return own && has(*own);
  }
  bool is_simpler(const AnySchedule& a, const AnySchedule& b) const override {
    return rules_.is_simpler(a.as<S>(), b.as<S>());
  }
  std::size_t axes() const override { return axes_->size(); }
  std::vector<AnySchedule> along(std::size_t axis, const AnySchedule& from) const override;
  void each(const std::function<bool(const AnySchedule&)>& visit) const override {
    each_from(0, first_, {}, [&](const S& schedule) { return visit(AnySchedule(schedule)); });
  }
  std::vector<AnySchedule> beside(const AnySchedule& from) const override;
  std::vector<int> values() const override;
  std::optional<AnySchedule> at(const std::vector<int>& row) const override;
  std::optional<AnySchedule> draw(std::mt19937_64& random) const override;
  std::optional<AnySchedule> random(std::mt19937_64& random) const override;

 private:
  static constexpr int tries_at_random = 100000;

  // How many of the last axes are visited without a look at the pattern after each word. They have few schedules, so
  // that visiting all is cheaper.
  static constexpr std::size_t axes_not_matched = 3;

  template <class Value>
  static const Value& pick(const std::vector<Value>& list, std::mt19937_64& random) {
    return list[std::uniform_int_distribution<std::size_t>(0, list.size() - 1)(random)];
  }

  bool is_narrowed() const { return rules_.pattern != "*"; }
  bool each_from(std::size_t axis, const S& from, const std::string& beginning,
                 const std::function<bool(const S&)>& visit) const;
  std::optional<S> repaired(const Axis<S>& fixed, const S& impossible) const;

  S first_;
  Axes axes_;
  Rules rules_;
  mutable std::shared_ptr<const std::vector<S>> few_ = {};  // all schedules, for random() where draws find none
};

// `beginning` is what the earlier axes spell, where there is a pattern. A beginning that the pattern cannot fit is
// skipped, because millions of schedules may begin so.
template <class S>
bool AxisSpace<S>::each_from(std::size_t axis, const S& from, const std::string& beginning,
                             const std::function<bool(const S&)>& visit) const {
  if (axis == axes()) return !has(from) || visit(from);
  S schedule = from;
  for (const auto& setting : (*axes_)[axis].searched) {
    setting(schedule);
    std::string spelling = beginning;
    if (is_narrowed() && axis + axes_not_matched < axes()) {
      append_word(spelling, (*axes_)[axis].word(schedule));
      if (!may_begin(rules_.pattern, spelling)) continue;
    }
    if (!each_from(axis + 1, schedule, spelling, visit)) return false;
  }
  return true;
}

template <class S>
std::vector<S> AxisSpace<S>::all() const {
  std::vector<S> all;
  each_from(0, first_, {}, [&all](const S& schedule) {
    all.push_back(schedule);
    return true;
  });
  return all;
}

template <class S>
std::optional<S> AxisSpace<S>::repaired(const Axis<S>& fixed, const S& impossible) const {
  for (const Axis<S>& axis : *axes_) {
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
std::vector<S> AxisSpace<S>::along(const Axis<S>& axis, const S& from) const {
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
std::vector<AnySchedule> AxisSpace<S>::along(std::size_t axis, const AnySchedule& from) const {
  std::vector<AnySchedule> result;
  for (const S& schedule : along((*axes_)[axis], from.as<S>())) result.emplace_back(schedule);
  return result;
}

template <class S>
std::vector<AnySchedule> AxisSpace<S>::beside(const AnySchedule& from) const {
  std::vector<AnySchedule> result;
  for (const Axis<S>& axis : *axes_)
    for (const auto& setting : axis.searched) {
      S schedule = from.as<S>();
      setting(schedule);
      if (!(schedule == from.as<S>())) result.emplace_back(std::move(schedule));
    }
  return result;
}

template <class S>
std::vector<int> AxisSpace<S>::values() const {
  std::vector<int> result;
  for (const Axis<S>& axis : *axes_) result.push_back(static_cast<int>(axis.searched.size()));
  return result;
}

template <class S>
std::optional<AnySchedule> AxisSpace<S>::at(const std::vector<int>& row) const {
  S schedule = first_;
  for (std::size_t axis = 0; axis < row.size(); ++axis)
    (*axes_)[axis].searched[static_cast<std::size_t>(row[axis])](schedule);
  return has(schedule) ? std::optional(AnySchedule(schedule)) : std::nullopt;
}

template <class S>
std::optional<AnySchedule> AxisSpace<S>::draw(std::mt19937_64& random) const {
  S schedule = first_;
  for (const Axis<S>& axis : *axes_) pick(axis.searched, random)(schedule);
  return has(schedule) ? std::optional(AnySchedule(schedule)) : std::nullopt;
}

template <class S>
std::optional<AnySchedule> AxisSpace<S>::random(std::mt19937_64& random) const {
  for (int i = 0; i < tries_at_random && !few_; ++i)
    if (std::optional<AnySchedule> schedule = draw(random)) return schedule;
  if (!few_) few_ = std::make_shared<const std::vector<S>>(all());
  if (few_->empty()) return {};
  return AnySchedule(pick(*few_, random));
}

}  // namespace lenslet::op
