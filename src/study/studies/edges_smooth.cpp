// edges, first part: the smooth filter, its border treated in every way.

#include "study/lazy.hpp"
#include "study/studies/edges_image.hpp"

namespace lenslet::study::border {
namespace {

template <class Memory>
Proof proof(const SharedProblem& p, const Output& out, Rule rule, const Memory& kept) {
  return [p, out, rule, kept] { return first_difference(out.pixels(*p), smoothed(*p, rule), tolerance); };
}

struct Way {
  std::string name, kernel;
  Rule rule;
};

const Way ways[] = {{"four ifs", "four_ifs", Rule::shrink},
                    {"select", "selects", Rule::shrink},
                    {"padded", "padded", Rule::zeros},
                    {"padded, copy included", "padded", Rule::zeros},
                    {"min/max, centre", "moved_centre", Rule::nearest_centre},
                    {"min/max, neighbours", "moved_neighbours", Rule::replicate},
                    {"interior + rest", "interior", Rule::shrink},
                    {"image, none + clamp()", "sampler_none", Rule::replicate},
                    {"image, clamp", "sampler_clamp", Rule::zeros},
                    {"image, clamp to edge", "sampler_clamp_to_edge", Rule::replicate},
                    {"image, repeat", "sampler_repeat", Rule::wrap},
                    {"image, mirrored repeat", "sampler_mirrored_repeat", Rule::replicate}};

// Groups of 0 x 0: the launch has the image's size, and needs no guard.
Launch launch_for(const ocl::Kernel& kernel, Extent items, Extent group) {
  return group == Extent{0, 0} ? Launch{{items[0], items[1]}} : whole_groups(kernel, items, group);
}

Ready from_buffer(const Experiment& experiment, const SharedProblem& p, SmoothWay way, Extent group) {
  const StudyProgram program(experiment, "edges_smooth.cl", {{"GUARD", group[0] > 0}});
  const Output out = make_output(experiment, *p);
  const bool copy = way == padded_and_copied;
  const ocl::Buffer in = copy            ? experiment.queue().allocate(p->in_padded.bytes())
                         : way == padded ? p->in_padded
                                         : p->in;
  std::vector<Step> steps;
  if (copy) {
    const ocl::Kernel kernel = with_arguments(program.kernel("pad"), p->in, in, p->width, p->height);
    steps.push_back({kernel, launch_for(kernel, {p->extent()[0] + 2, p->extent()[1] + 2}, group)});
  }
  const ocl::Kernel kernel = with_arguments(program.kernel(ways[way].kernel), in, out.buffer, p->width, p->height);
  steps.push_back({kernel, launch_for(kernel, p->extent(), group)});
  return launches(experiment, program.source(), std::move(steps), proof(p, out, ways[way].rule, in));
}

Ready from_image(const Experiment& experiment, const SharedProblem& p, SmoothWay way, Extent group) {
  const ocl::Queue& queue = experiment.queue();
  const ocl::ImageObject image = queue.allocate(ocl::Texels{.storage = Storage::image,
                                                            .type = PixelType::f32,
                                                            .width = p->extent()[0],
                                                            .height = p->extent()[1],
                                                            .floating = true});
  queue.write(image, bytes_of(p->pixels).data(), p->extent()[0] * sizeof(float));
  const StudyProgram program(experiment, "edges_smooth.cl", {{"GUARD", group[0] > 0}});
  const Output out = make_output(experiment, *p);
  const std::array texel{1 / static_cast<float>(p->width), 1 / static_cast<float>(p->height)};
  const ocl::Kernel kernel =
      with_arguments(program.kernel(ways[way].kernel), image, out.buffer, p->width, p->height, texel);
  return launches(experiment, program.source(), {{kernel, launch_for(kernel, p->extent(), group)}},
                  proof(p, out, ways[way].rule, image));
}

Ready smooth(const Experiment& experiment, const SharedProblem& p, SmoothWay way, Extent group) {
  if (way == split) return inner(experiment, p, all_columns, true);
  return way >= sampler_none ? from_image(experiment, p, way, group) : from_buffer(experiment, p, way, group);
}

}  // namespace

void add_smooth(Experiment& experiment, Size size) {
  std::vector<std::string> names;
  for (const Way& way : ways) names.push_back(way.name);
  const std::size_t chart = experiment.add_chart(fmt::format("Smooth filter, {} x {} f32", size.width, size.height),
                                                 "what is done at the edges", names);
  const Lazy problem([&experiment, size] { return make_problem(experiment.queue(), size); });
  const Extent own = {16, experiment.session().device().max_group >= 256 ? 16u : 4u};
  const std::string own_groups = fmt::format("groups of {} x {}, guarded", own[0], own[1]);
  for (std::size_t i = 0; i < std::size(ways); ++i) {
    const auto way = static_cast<SmoothWay>(i);
    const auto add = [&](const std::string& line, Extent group) {
      experiment.add(chart, line, static_cast<double>(i),
                     [&experiment, problem, way, group] { return smooth(experiment, problem.get(), way, group); });
    };
    add(runtime_groups, {0, 0});
    if (way != split) add(own_groups, own);  // an interior has no whole groups
  }
}

}  // namespace lenslet::study::border
