// The times of a view's frames.
#pragma once

#include "view/clock.hpp"
#include "view/scene.hpp"
#include "view/view.hpp"

namespace lenslet::view {

// Counts from its last begin on.
class Meter {
 public:
  void begin(const Traffic& traffic);
  void add(const FilterTimes& times);

  // Sets the means over so many frames.
  void fill(Figures& figures, std::int64_t frames, const Traffic& traffic) const;

 private:
  Clock::time_point begin_{};
  FilterTimes sums_ = {};
  Traffic traffic_ = {};
};

}  // namespace lenslet::view
