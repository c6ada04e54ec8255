// Volumes for ops of connected regions: one tall image, its pages one below another.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ops/connected/connected.hpp"

namespace lenslet::ops {

// Which pixels are neighbours. 4 and 8 lie in a page, 6, 18 and 26 also in the pages before and behind it.
struct Neighbourhood {
  int neighbours = 4;
  std::int64_t pages = 1;
  std::int64_t page_rows = 1;

  int in_page() const { return neighbours == 4 || neighbours == 6 ? 4 : 8; }
  int in_next_page() const { return neighbours == 6 ? 1 : neighbours == 18 ? 5 : neighbours == 26 ? 9 : 0; }
};

// The parameters `neighbours` and `pages`.
std::vector<Parameter> volume_parameters();
Parameter pages_parameter();

// Throws invalid_argument for pages that do not divide the rows.
std::int64_t page_rows_of(const std::string& op, const op::Arguments& arguments, const ImageType& image);

// What `neighbours` says; auto: as few as there can be, all: as many. Throws invalid_argument, too, for neighbours in
// other pages where there is one page.
Neighbourhood neighbourhood_of(const std::string& op, const op::Arguments& arguments, const ImageType& image);
Neighbourhood neighbourhood_of(const op::Instance& problem);

// As Regions::source() and Regions::add_forest().
op::Source volume_source(const Regions& regions, const Neighbourhood& around, bool inverted, const char* file);
op::GraphValue add_volume_forest(op::Graph& graph, const ocl::Program& program, const Regions& regions,
                                 const Neighbourhood& around, const ImageType& image,
                                 const DimensionSchedule& schedule);

// Labels by a plain search, 0 where `set` is false, in the order of rows. For the truth.
std::vector<std::int32_t> labels_of(const IsSet& set, Size size, const Neighbourhood& around);

// Cases of volumes, with each of the arguments and each number of neighbours.
std::vector<op::Case> volume_cases(const std::string& op, const std::vector<SampleType>& types,
                                   const op::ArgumentMap& arguments, int effort);

}  // namespace lenslet::ops
