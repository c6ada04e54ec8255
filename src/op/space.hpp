// The schedules that can serve a problem, by their spellings: all that strategies and the store know of a family.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "op/axis_space.hpp"

namespace lenslet::op {

class Space {
 public:
  virtual ~Space() = default;

  virtual bool has(const std::string& schedule) const = 0;  // false for a text that is no schedule

  // Fewer and plainer means: what is left where times say nothing.
  virtual bool is_simpler(const std::string& a, const std::string& b) const = 0;

  // As AxisSpace has them.
  virtual std::size_t axes() const = 0;
  virtual std::vector<std::string> along(std::size_t axis, const std::string& from) const = 0;
  virtual void each(const std::function<bool(const std::string&)>& visit) const = 0;
  virtual std::vector<std::string> beside(const std::string& from) const = 0;

  // How many values each axis has; and the schedule with these of them, nothing where it is no member.
  virtual std::vector<int> values() const = 0;
  virtual std::optional<std::string> at(const std::vector<int>& row) const = 0;

  virtual std::optional<std::string> draw(std::mt19937_64& random) const = 0;
  virtual std::optional<std::string> random(std::mt19937_64& random) const = 0;
};

// What a family gives beside its axes.
template <class S>
struct Spelling {
  std::function<std::optional<S>(const std::string&)> parse;  // nothing where the text is no schedule
  std::function<bool(const S& a, const S& b)> is_simpler;
};

template <class S>
class SpelledSpace final : public Space {
 public:
  SpelledSpace(AxisSpace<S> space, Spelling<S> spelling) : space_(std::move(space)), spelling_(std::move(spelling)) {}

  bool has(const std::string& schedule) const override {
    const std::optional<S> parsed = spelling_.parse(schedule);
    return parsed && space_.has(*parsed);
  }

  bool is_simpler(const std::string& a, const std::string& b) const override {
    const std::optional<S> first = spelling_.parse(a), second = spelling_.parse(b);
    return first && second && spelling_.is_simpler(*first, *second);
  }

  std::size_t axes() const override { return space_.axes().size(); }

  std::vector<std::string> along(std::size_t axis, const std::string& from) const override {
    std::vector<std::string> result;
    if (const std::optional<S> parsed = spelling_.parse(from))
      for (const S& schedule : space_.along(space_.axes()[axis], *parsed)) result.push_back(to_string(schedule));
    return result;
  }

  void each(const std::function<bool(const std::string&)>& visit) const override {
    space_.each([&visit](const S& schedule) { return visit(to_string(schedule)); });
  }

  std::vector<std::string> beside(const std::string& from) const override {
    std::vector<std::string> result;
    if (const std::optional<S> parsed = spelling_.parse(from))
      for (const S& schedule : space_.beside(*parsed)) result.push_back(to_string(schedule));
    return result;
  }

  std::vector<int> values() const override {
    std::vector<int> result;
    for (const auto& axis : space_.axes()) result.push_back(static_cast<int>(axis.searched.size()));
    return result;
  }

  std::optional<std::string> at(const std::vector<int>& row) const override { return spelled(space_.at(row)); }

  std::optional<std::string> draw(std::mt19937_64& random) const override { return spelled(space_.draw(random)); }
  std::optional<std::string> random(std::mt19937_64& random) const override { return spelled(space_.random(random)); }

 private:
  static std::optional<std::string> spelled(const std::optional<S>& schedule) {
    return schedule ? std::optional(to_string(*schedule)) : std::nullopt;
  }

  AxisSpace<S> space_;
  Spelling<S> spelling_;
};

}  // namespace lenslet::op
