// Images that take turns.
#include "tune/stopwatch.hpp"

#include <random>

#include "session/state.hpp"

namespace lenslet {
namespace {

Image noise(Size size, PixelFormat format) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> values(0, max_value(format.type));
  std::vector<double> line(4096);
  for (double& value : line) value = values(random);
  Image image(size, format);
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t i = 0; i < image.width() * format.channels; ++i)
      store_sample(image.row(y) + static_cast<std::size_t>(i) * size_of(format.type), format.type,
                   line[static_cast<std::size_t>(i * 7 + y * 1021) % line.size()]);
  return image;
}

// An input with an output.
int fitting_images(const DeviceInfo& device, Size size, PixelFormat format) {
  return rotating_copies(
      device, 2 * static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height) * format.bytes());
}

}  // namespace

Stopwatch::Stopwatch(const Session& session, Size size, PixelFormat format, int images)
    : session_(session), pixels_(noise(size, format)) {
  const int count = images > 0 ? images : fitting_images(session.device(), size, format);
  while (this->images() < count) inputs_.push_back(session.upload(pixels_));
}

void Stopwatch::prepare(const Plan& plan) {
  const std::size_t count = plan.output_names().size();
  if (!outputs_.empty() && outputs_[0].size() == count && outputs_[0][0].format() == plan.output_format()) return;
  outputs_.assign(inputs_.size(), {});
  for (auto& images : outputs_)
    while (images.size() < count) images.push_back(session_.allocate(pixels_.size(), plan.output_format()));
}

Launch Stopwatch::launch(const Plan& plan, std::size_t turn) {
  const std::size_t image = turn % inputs_.size();
  return plan.launch_into(inputs_[image], outputs_[image]);
}

std::vector<Laps> Stopwatch::time(std::span<const Plan> plans, const LapOptions& options) {
  std::vector<Runner> runners;
  if (!plans.empty()) prepare(plans.front());
  for (const Plan& plan : plans) runners.emplace_back([this, &plan](std::size_t turn) { return launch(plan, turn); });
  return race(runners, options);
}

std::vector<Image> Stopwatch::result(const Plan& plan) {
  prepare(plan);
  const std::vector<DeviceImage>& outputs = outputs_.front();
  const std::vector<std::byte> poison(outputs.front().buffer().bytes(), std::byte{0xff});  // NaN in floating types
  for (const DeviceImage& output : outputs) session_.state()->queue.write(output.buffer(), 0, poison);
  plan.run_into(inputs_.front(), outputs);
  std::vector<Image> images;
  for (const DeviceImage& output : outputs) images.push_back(session_.download(output));
  return images;
}

}  // namespace lenslet
