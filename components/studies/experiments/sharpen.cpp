// sharpen: an RGBA photograph, by ways from a loop over channels to tiles in local memory. Each way is a schedule of
// the op, except the kernel as printed, which does half of the work.
#include <algorithm>
#include <memory>

#include <lenslet/statistics.hpp>

#include "studies/kernel_row.hpp"
#include "studies/op_work.hpp"

namespace lenslet::study {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr Size photograph{2580, 1319};
constexpr int channels = 4;
const std::string line = "sharpen";

enum SharpenWay : std::size_t { as_printed, naive, vectors, local_linear, local_two_loops };

struct Kernel {
  std::string name;
  std::string words;  // of the schedule: staging to edges, then vectors and items
  double source_ms;   // on a Tesla K40; 0: unknown
};

// Vectors count samples of one channel: a vector of 4 is a pixel, and 4 items are a loop over its channels.
const Kernel kernels[] = {{"as printed: half the image", "", 1.388},
                          {"naive", "direct.single.constant.branch.v1.x4", 0},
                          {"vectors", "direct.single.constant.branch.v4.x1", 0.662},
                          {"local + vectors, one loop", "local1.single.constant.branch.v4.x1", 0.557},
                          {"local + vectors, two loops", "local2.single.constant.branch.v4.x1", 0}};

// Sharpens the columns below the launch's height. Others keep their values.
Bytes half_sharpened(const Bytes& pixels, int width, int height, int columns) {
  Bytes result(pixels.size(), 0xff);
  const auto at = [&](int x, int y) { return static_cast<std::size_t>((y * width + x) * channels); };
  const auto sample = [&](int x, int y, std::size_t c) {
    return x < 0 || x >= width || y < 0 || y >= height ? 0 : pixels[at(x, y) + c];
  };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < columns; ++x)
      for (std::size_t c = 0; c < channels; ++c) {
        const int sum =
            5 * sample(x, y, c) - sample(x - 1, y, c) - sample(x + 1, y, c) - sample(x, y - 1, c) - sample(x, y + 1, c);
        result[at(x, y) + c] = static_cast<std::uint8_t>(std::clamp(sum, 0, 255));
      }
  return result;
}

Ready printed_ready(const Experiment& experiment, Size size) {
  const int width = static_cast<int>(size.width), height = static_cast<int>(size.height);
  const Bytes pixels = values_of(static_cast<std::size_t>(width * height * channels),
                                 [](std::size_t i) { return static_cast<std::uint8_t>(scrambled(i)); });
  const Launch launch =
      whole_groups(experiment, {static_cast<std::size_t>(width), static_cast<std::size_t>(height)}, {16, 16});
  const int columns = std::min(width, static_cast<int>(launch.global.y));
  const auto expected = [=] { return half_sharpened(pixels, width, height, columns); };
  Ready result = ready(
      experiment, {{"sharpen.cl",
                    "naive_as_printed",
                    {},
                    {upload(experiment.queue(), pixels), output<std::uint8_t>(pixels.size(), expected), width, height},
                    launch}});
  result.how += fmt::format("; leaves all but {} of {} columns, {:.0f}% of the pixels, as they were", columns, width,
                            100.0 - 100.0 * columns / width);
  return result;
}

// Shows the times here and their ratios to the naive kernel, beside the source's. The source's ratios are to the kernel
// as printed.
void add_table(Experiment& experiment, std::size_t chart) {
  StudyTable table{"Beside the source's times",
                   {"kernel", "here, ms", "here, naive / it", "Tesla K40, ms", "Tesla K40, as printed / it"},
                   {}};
  const auto number = [](bool known, const char* format, double value) {
    return known ? fmt::format(fmt::runtime(format), value) : std::string("-");
  };
  const std::vector<double>* slow = experiment.times(chart, line, naive);
  for (std::size_t i = 0; i < std::size(kernels); ++i) {
    const auto& [name, words, source_ms] = kernels[i];
    const std::vector<double>* ms = experiment.times(chart, line, static_cast<double>(i));
    const bool compared = ms && slow && i != as_printed;
    table.rows.push_back({name, number(ms, "{:.3f}", ms ? summarize(*ms).median : 0),
                          number(compared, "{:.2f}", compared ? ratio_of_medians(*slow, *ms).value : 0),
                          number(source_ms > 0, "{:.3f}", source_ms),
                          number(source_ms > 0, "{:.2f}", kernels[as_printed].source_ms / source_ms)});
  }
  experiment.report().tables.push_back(std::move(table));
}

}  // namespace

void sharpen(Experiment& experiment) {
  const Size size = experiment.scaled(photograph);
  std::vector<std::string> names;
  for (const Kernel& kernel : kernels) names.push_back(kernel.name);
  const std::size_t chart =
      experiment.add_chart(fmt::format("Sharpen, {} x {} RGBA u8", size.width, size.height), "kernel", names);
  experiment.add(chart, line, as_printed, [&experiment, size] { return printed_ready(experiment, size); });
  const OpWork work(experiment, image_work({"sharpen"}, {SampleType::u8, channels, true}, size,
                                           {.border = Border::constant, .alpha = Alpha::filter}));
  const int side = experiment.device().max_group >= 256 ? 16 : 8;
  for (const SharpenWay way : {naive, vectors, local_linear, local_two_loops})
    work.add(chart, line, way, fmt::format("buffer.{}.y1.g{}x{}", kernels[way].words, side, side));
  experiment.measure();
  add_table(experiment, chart);
}

}  // namespace lenslet::study
