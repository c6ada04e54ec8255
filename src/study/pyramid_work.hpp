// The work of the studies of gradient filters: both Scharr derivatives of a whole image pyramid, or the length of the
// gradient that they make, by any schedule.
#pragma once

#include <memory>
#include <string>

#include "study/experiment.hpp"

namespace lenslet::study {

inline constexpr int filter_sizes[] = {3, 5, 7, 9};

// Of a schedule's words STAGING.PASSES.COEFFICIENTS and its group, as the literature's kernels are: one pixel for each
// work-item, which tests once whether its window lies in the image.
std::string pixel_schedule(Storage storage, const std::string& words, const std::string& group = "g16x16");

class PyramidWork {
 public:
  // The literature's pyramid, 3866 x 4320 in 4 octaves of 4 levels. On a CPU it may have but a share of the
  // experiment's pixels, where a study would take hours else. A note says what it has.
  explicit PyramidWork(Experiment& experiment, double share_on_a_cpu = 1);

  // A candidate at the place `ksize` of a chart. A schedule that a rule excludes has no times, but the rule's reason.
  void add(std::size_t chart, const std::string& line, int ksize, const std::string& schedule);
  // The same at another place.
  void add_at(std::size_t chart, const std::string& line, double x, int ksize, const std::string& schedule);

  // How the gradient's magnitude is made of these derivatives: with them in the launch of the op `gradient`, or from
  // theirs in a launch behind.
  enum class Magnitude : std::uint8_t { with_them, behind_them };
  void add_magnitude(std::size_t chart, const std::string& line, int ksize, const std::string& schedule,
                     Magnitude magnitude);

  int octaves() const;

  // That a filter of one mask takes for all of the pyramid. Throws where it cannot run.
  int launches(Storage storage) const;

 private:
  struct Shared;
  struct Filter;
  void describe(double share);
  void add(std::size_t chart, const std::string& line, double x, const Filter& filter);
  static Ready ready(const Experiment& experiment, const std::shared_ptr<Shared>& shared, const Filter& filter);

  Experiment& experiment_;
  std::shared_ptr<Shared> shared_;
};

// Whether image objects are memory with hardware of its own, not functions on a CPU.
bool has_texture_units(const Experiment& experiment);

}  // namespace lenslet::study
