// edges, first part: the smooth filter, its border treated in every way. Most ways are schedules of the op with a
// border rule; what it does not have, because it would do less or gives pixels that no rule gives, are kernels here.
#include "study/op_work.hpp"
#include "study/studies/edges_image.hpp"

namespace lenslet::study::border {
namespace {

// Either a kernel, or a schedule's storage, coefficients and edges with the border rule.
struct Way {
  std::string name, kernel;
  Rule rule = Rule::shrink;
  std::string storage = {}, edges = {};
  Border border = Border::replicate;
};

const Way ways[] = {{"four ifs", "four_ifs", Rule::shrink},
                    {"select", "selects", Rule::shrink},
                    {"padded", "padded", Rule::zeros},
                    {"padded, copy included", "", {}, "buffer", "pad", Border::constant},
                    {"min/max, centre", "moved_centre", Rule::nearest_centre},
                    {"min/max, neighbours", "", {}, "buffer", "clamp", Border::replicate},
                    {"interior + rest", "interior", Rule::shrink},
                    {"image, none + clamp()", "", {}, "image", "clamp", Border::replicate},
                    {"image, clamp", "", {}, "image", "sampler", Border::constant},
                    {"image, clamp to edge", "", {}, "image", "sampler", Border::replicate},
                    {"image, repeat", "", {}, "image", "sampler", Border::wrap},
                    {"image, mirrored repeat", "", {}, "image", "sampler", Border::reflect}};

constexpr std::size_t padded_way = 2, split_way = 6;

// Groups of 0 x 0: the launch has the image's size, and needs no guard.
KernelRow row_of(const Way& way, const SharedProblem& p, Extent group) {
  KernelRow row{"edges_smooth.cl", way.kernel, {{"GUARD", group[0] > 0}}};
  row.arguments = {&way == &ways[padded_way] ? p->in_padded : p->in,
                   output<float>(
                       p->area(), [p, rule = way.rule] { return smoothed(*p, rule); }, tolerance),
                   p->width, p->height};
  if (group[0] > 0)
    row.launch = Items{p->extent(), group};
  else
    row.launch = Launch{{p->extent()[0], p->extent()[1]}};
  return row;
}

}  // namespace

void add_smooth(Experiment& experiment, Size size) {
  std::vector<std::string> names;
  for (const Way& way : ways) names.push_back(way.name);
  const std::size_t chart = experiment.add_chart(fmt::format("Smooth filter, {} x {} f32", size.width, size.height),
                                                 "what is done at the edges", names);
  const Lazy problem([&experiment, size] { return make_problem(experiment.queue(), size); });
  const Extent own = {16, experiment.session().device().max_group >= 256 ? 16u : 4u};
  for (const Extent group : {Extent{0, 0}, own}) {
    const bool runtime = group[0] == 0;
    const std::string line = runtime ? "runtime's groups" : fmt::format("groups of {} x {}, guarded", own[0], own[1]);
    const std::string word = runtime ? "gauto" : fmt::format("g{}x{}", own[0], own[1]);
    for (std::size_t i = 0; i < std::size(ways); ++i) {
      const Way& way = ways[i];
      const auto x = static_cast<double>(i);
      if (way.kernel.empty())
        OpWork(experiment, image_work({"smooth", {{"edge", std::string("border")}}}, {PixelType::f32, 1}, size,
                                      {.border = way.border}))
            .add(chart, line, x, fmt::format("{}.direct.single.literal.{}.v1.x1.y1.{}", way.storage, way.edges, word));
      else if (i == split_way && runtime)  // an interior has no whole groups
        experiment.add(chart, line, x,
                       [&experiment, problem] { return inner(experiment, problem.get(), all_columns, true); });
      else if (i != split_way)
        add(experiment, chart, line, x, [problem, &way, group] { return row_of(way, problem.get(), group); });
    }
  }
}

}  // namespace lenslet::study::border
