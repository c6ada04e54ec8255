// sharpen: an RGBA photograph, from a loop over channels to tiles in local memory. Each way is a schedule of the op,
// but the kernel as printed, which does half of the work.
#include <algorithm>
#include <memory>

#include <lenslet/statistics.hpp>

#include "study/kernel_row.hpp"
#include "study/op_work.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr Size photograph{2580, 1319};
constexpr int channels = 4;
const std::string line = "sharpen";

enum Way : std::size_t { as_printed, naive, vectors, local_linear, local_two_loops };

struct Kernel {
  std::string name;
  std::string words;  // of the schedule: staging to edges, then vectors and items
  double source_ms;   // on a Tesla K40; 0: not given
};

// Samples are those of one channel: a vector of 4 is a pixel, and 4 items are a loop over its channels.
const Kernel kernels[] = {{"as printed: half the image", "", 1.388},
                          {"naive", "direct.single.constant.branch.v1.x4", 0},
                          {"vectors", "direct.single.constant.branch.v4.x1", 0.662},
                          {"local + vectors, one loop", "local1.single.constant.branch.v4.x1", 0.557},
                          {"local + vectors, two loops", "local2.single.constant.branch.v4.x1", 0}};

// The columns below the launch's height; the others stay as they were.
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
  const std::size_t count = static_cast<std::size_t>(width * height * channels);
  Bytes pixels(count);
  for (std::size_t i = 0; i < count; ++i)
    pixels[i] = static_cast<std::uint8_t>(scrambled(static_cast<std::uint32_t>(i)) % 256);
  const ocl::Kernel kernel = StudyProgram(experiment, "sharpen.cl").kernel("naive_as_printed");
  const Launch launch =
      whole_groups(kernel, {static_cast<std::size_t>(width), static_cast<std::size_t>(height)}, {16, 16});
  const int columns = std::min(width, static_cast<int>(launch.global.y));
  const auto expected = [=] { return half_sharpened(pixels, width, height, columns); };
  Ready result =
      ready(experiment, {{"sharpen.cl",
                          "naive_as_printed",
                          {},
                          {upload(experiment.queue(), pixels), output<std::uint8_t>(count, expected), width, height},
                          launch}});
  result.how += fmt::format("; leaves all but {} of {} columns, {:.0f}% of the pixels, as they were", columns, width,
                            100.0 - 100.0 * columns / width);
  return result;
}

std::string times_text(const Experiment& experiment, std::size_t chart, std::size_t way) {
  const std::vector<double>* ms = experiment.times(chart, line, static_cast<double>(way));
  return ms == nullptr ? "-" : fmt::format("{:.3f}", summarize(*ms).median);
}

// How many times as long as this way the naive one takes, both here.
std::string ratio_text(const Experiment& experiment, std::size_t chart, std::size_t way) {
  const std::vector<double>* slow = experiment.times(chart, line, naive);
  const std::vector<double>* ms = experiment.times(chart, line, static_cast<double>(way));
  if (slow == nullptr || ms == nullptr || way == as_printed) return "-";
  return fmt::format("{:.2f}", ratio_of_medians(*slow, *ms).value);
}

void add_table(Experiment& experiment, std::size_t chart) {
  StudyTable table{"Beside the source's times",
                   {"kernel", "here, ms", "here, naive / it", "Tesla K40, ms", "Tesla K40, as printed / it"},
                   {}};
  for (std::size_t i = 0; i < std::size(kernels); ++i) {
    const Kernel& kernel = kernels[i];
    const bool given = kernel.source_ms > 0;
    table.rows.push_back({kernel.name, times_text(experiment, chart, i), ratio_text(experiment, chart, i),
                          given ? fmt::format("{:.3f}", kernel.source_ms) : "-",
                          given ? fmt::format("{:.2f}", kernels[as_printed].source_ms / kernel.source_ms) : "-"});
  }
  experiment.report().tables.push_back(std::move(table));
}

void add_notes(Experiment& experiment) {
  experiment.note(
      "The naive kernel as printed takes its row from the launch's width and its column from its height: of "
      "2580 x 1319 pixels it does 51%, and neighbouring items read different rows. Its time is shown, and "
      "proved to be that of this part, but counts for no claim; the source's factors of 2.10 and 2.49 rest "
      "on it.");
  experiment.note(
      "The local kernel as printed does not compile (an argument too many), and the fourth announced kernel "
      "is not printed: here the tile of 18 x 18 is filled by one loop and by two. Alpha is filtered like "
      "the other channels, as in the source.");
}

void run(Experiment& experiment) {
  const Size size = experiment.scaled(photograph);
  std::vector<std::string> names;
  for (const Kernel& kernel : kernels) names.push_back(kernel.name);
  const std::size_t chart =
      experiment.add_chart(fmt::format("Sharpen, {} x {} RGBA u8", size.width, size.height), "kernel", names);
  experiment.add(chart, line, as_printed, [&experiment, size] { return printed_ready(experiment, size); });
  const OpWork work(experiment, image_work({"sharpen"}, {PixelType::u8, channels, true}, size,
                                           {.border = Border::constant, .alpha = Alpha::filter}));
  const int side = experiment.session().device().max_group >= 256 ? 16 : 8;
  for (const Way way : {naive, vectors, local_linear, local_two_loops})
    work.add(chart, line, way, fmt::format("buffer.{}.y1.g{}x{}", kernels[way].words, side, side));
  experiment.measure();
  add_table(experiment, chart);
  add_notes(experiment);
}

}  // namespace

Study sharpen() {
  return {"sharpen", run};
}

}  // namespace lenslet::study
