// gradient, second part: the literature's kernels, which are those of the listings filter-single and so on. Image
// objects go in and come out, masks are arguments, and every tap is multiplied. The launches are the literature's, too:
// one for each image of a pyramid.
#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include <lenslet/pyramid.hpp>

#include "session/problem.hpp"
#include "stencil/samples.hpp"
#include "studies/experiments/gradient_parts.hpp"
#include "studies/kernel_row.hpp"
#include "studies/pyramid_work.hpp"

namespace lenslet::study {
namespace {

constexpr Size printed_size{3866, 4320};
constexpr int printed_octaves = 4, printed_levels = 4;
constexpr int spread_size = 3;  // pixels, of the filter whose times the literature's box plot has
constexpr PixelFormat samples_of_filters{SampleType::f32, 1};
constexpr std::int32_t replicate = 1;  // OpenCV's number, which the literature's kernels take

// The share of the pixels on a CPU, where image objects are functions.
constexpr double printed_share_on_a_cpu = 1.0 / 64;

enum class Launches : std::uint8_t { each, both, separated };  // of the two filters

struct PrintedWay {
  const char* name;
  Launches launches;
  bool predefined;
  int loops;  // that fill a tile; -1: no local memory
};

constexpr int no_tile = -1, fewer_rounds = 0;
constexpr PrintedWay printed_ways[] = {
    {"single", Launches::each, false, no_tile},
    {"local", Launches::each, false, fewer_rounds},
    {"local, 1-loop", Launches::each, false, 1},
    {"local, 2-loop", Launches::each, false, 2},
    {"separation", Launches::separated, false, no_tile},
    {"local separation", Launches::separated, false, fewer_rounds},
    {"double", Launches::both, false, no_tile},
    {"double local", Launches::both, false, fewer_rounds},
    {"predefined", Launches::each, true, no_tile},
    {"predefined local", Launches::each, true, fewer_rounds},
    {"double predefined", Launches::both, true, no_tile},
    {"double predefined local", Launches::both, true, fewer_rounds},
};

struct ComposedWay {
  const char* name;
  const char* words;
};

constexpr ComposedWay composed_ways[] = {{"single, composed", "direct.single.constant"},
                                         {"local, composed", "local.single.constant"},
                                         {"double, composed", "direct.fused.constant"},
                                         {"predefined, composed", "direct.single.literal"},
                                         {"double predefined, composed", "direct.fused.literal"}};

struct PrintedLevel {
  Image pixels;
  ocl::ImageObject in, out[2], between;
};

// The masks of dx and dy, whole and as a column times a row.
struct Masks {
  std::vector<float> whole[2], rows[2], columns[2];
};

Masks masks_of(int ksize) {
  const auto side = static_cast<std::size_t>(ksize), s = side / 2;
  const double corner = ksize == 3 ? 3 : 1 / (2 * static_cast<double>(s) * (10.0 / 3 + 2));
  std::vector<float> smooth(side), difference(side);
  smooth.front() = smooth.back() = static_cast<float>(corner);
  smooth[s] = static_cast<float>(corner * 10 / 3);
  difference.front() = -1;
  difference.back() = 1;
  Masks masks;
  masks.columns[0] = masks.rows[1] = smooth;
  masks.rows[0] = masks.columns[1] = difference;
  for (std::size_t k = 0; k < 2; ++k)
    for (std::size_t y = 0; y < side; ++y)
      for (std::size_t x = 0; x < side; ++x) masks.whole[k].push_back(masks.columns[k][y] * masks.rows[k][x]);
  return masks;
}

ocl::ImageObject image_of(const ocl::Queue& queue, Size size) {
  return queue.allocate(ocl::Texels{.type = SampleType::f32,
                                    .width = static_cast<std::uint64_t>(size.width),
                                    .height = static_cast<std::uint64_t>(size.height),
                                    .floating = true});
}

std::vector<PrintedLevel> make_levels(const Experiment& experiment) {
  const double share = experiment.on_a_cpu() ? printed_share_on_a_cpu : 1;
  const auto side = [share](std::int64_t full) { return std::llround(static_cast<double>(full) * std::sqrt(share)); };
  const Size size = experiment.scaled(Size{side(printed_size.width), side(printed_size.height)});
  const auto most = std::bit_width(static_cast<std::uint64_t>(std::min(size.width, size.height)));
  const int octaves = std::min(printed_octaves, static_cast<int>(most));
  const Pyramid made = Pyramid::build(experiment.session(), stencil::noise(size, samples_of_filters),
                                      {.octaves = octaves, .levels = printed_levels, .sigmas = {0, 0.5, 0.6, 0.7}});
  std::vector<PrintedLevel> levels;
  for (int octave = 0; octave < octaves; ++octave)
    for (int level = 0; level < printed_levels; ++level) {
      Image pixels = made.download(octave, level);
      const auto image = [&experiment, size = pixels.size()] { return image_of(experiment.queue(), size); };
      ocl::ImageObject in = image();
      experiment.queue().write(in, pixels.data(), pixels.stride());
      levels.push_back({std::move(pixels), std::move(in), {image(), image()}, image()});
    }
  return levels;
}

// What all candidates of one mask's size share.
struct PrintedWork {
  std::vector<PrintedLevel> levels;

  // One level of each octave, all levels in turn.
  std::vector<const PrintedLevel*> checked() const {
    std::vector<const PrintedLevel*> some;
    for (std::size_t octave = 0; octave * printed_levels < levels.size(); ++octave)
      some.push_back(&levels[octave * printed_levels + (octave + 1) % printed_levels]);
    return some;
  }

  void poison(const ocl::Queue& queue) const {
    for (const PrintedLevel* level : checked()) {
      Image nothing(level->pixels.size(), samples_of_filters);
      std::fill_n(nothing.data(), nothing.stride() * nothing.height(), std::byte{0xff});
      for (const ocl::ImageObject& out : level->out) queue.write(out, nothing.data(), nothing.stride());
    }
  }

  Mismatch mismatch(const ocl::Queue& queue, int ksize) const {
    const Call call{"scharr", {{"both", true}, {"ksize", std::int64_t{ksize}}}};
    for (const PrintedLevel* level : checked()) {
      const Size size = level->pixels.size();
      std::vector<HostValue> results;
      for (const ocl::ImageObject& out : level->out) {
        Image read(size, samples_of_filters);
        queue.read(out, read.data(), read.stride(), {0, 0, out.texels().width, out.texels().height});
        results.emplace_back(std::move(read));
      }
      const auto problem = op::problem_of(image_work(call, samples_of_filters, size, {.border = Border::replicate}));
      if (Mismatch wrong = problem->mismatch_in_large({level->pixels}, results, {}))
        return fmt::format("{} x {}: {}", size.width, size.height, *wrong);
    }
    return {};
  }
};

// The rows of one way, one mask's size, and one level.
class PrintedRows {
 public:
  PrintedRows(const Experiment& experiment, const PrintedWay& way, int ksize)
      : experiment_(experiment), way_(way), ksize_(ksize), masks_(masks_of(ksize)) {}

  // With `between` the intermediate image of separated filters is that one.
  std::vector<KernelRow> of(const PrintedLevel& level, const ocl::ImageObject& between) const {
    if (way_.launches == Launches::both) return {both(level)};
    std::vector<KernelRow> rows;
    for (std::size_t k = 0; k < 2; ++k)
      if (way_.launches == Launches::each) {
        rows.push_back(way_.predefined ? row("single", k == 0 ? "_Gx" : "_Gy", {ksize_, ksize_}, level,
                                             {level.in, level.out[k], replicate})
                                       : single({ksize_, ksize_}, level, level.in, level.out[k], masks_.whole[k]));
      } else {
        rows.push_back(single({ksize_, 1}, level, level.in, between, masks_.rows[k]));
        rows.push_back(single({1, ksize_}, level, between, level.out[k], masks_.columns[k]));
      }
    return rows;
  }

 private:
  struct MaskSize {
    int cols, rows;
  };

  // The kernel of one filter or of both; `literals` names those whose coefficients stand in its text.
  KernelRow row(const char* filters, const char* literals, const MaskSize& mask, const PrintedLevel& level,
                std::vector<Argument> arguments) const {
    const Size size = level.pixels.size();
    const Launch launch = whole_groups(
        experiment_, {static_cast<std::size_t>(size.width), static_cast<std::size_t>(size.height)}, {16, 16});
    return {"filter.cl",
            fmt::format("filter_{}{}{}", filters, way_.loops == no_tile ? "" : "_local", literals),
            {{"COLS", mask.cols},
             {"ROWS", mask.rows},
             {"COPY", std::max(way_.loops, 0)},
             {"EDGE_BY_SAMPLER", 1},
             {"GROUP_X", static_cast<std::int64_t>(launch.local.x)},
             {"GROUP_Y", static_cast<std::int64_t>(launch.local.y)}},
            std::move(arguments),
            launch};
  }

  KernelRow single(const MaskSize& size, const PrintedLevel& level, const ocl::ImageObject& in,
                   const ocl::ImageObject& out, const std::vector<float>& mask) const {
    return row("single", "", size, level, {in, out, upload(experiment_.queue(), mask), replicate});
  }

  KernelRow both(const PrintedLevel& level) const {
    if (way_.predefined)
      return row("double", "_G", {ksize_, ksize_}, level, {level.in, level.out[0], level.out[1], replicate});
    return row("double", "", {ksize_, ksize_}, level,
               {level.in, level.out[0], level.out[1], upload(experiment_.queue(), masks_.whole[0]),
                upload(experiment_.queue(), masks_.whole[1]), replicate});
  }

  const Experiment& experiment_;
  PrintedWay way_;
  int ksize_;
  Masks masks_;
};

using Runs = std::vector<KernelRun>;

// Adds up all kernels' times, or returns the host's time until their end.
double busy_ms(const Runs& runs) {
  double busy = 0;
  const double until_end = host_ms([&] {
    std::vector<ocl::Event> events;
    for (const KernelRun& run : runs) events.push_back(run.enqueue());
    for (const ocl::Event& event : events) {
      event.wait();
      busy += static_cast<double>(event.end_ns() - event.start_ns()) * 1e-6;
    }
  });
  return device_or_host_ms(busy, until_end);
}

using SharedWork = Lazy<std::shared_ptr<const PrintedWork>>;

std::shared_ptr<Runs> runs_of(const Experiment& experiment, const PrintedWork& work, const PrintedWay& way, int ksize) {
  const auto runs = std::make_shared<Runs>();
  const PrintedRows rows(experiment, way, ksize);
  for (const PrintedLevel& level : work.levels)
    for (const KernelRow& row : rows.of(level, level.between)) runs->emplace_back(experiment, row);
  return runs;
}

void add_printed_way(Experiment& experiment, std::size_t chart, const SharedWork& shared, const PrintedWay& way,
                     int ksize) {
  experiment.add(chart, way.name, ksize, [&experiment, shared, way, ksize]() -> Ready {
    const std::shared_ptr<const PrintedWork>& work = shared.get();
    const std::shared_ptr<const Runs> runs = runs_of(experiment, *work, way, ksize);
    work->poison(experiment.queue());
    return {[runs] { return busy_ms(*runs); }, fmt::format("{} launches in groups of 16 x 16", runs->size()),
            runs->back().source(), [work, &experiment, ksize] { return work->mismatch(experiment.queue(), ksize); }};
  });
}

// Runs all launches by the host's clock. The intermediate images of separated filters may be made
// in the run.
double host_runs_ms(const Experiment& experiment, const PrintedWork& work, Runs& runs, bool images_made_anew) {
  return host_ms([&] {
    std::vector<ocl::ImageObject> made;
    if (images_made_anew)
      for (std::size_t i = 0; i < work.levels.size(); ++i) {
        made.push_back(image_of(experiment.queue(), work.levels[i].pixels.size()));
        for (std::size_t k = 0; k < 4; ++k) runs[4 * i + k].set(k % 2 == 0 ? 1 : 0, made.back());
      }
    std::vector<ocl::Event> events;
    for (const KernelRun& run : runs) events.push_back(run.enqueue());
    for (const ocl::Event& event : events) event.wait();
  });
}

void add_spread(Experiment& experiment, std::size_t chart, const SharedWork& shared, const PrintedWay& way,
                bool images_made_anew) {
  const std::string name = way.name + std::string(images_made_anew ? ", images made anew" : "");
  experiment.add(chart, name, spread_size, [&experiment, shared, way, images_made_anew]() -> Ready {
    const std::shared_ptr<const PrintedWork>& work = shared.get();
    const std::shared_ptr<Runs> runs = runs_of(experiment, *work, way, spread_size);
    work->poison(experiment.queue());
    return {[=, &experiment] { return host_runs_ms(experiment, *work, *runs, images_made_anew); },
            fmt::format("{} launches in groups of 16 x 16, by the host's clock", runs->size()), runs->back().source(),
            [work, &experiment] { return work->mismatch(experiment.queue(), spread_size); }};
  });
}

SharedWork shared_work(const Experiment& experiment) {
  return lazy([&experiment] {
    return std::shared_ptr<const PrintedWork>(std::make_shared<PrintedWork>(PrintedWork{make_levels(experiment)}));
  });
}

}  // namespace

std::size_t measure_printed(Experiment& experiment) {
  const std::size_t chart =
      experiment.add_chart("Kernels as printed, image objects in and out, groups of 16 x 16", "filter size, pixels");
  const SharedWork shared = shared_work(experiment);
  const PyramidWork composed(experiment, printed_share_on_a_cpu);
  for (const int ksize : filter_sizes) {
    for (const PrintedWay& way : printed_ways) add_printed_way(experiment, chart, shared, way, ksize);
    for (const ComposedWay& way : composed_ways)
      composed.add({chart, way.name, kept_in_storage(pixel_schedule(Storage::image, way.words))}, ksize, ksize);
    experiment.measure();
  }
  return chart;
}

void measure_spread(Experiment& experiment) {
  const std::size_t chart =
      experiment.add_chart("Runs of filters of 3 x 3 as printed, by the host's clock", "filter size, pixels");
  const SharedWork shared = shared_work(experiment);
  for (const PrintedWay& way : printed_ways) {
    if (way.loops > fewer_rounds) continue;
    add_spread(experiment, chart, shared, way, false);
    if (way.launches == Launches::separated) add_spread(experiment, chart, shared, way, true);
  }
  experiment.measure();
}

}  // namespace lenslet::study
