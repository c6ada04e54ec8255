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
  const int end = 1 + (even ? (p->width - 2) / 8 * 8 : p->width - 2);
  const std::size_t width = static_cast<std::size_t>(end) - 1, height = p->extent()[1] - 2;
  KernelRow inside{"edges_smooth.cl", "interior", {{"GUARD", guarded}}};
  if (way == all_columns_grouped) inside.options = uneven_option(experiment.queue().device());
  const ocl::Kernel kernel =
      StudyProgram(experiment, inside.file, inside.defines, inside.options).kernel(inside.kernel);
  const Extent group = way >= all_columns_grouped ? group_of_8(kernel, height) : Extent{0, 0};
  inside.launch = Launch{{guarded ? round_up(width, group[0]) : width, height}, {group[0], group[1]}, {1, 1, 0}};
  // Both launches write to one image, which is proved behind the last.
  const auto expected = [p, end, rest] { return rest ? smoothed(*p, Rule::shrink) : inner_part(*p, end); };
  Output proved = output<float>(p->area(), expected, tolerance);
  inside.arguments = {p->in, proved, p->width};
  if (!rest) return ready(experiment, {inside});
  proved.shared = upload(experiment.queue(), proved.initial);
  inside.arguments[1] = proved;
  KernelRow others = inside;
  others.kernel = "rest";
  others.arguments = {p->in, proved, p->width, p->height, end};
  others.launch = Launch{{p->area() - width * height, 1}};
  return ready(experiment, {inside, others});
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
