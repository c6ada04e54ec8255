// The schedules that can serve what is tuned, by their spellings: all that strategies and the store know of a family.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "axis_space.hpp"

namespace lenslet::tune {

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

  std::optional<std::string> draw(std::mt19937_64& random) const override { return spelled(space_.draw(random)); }
  std::optional<std::string> random(std::mt19937_64& random) const override { return spelled(space_.random(random)); }

 private:
  static std::optional<std::string> spelled(const std::optional<S>& schedule) {
    return schedule ? std::optional(to_string(*schedule)) : std::nullopt;
  }

  AxisSpace<S> space_;
  Spelling<S> spelling_;
};

}  // namespace lenslet::tune
