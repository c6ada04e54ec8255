// The measuring itself: proof, rotating noise, warm-up, quartiles.
#include <lenslet/measure.hpp>

#include <algorithm>
#include <chrono>
#include <random>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

// Idle devices run at a low clock: at least so many launches and so long come before those that count.
constexpr int warm_up_launches = 3;
constexpr Milliseconds warm_up_time{100};

Image noise(const Work& work, std::uint32_t seed) {
  std::mt19937 random(seed);
  Image image(work.size, work.format);
  std::uniform_real_distribution<double> values(0, max_value(work.format.type));
  std::vector<double> line(4096);
  for (double& v : line) v = values(random);
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t i = 0; i < image.width() * image.format().channels; ++i)
      store_sample(image.row(y) + static_cast<std::size_t>(i) * size_of(work.format.type), work.format.type,
                   line[static_cast<std::size_t>(i * 7 + y * 1021) % line.size()]);
  return image;
}

// On sizes with edges on all sides and a few whole groups.
bool proved(const Session& session, const Work& work, Measurement& result) {
  const VerifyRecord record = verify(session, {work.call, work.format, work.options, {{5, 3}, {149, 43}}, 1});
  result.outcome = record.outcome;
  result.detail = record.detail;
  return record.outcome == Outcome::correct;
}

Measured quartiles(std::vector<double> times) {
  std::ranges::sort(times);
  const std::size_t n = times.size();
  return {times[n / 2], times[n / 4], times[n * 3 / 4], static_cast<int>(n)};
}

}  // namespace

double Measurement::bytes_per_second() const {
  return static_cast<double>(bytes) / (time.median_ms * 1e-3);
}

Meter::Meter(const Session& session, const MeasureOptions& options) : session_(session), options_(options) {
  if (options.repeats < 1 || options.images < 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} repeats on {} images: both are at least 1", options.repeats, options.images));
}

const std::vector<DeviceImage>& Meter::inputs(const Work& work) {
  if (inputs_.empty() || inputs_[0].size() != work.size || !(inputs_[0].format() == work.format)) {
    inputs_.clear();
    for (int i = 0; i < options_.images; ++i)
      inputs_.push_back(session_.upload(noise(work, static_cast<std::uint32_t>(i + 1))));
  }
  return inputs_;
}

Measurement Meter::measure(const Work& work) {
  Measurement result;
  if (work.options.schedule) result.schedule = *work.options.schedule;
  if (!proved(session_, work, result)) return result;
  const Plan plan = session_.plan(work.call, work.format, work.options);
  result.schedule = plan.schedule();
  result.build_ms = plan.build_ms();
  const std::vector<DeviceImage>& in = inputs(work);
  std::vector<std::vector<DeviceImage>> out;
  for (const DeviceImage& image : in) out.push_back(plan.run(image));
  std::vector<double> times, calls;
  const auto begin = Clock::now();
  for (int i = 0; static_cast<int>(times.size()) < options_.repeats; ++i) {
    const std::size_t turn = static_cast<std::size_t>(i) % in.size();
    const auto call = Clock::now();
    const Launch launch = plan.launch_into(in[turn], out[turn]);
    launch.wait();
    const Milliseconds took = Clock::now() - call;
    if (i < warm_up_launches || call - begin < warm_up_time) continue;
    const Timing timing = launch.timing();
    times.push_back(timing.kernel_ms);
    calls.push_back(took.count());
    result.bytes = timing.bytes;
  }
  result.time = quartiles(times);
  result.call_ms = quartiles(calls).median_ms;
  return result;
}

}  // namespace lenslet
