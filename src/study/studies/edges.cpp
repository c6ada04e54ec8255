// edges: what it costs to treat pixels and elements at the edges, and ways round it.
#include "study/studies/edges.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ocl/uneven_groups.hpp"
#include "study/judgement.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

constexpr Size high_definition{1920, 1080};
constexpr std::int64_t shortest_side = 16;  // so that eight columns have neighbours

void judge_interior(Experiment& experiment, std::size_t chart) {
  const auto place = [chart](border::InteriorWay way) {
    return Place{chart, border::interior_alone, static_cast<double>(way)};
  };
  std::vector<Claim>& claims = experiment.report().claims;
  claims.push_back(Judgement(experiment, 31).faster(place(border::even_columns), place(border::all_columns)).claim());
  Judgement uneven(experiment, 31, 1);
  const std::string obstacle = ocl::uneven_groups(experiment.queue().device()).obstacle;
  if (obstacle.empty())
    uneven.faster(place(border::all_columns_grouped), place(border::even_columns_grouped), 1 / 1.1)
        .faster(place(border::all_columns_grouped), place(border::all_columns_padded), 1 / 1.1);
  else
    uneven.cannot(obstacle);
  claims.push_back(uneven.claim());
}

void add_notes(Experiment& experiment, Size size) {
  const std::int64_t border = 2 * (size.width + size.height - 2), all = size.width * size.height;
  const std::int64_t even = (size.width - 2) / 8 * 8;
  experiment.note(
      fmt::format("{} of {} pixels ({:.3f}%) lie at the border. The ways give these different values, each "
                  "proved by its own rule: ifs, select and the interior's rest shrink the neighbourhood; "
                  "padding and the sampler's clamp take zeros; min/max of the centre takes the nearest "
                  "interior pixel's mean; the others repeat the edge, or the image. For one pixel of reach "
                  "mirrored repeat is clamp to edge.",
                  border, all, 100.0 * static_cast<double>(border) / static_cast<double>(all)));
  experiment.note(
      "The original four ifs ask x + 1 < width - 1 and y + 1 < height - 1, which loses a valid neighbour of "
      "the last column and row but one; the original padded kernel takes the rows of the padded image for as "
      "long as the launch. Both are corrected here.");
  experiment.note(
      "The original min/max kernel writes at the clamped coordinates: no pixel of the border is ever written "
      "(of 8 x 6 pixels, 24 of 48 are). Here each item writes its own pixel.");
  experiment.note(
      fmt::format("The original launch of the interior leaves out {} pixels with {} columns and {} with {}. "
                  "The line '{}' has a second launch for them. Groups that do not divide a launch are optional in "
                  "OpenCL 3.0, and a padded launch guards its last ones.",
                  border, size.width - 2, all - even * (size.height - 2), even, border::whole_image));
  experiment.note(
      "Of the addressing modes, the two that repeat the image are legal only with normalized coordinates; "
      "with none, the kernel keeps its coordinates inside by clamp().");
  experiment.note(
      "The original nested ifs of the convolution ask only in the first and the last group, wrong for masks "
      "that reach farther than a group; here each group asks whether it reaches an end. Sums are compared "
      "modulo 2^32.");
}

void run(Experiment& experiment) {
  const Size scaled = experiment.scaled(high_definition);
  const Size size{std::max(scaled.width, shortest_side), std::max(scaled.height, shortest_side)};
  border::add_smooth(experiment, size);
  experiment.measure();
  const std::size_t interior = border::add_interior(experiment, size);
  experiment.measure();
  border::add_convolution(experiment);
  experiment.measure();
  judge_interior(experiment, interior);
  add_notes(experiment, size);
}

}  // namespace

Study edges() {
  return {"edges", run};
}

}  // namespace lenslet::study
