// The measuring itself: proof, rotating noise, warm-up, quartiles.
#include "measure.hpp"

#include <algorithm>
#include <chrono>
#include <random>

namespace lenslet::bench {
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

bool proved(const Session& session, const Work& work, Measurement& result) {
  const VerifyRecord record = verify(session, {work.call, work.format, work.options, {{5, 3}, {149, 43}}, 1});
  result.outcome = record.outcome;
  result.detail = record.detail;
  return record.outcome == Outcome::correct;
}

void summarise(std::vector<double> times, std::uint64_t bytes, Measurement& result) {
  std::ranges::sort(times);
  result.samples = static_cast<int>(times.size());
  result.median_ms = times[times.size() / 2];
  result.low_ms = times[times.size() / 4];
  result.high_ms = times[times.size() * 3 / 4];
  result.gb_per_s = static_cast<double>(bytes) / result.median_ms * 1e-6;
}

}  // namespace

const std::vector<DeviceImage>& Bench::inputs(const Work& work) {
  if (inputs_.empty() || inputs_[0].size() != work.size || !(inputs_[0].format() == work.format)) {
    inputs_.clear();
    for (int i = 0; i < images_; ++i)
      inputs_.push_back(session_.upload(noise(work, static_cast<std::uint32_t>(i + 1))));
  }
  return inputs_;
}

Measurement Bench::measure(const Work& work) {
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
  Timing timing;
  const auto begin = Clock::now();
  for (int i = 0; static_cast<int>(times.size()) < repeats_; ++i) {
    const std::size_t turn = static_cast<std::size_t>(i) % in.size();
    const auto call = Clock::now();
    plan.run_into(in[turn], out[turn], &timing);
    if (i < warm_up_launches || call - begin < warm_up_time) continue;
    times.push_back(timing.kernel_ms);
    calls.push_back(Milliseconds(Clock::now() - call).count());
  }
  std::ranges::nth_element(calls, calls.begin() + repeats_ / 2);
  result.call_ms = calls[calls.size() / 2];
  summarise(times, timing.bytes, result);
  return result;
}

}  // namespace lenslet::bench
