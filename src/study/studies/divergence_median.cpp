// divergence, second part: a median whose sort branches at every step, and one of minima and maxima alone.
#include <algorithm>
#include <array>
#include <memory>

#include "study/candidate.hpp"
#include "study/studies/divergence.hpp"

namespace lenslet::study {
namespace {

using Pixels = std::vector<float>;

constexpr Size high_definition{1920, 1080};
const std::string line = "median";
const std::vector<std::string> ways = {"bubble sort", "network", "the library's op"};

Pixels pixels_of(Size size) {
  Pixels pixels(static_cast<std::size_t>(size.width * size.height));
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<float>(scrambled(static_cast<std::uint32_t>(i)) % 4096);
  return pixels;
}

float median_at(const Pixels& pixels, Size size, std::int64_t x, std::int64_t y) {
  std::array<float, 9> window{};
  std::size_t count = 0;
  for (std::int64_t dy = -1; dy <= 1; ++dy)
    for (std::int64_t dx = -1; dx <= 1; ++dx) {
      const auto row = std::clamp<std::int64_t>(y + dy, 0, size.height - 1);
      const auto column = std::clamp<std::int64_t>(x + dx, 0, size.width - 1);
      window[count++] = pixels[static_cast<std::size_t>(row * size.width + column)];
    }
  std::ranges::nth_element(window, window.begin() + 4);
  return window[4];
}

Pixels medians(const Pixels& pixels, Size size) {
  Pixels result;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x) result.push_back(median_at(pixels, size, x, y));
  return result;
}

Ready by_kernel(const Experiment& experiment, Size size, const std::string& name) {
  const ocl::Queue& queue = experiment.queue();
  const Pixels pixels = pixels_of(size);
  const StudyProgram program(experiment, "divergence_median.cl");
  const ocl::Buffer in = upload(queue, pixels), out = upload(queue, Pixels(pixels.size(), -1));
  const ocl::Kernel kernel = with_arguments(program.kernel(name), in, out, static_cast<std::int32_t>(size.width),
                                            static_cast<std::int32_t>(size.height));
  const Extent items{static_cast<std::size_t>(size.width), static_cast<std::size_t>(size.height)};
  return launches(experiment, program.source(), {{kernel, whole_groups(kernel, items, {16, 16})}},
                  [&queue, in, out, pixels, size] {
                    return first_difference(download<float>(queue, out, pixels.size()), medians(pixels, size));
                  });
}

double run_ms(const Plan& plan, const DeviceImage& input, const std::vector<DeviceImage>& outputs) {
  Timing timing;
  const double until_end = host_ms([&] { plan.run_into(input, outputs, &timing); });
  return device_or_host_ms(timing.kernel_ms, until_end);
}

Ready by_library(const Experiment& experiment, Size size) {
  const Session& session = experiment.session();
  constexpr PixelFormat format{PixelType::f32, 1};
  const Pixels pixels = pixels_of(size);
  const auto plan = std::make_shared<const Plan>(
      session.plan({"median"}, format, {.border = Border::replicate, .tune = Tune::off, .size = size}));
  const DeviceImage input = session.upload(ImageView(pixels.data(), size, format), plan->input_storage());
  const std::vector<DeviceImage> outputs{session.allocate(size, format)};
  return {[plan, input, outputs] { return run_ms(*plan, input, outputs); }, plan->schedule(), plan->source(),
          [&session, outputs, pixels, size] {
            const Image image = session.download(outputs[0]);
            Pixels got;
            for (std::int64_t y = 0; y < size.height; ++y)
              for (std::int64_t x = 0; x < size.width; ++x) got.push_back(static_cast<float>(image.at(x, y, 0)));
            return first_difference(got, medians(pixels, size));
          }};
}

}  // namespace

void measure_median(Experiment& experiment) {
  const Size size = experiment.scaled(high_definition);
  const std::size_t chart =
      experiment.add_chart(fmt::format("Median of 3 x 3, {} x {} f32", size.width, size.height), "kernel", ways);
  experiment.add(chart, line, 0, [&experiment, size] { return by_kernel(experiment, size, "median_bubble"); });
  experiment.add(chart, line, 1, [&experiment, size] { return by_kernel(experiment, size, "median_network"); });
  experiment.add(chart, line, 2, [&experiment, size] { return by_library(experiment, size); });
  experiment.measure();
  experiment.note("The original median takes the sixth smallest of nine values; here it is the fifth.");
}

}  // namespace lenslet::study
