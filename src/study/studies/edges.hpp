// Private to the study `edges`: its two experiments.
#pragma once

#include <cstddef>
#include <string>

#include "study/experiment.hpp"

namespace lenslet::study::border {

// The chart of the smooth filter by every way.
void add_smooth(Experiment& experiment, Size size);

// Places on the axis of the chart of launches of the interior alone.
enum InteriorWay : std::size_t {
  all_columns,
  even_columns,
  all_columns_grouped,
  even_columns_grouped,
  all_columns_padded  // the launch, to whole groups
};

inline const std::string interior_alone = "interior alone, as in the source";
inline const std::string whole_image = "with the launch for the rest";

std::size_t add_interior(Experiment& experiment, Size size);

inline constexpr int most_taps = 257;

// The chart of the convolution in one dimension, over its taps.
void add_convolution(Experiment& experiment);

}  // namespace lenslet::study::border
