// The work of the studies of gradient filters: both Scharr derivatives of a whole image pyramid, or the gradient's
// length, by any schedule.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "studies/experiment.hpp"

namespace lenslet::study {

inline constexpr int filter_sizes[] = {3, 5, 7, 9};

// Spells a schedule STAGING.PASSES.COEFFICIENTS with its group. Like the literature's kernels it has one pixel for each
// work-item, which tests once whether its window lies in the image.
std::string pixel_schedule(Storage storage, const std::string& words, const std::string& group = "g16x16");

// Adds the word by which results go to the storage that the schedule reads.
std::string kept_in_storage(const std::string& schedule);

// What follows the derivatives: nothing; the gradient's magnitude in their own launch, by the op `gradient`; or the
// magnitude in a launch after theirs.
enum class Magnitude : std::uint8_t { none, with_them, after_them };

struct PyramidLine {
  std::size_t chart;
  std::string name, schedule;
  Magnitude magnitude = Magnitude::none;
};

class PyramidWork {
 public:
  // The literature's pyramid, 3866 x 4320 in 4 octaves of 4 levels. On a CPU it may have only a share of the
  // experiment's pixels, where a study would take hours. A note says its size.
  explicit PyramidWork(Experiment& experiment, double share_on_a_cpu = 1);

  // Adds a candidate at the place x. If a rule excludes the schedule, the candidate has the rule's reason and no times.
  void add(const PyramidLine& line, double x, int ksize) const;

  // Adds all lines at each size, and times them in turns.
  void measure(const std::vector<PyramidLine>& lines, std::span<const int> sizes = filter_sizes) const;

  int octaves() const;

  // Counts the launches of a filter of one mask over the whole pyramid. Throws where it cannot run.
  int launches(Storage storage) const;

 private:
  struct Shared;
  static Ready ready(const Experiment& experiment, const std::shared_ptr<Shared>& shared, const PyramidLine& line,
                     int ksize);

  Experiment& experiment_;
  std::shared_ptr<Shared> shared_;
};

}  // namespace lenslet::study
