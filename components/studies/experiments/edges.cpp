// edges: the cost of pixels and elements at the edges, and ways to avoid it. Most ways of the smooth filter are
// schedules of the op. The ways that the op lacks are kernels here: they compute less, or give pixels that follow no
// rule of the op.
#include "studies/experiments/edges.hpp"

#include <algorithm>
#include <limits>

#include <lenslet/error.hpp>

#include "ocl/kernel.hpp"
#include "rounding.hpp"
#include "studies/kernel_row.hpp"
#include "studies/op_work.hpp"

namespace lenslet::study {
namespace {

using Pixels = std::vector<float>;

constexpr Size high_definition{1920, 1080};
constexpr std::int64_t min_side = 16;  // eight columns then have neighbours
constexpr float unwritten = std::numeric_limits<float>::quiet_NaN();
constexpr double tolerance = 1e-6;  // sums are exact; OpenCL's f32 division may err by 2.5 ulp
const std::string file = "edges_smooth.cl";

// The mean of a pixel that lacks some neighbours.
enum class Rule { shrink, zeros, nearest_centre };

// Either a kernel with its rule, or a schedule's storage and edges with the op's edge and the border rule.
struct EdgeWay {
  std::string name, kernel;
  Rule rule = Rule::shrink;
  std::string storage = {}, edges = {}, edge = "border";
  Border border = Border::replicate;
};

const EdgeWay ways[] = {{"four ifs", "four_ifs", Rule::shrink},
                        {"select", "", {}, "buffer", "clamp", "renormalise"},
                        {"padded", "padded", Rule::zeros},
                        {"padded, copy included", "", {}, "buffer", "pad", "border", Border::constant},
                        {"min/max, centre", "moved_centre", Rule::nearest_centre},
                        {"min/max, neighbours", "", {}, "buffer", "clamp"},
                        {"interior + rest", "", {}, "buffer", "split", "renormalise"},
                        {"image, none + clamp()", "", {}, "image", "clamp"},
                        {"image, clamp", "", {}, "image", "sampler", "border", Border::constant},
                        {"image, clamp to edge", "", {}, "image", "sampler"},
                        {"image, repeat", "", {}, "image", "sampler", "border", Border::wrap},
                        {"image, mirrored repeat", "", {}, "image", "sampler", "border", Border::reflect}};

// The places on the axis of launches of the interior.
enum InteriorWay : std::size_t { all, even, all_grouped, even_grouped, all_padded };
const std::vector<std::string> interior_ways = {"all", "a multiple of 8", "all, uneven groups",
                                                "a multiple, groups of 8", "all, padded groups"};

struct Picture {
  int width, height;
  Pixels pixels;  // whole numbers below 256
  ocl::Buffer in, in_padded;

  Extent extent() const { return {static_cast<std::size_t>(width), static_cast<std::size_t>(height)}; }
  bool has(int x, int y) const { return x >= 0 && x < width && y >= 0 && y < height; }
};

Picture make_picture(const ocl::Queue& queue, Size size) {
  const auto width = static_cast<std::size_t>(size.width), height = static_cast<std::size_t>(size.height);
  const Pixels pixels = values_of(width * height, [](std::size_t i) { return static_cast<float>(scrambled(i) % 256); });
  Pixels padded((width + 2) * (height + 2));
  for (std::size_t i = 0; i < pixels.size(); ++i) padded[(i / width + 1) * (width + 2) + i % width + 1] = pixels[i];
  return {static_cast<int>(width), static_cast<int>(height), pixels, upload(queue, pixels), upload(queue, padded)};
}

float mean_at(const Picture& picture, int x, int y, Rule rule) {
  if (rule == Rule::nearest_centre) {
    x = std::clamp(x, 1, picture.width - 2);
    y = std::clamp(y, 1, picture.height - 2);
  }
  constexpr int plus[][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
  float sum = 0;
  int count = 0;
  for (const auto& [dx, dy] : plus) {
    const bool inside = picture.has(x + dx, y + dy);
    if (inside) sum += picture.pixels[static_cast<std::size_t>((y + dy) * picture.width + x + dx)];
    count += inside || rule != Rule::shrink;
  }
  return sum / static_cast<float>(count);
}

Pixels smoothed(const Picture& picture, Rule rule) {
  return values_of(picture.pixels.size(), [&](std::size_t i) {
    return mean_at(picture, static_cast<int>(i) % picture.width, static_cast<int>(i) / picture.width, rule);
  });
}

// Returns the columns from 1 to `end` of all inner rows. Other pixels keep their first values.
Pixels inner_part(const Picture& picture, int end) {
  Pixels result = smoothed(picture, Rule::shrink);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const int x = static_cast<int>(i) % picture.width, y = static_cast<int>(i) / picture.width;
    if (x < 1 || x >= end || y < 1 || y >= picture.height - 1) result[i] = unwritten;
  }
  return result;
}

// With groups of 0 x 0 the launch has the image's size and needs no guard.
KernelRow row_of(const Experiment& experiment, const EdgeWay& way, const Lazy<Picture>& shared, Extent group) {
  const Picture& p = shared.get();
  const bool guarded = group[0] > 0;
  const auto expected = [shared, rule = way.rule] { return smoothed(shared.get(), rule); };
  return {file,
          way.kernel,
          {{"GUARD", guarded}},
          {way.rule == Rule::zeros ? p.in_padded : p.in, output<float>(p.pixels.size(), expected, tolerance), p.width,
           p.height},
          guarded ? whole_groups(experiment, p.extent(), group) : Launch{{p.extent()[0], p.extent()[1]}}};
}

void add_smooth(Experiment& experiment, Size size, const Lazy<Picture>& picture) {
  std::vector<std::string> names;
  for (const EdgeWay& way : ways) names.push_back(way.name);
  const std::size_t chart = experiment.add_chart(fmt::format("Smooth filter, {} x {} f32", size.width, size.height),
                                                 "what is done at the edges", names);
  const Extent own = {16, experiment.device().max_group >= 256 ? 16u : 4u};
  for (const Extent group : {Extent{0, 0}, own}) {
    const bool runtime = group[0] == 0;
    const std::string line = runtime ? "runtime's groups" : fmt::format("groups of {} x {}, guarded", own[0], own[1]);
    const std::string word = runtime ? "gauto" : fmt::format("g{}x{}", own[0], own[1]);
    for (std::size_t i = 0; i < std::size(ways); ++i) {
      const EdgeWay& way = ways[i];
      const auto x = static_cast<double>(i);
      if (way.kernel.empty())
        OpWork(experiment,
               image_work({"smooth", {{"edge", way.edge}}}, {SampleType::f32, 1}, size, {.border = way.border}))
            .add(chart, line, x, fmt::format("{}.direct.single.literal.{}.v1.x1.y1.{}", way.storage, way.edges, word));
      else
        add(experiment, chart, line, x,
            [&experiment, &way, picture, group] { return row_of(experiment, way, picture, group); });
    }
  }
}

// Returns groups of eight columns. Their rows divide the launch's.
Extent group_of_8(const Experiment& experiment, std::size_t rows) {
  std::size_t height = std::clamp<std::size_t>(experiment.device().max_group / 8, 1, 32);
  while (rows % height != 0) --height;
  return {8, height};
}

std::string uneven_option(const Experiment& experiment) {
  const ocl::UnevenGroups uneven = ocl::uneven_groups(experiment.queue().device());
  if (uneven.option.empty()) throw Error(ErrorKind::unsupported, uneven.obstacle);
  return uneven.option;
}

// Launches the interior, with or without a second launch for the rest.
std::vector<KernelRow> interior_rows(const Experiment& experiment, const Lazy<Picture>& shared, InteriorWay way,
                                     bool rest) {
  const Picture& p = shared.get();
  const bool guarded = way == all_padded, is_even = way == even || way == even_grouped;
  const int end = 1 + (is_even ? (p.width - 2) / 8 * 8 : p.width - 2);
  const std::size_t width = static_cast<std::size_t>(end) - 1, height = p.extent()[1] - 2;
  const Extent group = way >= all_grouped ? group_of_8(experiment, height) : Extent{0, 0};
  const auto expected = [=] { return rest ? smoothed(shared.get(), Rule::shrink) : inner_part(shared.get(), end); };
  Output out = output<float>(p.pixels.size(), expected, tolerance);
  out.shared = upload(experiment.queue(), out.initial);
  KernelRow inside{file, "interior", {{"GUARD", guarded}}, {p.in, out, p.width}};
  if (way == all_grouped) inside.options = uneven_option(experiment);
  inside.launch = {{guarded ? round_up(width, group[0]) : width, height}, {group[0], group[1]}, {1, 1, 0}};
  if (!rest) return {inside};
  KernelRow others = inside;
  others.kernel = "rest";
  others.arguments = {p.in, *out.shared, p.width, p.height, end};
  others.launch = {{p.pixels.size() - width * height, 1}};
  return {inside, others};
}

void add_interior(Experiment& experiment, Size size, const Lazy<Picture>& picture) {
  const std::size_t chart = experiment.add_chart(
      fmt::format("Launch of the interior of {} x {} f32", size.width, size.height), "columns", interior_ways);
  for (const InteriorWay way : {all, even, all_grouped, even_grouped, all_padded})
    for (const bool rest : {false, true})
      add(experiment, chart, rest ? "with the launch for the rest" : "interior alone, as in the source", way,
          [&experiment, picture, way, rest] { return interior_rows(experiment, picture, way, rest); });
}

void add_notes(Experiment& experiment, Size size) {
  const std::int64_t border = 2 * (size.width + size.height - 2), pixels = size.width * size.height;
  const std::int64_t columns = (size.width - 2) / 8 * 8;
  experiment.note(
      fmt::format("{} of {} pixels ({:.3f}%) lie at the border. The ways give these different values, each "
                  "proved by its own rule: ifs, select and the interior's rest shrink the neighbourhood; "
                  "padding and the sampler's clamp take zeros; min/max of the centre takes the nearest "
                  "interior pixel's mean; the others repeat the edge, or the image. For one pixel of reach "
                  "mirrored repeat is clamp to edge.",
                  border, pixels, 100.0 * static_cast<double>(border) / static_cast<double>(pixels)));
  experiment.note(
      fmt::format("The original launch of the interior leaves out {} pixels with all {} columns and {} with {}. "
                  "The other line has a second launch for them. Groups that do not divide a launch are optional in "
                  "OpenCL 3.0, and a padded launch guards its last ones.",
                  border, size.width - 2, pixels - columns * (size.height - 2), columns));
}

}  // namespace

void edges(Experiment& experiment) {
  const Size scaled = experiment.scaled(high_definition);
  const Size size{std::max(scaled.width, min_side), std::max(scaled.height, min_side)};
  const auto picture = lazy([&experiment, size] { return make_picture(experiment.queue(), size); });
  add_smooth(experiment, size, picture);
  experiment.measure();
  add_interior(experiment, size, picture);
  experiment.measure();
  measure_convolution(experiment);
  add_notes(experiment, size);
}

}  // namespace lenslet::study
