// Rotating images, warm-up, launches in turns, quartiles.
#include "tune/stopwatch.hpp"

#include <algorithm>
#include <chrono>
#include <random>

#include "session/state.hpp"

namespace lenslet {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t rotating_bytes = std::uint64_t{512} << 20;  // far over any cache

// A plan that takes so many times as long as its rival is left: after one launch, which may pay for what the driver
// does lazily, or after two.
constexpr double far_slower = 20;
constexpr double slower = 2;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Drivers without profiling give all events the same time, or times that no memory could keep up with.
bool is_untimed(const Timing& timing) {
  constexpr double shortest_ms = 1e-4;
  constexpr double fastest_memory = 1e11;  // bytes per millisecond
  return timing.kernel_ms < shortest_ms || static_cast<double>(timing.bytes) > fastest_memory * timing.kernel_ms;
}

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

// Inputs with an output each.
int fitting_images(const DeviceInfo& device, Size size, PixelFormat format) {
  const std::uint64_t each =
      2 * static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height) * format.bytes();
  const std::uint64_t wanted = std::clamp<std::uint64_t>(rotating_bytes / each + 1, 2, 64);
  return static_cast<int>(std::clamp<std::uint64_t>(device.global_memory / 4 / each, 1, wanted));
}

// What one plan took so far.
class Series {
 public:
  void add(const Timing& timing, double call_ms) {
    calls_.push_back(call_ms);
    times_.push_back(timing.kernel_ms);
    untimed_ = untimed_ || is_untimed(timing);
    bytes_ = timing.bytes;
  }

  void forget() {
    calls_.clear();
    times_.clear();
  }

  std::size_t size() const { return calls_.size(); }

  bool hopeless(double rival_ms) const {
    const double best = std::ranges::min(untimed_ ? calls_ : times_);
    return best > far_slower * rival_ms || (size() > 1 && best > slower * rival_ms);
  }

  Laps summary() const {
    std::vector<double> calls = calls_, times = untimed_ ? calls_ : times_;
    std::ranges::sort(calls);
    std::ranges::sort(times);
    const auto at = [](const std::vector<double>& sorted, std::size_t quarter) {
      return sorted[std::min(sorted.size() * quarter / 4, sorted.size() - 1)];
    };
    const Measured time{at(times, 2), at(times, 1), at(times, 3), static_cast<int>(times.size()), untimed_};
    return {time, at(calls, 2), bytes_};
  }

 private:
  std::vector<double> calls_, times_;
  bool untimed_ = false;
  std::uint64_t bytes_ = 0;
};

// One launch of each plan that is still in the race, each on the next pair of images.
class Race {
 public:
  Race(std::span<const Plan> plans, const std::vector<DeviceImage>& inputs,
       const std::vector<std::vector<DeviceImage>>& outputs)
      : plans_(plans), inputs_(inputs), outputs_(outputs), series_(plans.size()), out_(plans.size(), false) {}

  void round() {
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      if (out_[i]) continue;
      const std::size_t image = turn_++ % inputs_.size();
      const auto start = Clock::now();
      const Launch launch = plans_[i].launch_into(inputs_[image], outputs_[image]);
      launch.wait();
      const double call_ms = ms_since(start);
      series_[i].add(launch.timing(), call_ms);
    }
  }

  void drop_hopeless(double rival_ms) {
    for (std::size_t i = 0; i < plans_.size(); ++i) out_[i] = out_[i] || series_[i].hopeless(rival_ms);
  }

  void end_warm_up() {
    for (std::size_t i = 0; i < plans_.size(); ++i)
      if (!out_[i]) series_[i].forget();
  }

  bool over() const {
    return std::ranges::all_of(out_, [](bool out) { return out; });
  }

  std::vector<Laps> summaries() const {
    std::vector<Laps> result;
    for (const Series& series : series_) result.push_back(series.summary());
    return result;
  }

 private:
  std::span<const Plan> plans_;
  const std::vector<DeviceImage>& inputs_;
  const std::vector<std::vector<DeviceImage>>& outputs_;
  std::vector<Series> series_;
  std::vector<bool> out_;
  std::size_t turn_ = 0;
};

}  // namespace

Stopwatch::Stopwatch(const Session& session, Size size, PixelFormat format, int images)
    : session_(session), pixels_(noise(size, format)) {
  const int count = images > 0 ? images : fitting_images(session.device(), size, format);
  while (this->images() < count) inputs_.push_back(session.upload(pixels_));
}

void Stopwatch::prepare_outputs(const Plan& plan) {
  const std::size_t count = plan.output_names().size();
  if (!outputs_.empty() && outputs_[0].size() == count && outputs_[0][0].format() == plan.output_format()) return;
  outputs_.assign(inputs_.size(), {});
  for (auto& images : outputs_)
    while (images.size() < count) images.push_back(session_.allocate(pixels_.size(), plan.output_format()));
}

std::vector<Laps> Stopwatch::time(std::span<const Plan> plans, const LapOptions& options) {
  if (plans.empty()) return {};
  prepare_outputs(plans.front());
  Race race(plans, inputs_, outputs_);
  auto start = Clock::now();
  for (int i = 0; !race.over() && (i < options.warm_up_launches || ms_since(start) < options.warm_up_ms); ++i) {
    race.round();
    race.drop_hopeless(options.rival_ms);
  }
  race.end_warm_up();
  start = Clock::now();
  for (int i = 0; !race.over() && i < options.samples; ++i) {
    if (i >= options.least_samples && ms_since(start) > options.limit_ms) break;
    race.round();
  }
  return race.summaries();
}

std::vector<Image> Stopwatch::result(const Plan& plan) {
  prepare_outputs(plan);
  const std::vector<DeviceImage>& outputs = outputs_.front();
  const std::vector<std::byte> poison(outputs.front().buffer().bytes(), std::byte{0xff});  // NaN in floating types
  for (const DeviceImage& output : outputs) session_.state()->queue.write(output.buffer(), 0, poison);
  plan.run_into(inputs_.front(), outputs);
  std::vector<Image> images;
  for (const DeviceImage& output : outputs) images.push_back(session_.download(output));
  return images;
}

}  // namespace lenslet
