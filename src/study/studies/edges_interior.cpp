// edges, second part: launches of the smooth filter's interior alone.
#include <algorithm>
#include <memory>

#include <lenslet/error.hpp>

#include "study/studies/edges_image.hpp"

namespace lenslet::study::border {
namespace {

// The columns from 1 to `end` of all inner rows, and, where `rest`, the others.
std::vector<Step> inner_steps(const StudyProgram& program, const Problem& p, const Output& out, int end, Extent group,
                              bool rest) {
  const ocl::Kernel inner = with_arguments(program.kernel("interior"), p.in, out.buffer, p.width);
  const auto width = static_cast<std::size_t>(end) - 1, height = p.extent()[1] - 2;
  std::vector<Step> steps{{inner, {{width, height}, group, {1, 1}}}};
  if (!rest) return steps;
  const ocl::Kernel border = with_arguments(program.kernel("rest"), p.in, out.buffer, p.width, p.height, end);
  steps.push_back({border, {{p.area() - width * height, 1}}});
  return steps;
}

// Groups that do not divide the launch need OpenCL 2.0.
std::string uneven_groups(const DeviceInfo& device) {
  if (device.version.starts_with("OpenCL 1"))
    throw Error(ErrorKind::unsupported, fmt::format("{} has {}; uneven groups need 2.0", device.name, device.version));
  return device.version.starts_with("OpenCL 2") ? "-cl-std=CL2.0" : "-cl-std=CL3.0";
}

// Eight columns, and as many rows as divide the launch's.
Extent group_of_8(const ocl::Kernel& kernel, std::size_t rows) {
  std::size_t height = std::clamp<std::size_t>(kernel.max_group() / 8, 1, 32);
  while (rows % height != 0) --height;
  return {8, height};
}

}  // namespace

Ready inner(const Experiment& experiment, const SharedProblem& p, InteriorWay way, bool rest) {
  const bool even = way == even_columns || way == even_columns_grouped;
  const bool grouped = way == even_columns_grouped || way == all_columns_grouped;
  const std::string options = grouped && !even ? uneven_groups(experiment.session().device()) : std::string();
  const StudyProgram program(experiment, "edges_smooth.cl", {}, options);
  const Output out = make_output(experiment, *p);
  const int end = 1 + (even ? (p->width - 2) / 8 * 8 : p->width - 2);
  const Extent group = grouped ? group_of_8(program.kernel("interior"), p->extent()[1] - 2) : Extent{0, 0};
  return launches(experiment, program.source(), inner_steps(program, *p, out, end, group, rest), [p, out, end, rest] {
    return first_difference(out.pixels(*p), rest ? smoothed(*p, Rule::shrink) : inner_part(*p, end), tolerance);
  });
}

std::size_t add_interior(Experiment& experiment, Size size) {
  const auto all = size.width - 2, even = all / 8 * 8;
  const std::size_t chart =
      experiment.add_chart(fmt::format("Launch of the interior of {} x {} f32", size.width, size.height), "columns",
                           {fmt::format("{}", all), fmt::format("{}", even), fmt::format("{}, uneven groups of 8", all),
                            fmt::format("{}, groups of 8", even)});
  const auto problem = make_problem(experiment.queue(), size);
  for (const InteriorWay way : {all_columns, even_columns, all_columns_grouped, even_columns_grouped})
    for (const bool rest : {false, true})
      experiment.add(chart, rest ? whole_image : interior_alone, way,
                     [&experiment, problem, way, rest] { return inner(experiment, problem, way, rest); });
  return chart;
}

}  // namespace lenslet::study::border
