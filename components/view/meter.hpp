// What the frames of a view took.
#pragma once

#include "view/clock.hpp"
#include "view/filter.hpp"
#include "view/view.hpp"

namespace lenslet::view {

// Counts from its last beginning on.
class Meter {
 public:
  void begin(const Traffic& traffic);
  void add(const FilterTimes& times);

  // Fills in the means of so many frames.
  void fill(Figures& figures, std::int64_t frames, const Traffic& traffic) const;

 private:
  Clock::time_point begin_{};
  FilterTimes sums_ = {};
  Traffic traffic_ = {};
};

}  // namespace lenslet::view
