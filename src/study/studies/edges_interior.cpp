// edges, second part: launches of the smooth filter's interior alone.
#include <algorithm>
#include <memory>

#include <lenslet/error.hpp>

#include "ocl/uneven_groups.hpp"
#include "rounding.hpp"
#include "study/lazy.hpp"
#include "study/studies/edges_image.hpp"

namespace lenslet::study::border {
namespace {

// The columns from 1 to `end` of all inner rows, by `items` work-items a row, and, where `rest`, the others.
std::vector<Step> inner_steps(const StudyProgram& program, const Problem& p, const Output& out, int end,
                              std::size_t items, Extent group, bool rest) {
  const ocl::Kernel inner = with_arguments(program.kernel("interior"), p.in, out.buffer, p.width);
  const auto width = static_cast<std::size_t>(end) - 1, height = p.extent()[1] - 2;
  std::vector<Step> steps{{inner, {{items, height}, {group[0], group[1]}, {1, 1, 0}}}};
  if (!rest) return steps;
  const ocl::Kernel border = with_arguments(program.kernel("rest"), p.in, out.buffer, p.width, p.height, end);
  steps.push_back({border, {{p.area() - width * height, 1}}});
  return steps;
}

std::string uneven_option(const ocl::Device& device) {
  const ocl::UnevenGroups uneven = ocl::uneven_groups(device);
  if (uneven.option.empty()) throw Error(ErrorKind::unsupported, uneven.obstacle);
  return uneven.option;
}

// Eight columns, and as many rows as divide the launch's.
Extent group_of_8(const ocl::Kernel& kernel, std::size_t rows) {
  std::size_t height = std::clamp<std::size_t>(kernel.max_group() / 8, 1, 32);
  while (rows % height != 0) --height;
  return {8, height};
}

}  // namespace

Ready inner(const Experiment& experiment, const SharedProblem& p, InteriorWay way, bool rest) {
  const bool even = way == even_columns || way == even_columns_grouped, guarded = way == all_columns_padded;
  const bool grouped = way >= all_columns_grouped;
  const std::string options = way == all_columns_grouped ? uneven_option(experiment.queue().device()) : std::string();
  const StudyProgram program(experiment, "edges_smooth.cl", {{"GUARD", guarded}}, options);
  const Output out = make_output(experiment, *p);
  const int end = 1 + (even ? (p->width - 2) / 8 * 8 : p->width - 2);
  const Extent group = grouped ? group_of_8(program.kernel("interior"), p->extent()[1] - 2) : Extent{0, 0};
  const auto width = static_cast<std::size_t>(end) - 1;
  const std::size_t items = guarded ? round_up(width, group[0]) : width;
  return launches(
      experiment, program.source(), inner_steps(program, *p, out, end, items, group, rest), [p, out, end, rest] {
        return first_difference(out.pixels(*p), rest ? smoothed(*p, Rule::shrink) : inner_part(*p, end), tolerance);
      });
}

std::size_t add_interior(Experiment& experiment, Size size) {
  const auto all = size.width - 2, even = all / 8 * 8;
  const std::size_t chart =
      experiment.add_chart(fmt::format("Launch of the interior of {} x {} f32", size.width, size.height), "columns",
                           {fmt::format("{}", all), fmt::format("{}", even), fmt::format("{}, uneven groups of 8", all),
                            fmt::format("{}, groups of 8", even), fmt::format("{}, padded to groups of 8", all)});
  const Lazy problem([&experiment, size] { return make_problem(experiment.queue(), size); });
  for (const InteriorWay way :
       {all_columns, even_columns, all_columns_grouped, even_columns_grouped, all_columns_padded})
    for (const bool rest : {false, true})
      experiment.add(chart, rest ? whole_image : interior_alone, way,
                     [&experiment, problem, way, rest] { return inner(experiment, problem.get(), way, rest); });
  return chart;
}

}  // namespace lenslet::study::border
