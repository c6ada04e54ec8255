// sharpen, second part: the latency of local and of global memory, which the source gives as the reason for its tiles.
#include <algorithm>
#include <bit>
#include <memory>

#include "study/judgement.hpp"
#include "study/launches.hpp"
#include "study/studies/sharpen.hpp"

namespace lenslet::study {
namespace {

using Ring = std::vector<std::uint32_t>;

constexpr std::int64_t longest = std::int64_t{1} << 26;  // 256 MB, more than caches hold
constexpr std::uint32_t shortest = 1024;
constexpr std::uint32_t steps = 16384;
constexpr std::size_t group = 64;
constexpr double claimed = 100;

// A linear congruential generator: modulo a power of two it passes every number once (Hull and Dobell 1962), with no
// pattern that a prefetcher could see.
constexpr std::uint32_t after(std::uint32_t place, std::uint32_t places) {
  return (1664525u * place + 1013904223u) & (places - 1);
}

Ring ring_of(std::uint32_t places) {
  Ring ring(places);
  for (std::uint32_t i = 0; i < places; ++i) ring[i] = after(i, places);
  return ring;
}

std::uint32_t end_of(std::uint32_t places) {
  std::uint32_t at = 0;
  for (std::uint32_t i = 0; i < steps; ++i) at = after(at, places);
  return at;
}

// Each run goes on where the one before ended, so that no cache holds what it reads.
Ready follow(const Experiment& experiment, std::uint32_t places, bool local) {
  const ocl::Queue& queue = experiment.queue();
  const ocl::Buffer ring = upload(queue, ring_of(places)), place = upload(queue, Ring{0});
  const StudyProgram program(experiment, "sharpen_latency.cl", {{"PLACES", local ? places : 1}});
  const ocl::Kernel kernel =
      with_arguments(program.kernel(local ? "follow_local" : "follow_global"), ring, place, steps);
  const std::size_t items = local ? group : 1;
  return launches(experiment, program.source(), {{kernel, whole_groups(kernel, {items, 1}, {items, 1})}},
                  [&queue, ring, place, places] {
                    return first_difference(download<std::uint32_t>(queue, place, 1), Ring{end_of(places)});
                  });
}

double kilobytes(std::uint32_t places) {
  return places * sizeof(std::uint32_t) / 1024.0;
}

}  // namespace

void measure_latency(Experiment& experiment) {
  const DeviceInfo& device = experiment.session().device();
  const std::size_t chart = experiment.add_chart(
      fmt::format("{} reads, each of the place that the last one names", steps), "KB to read from");
  const auto add = [&](const std::string& line, std::uint32_t places, bool local) {
    experiment.add(chart, line, kilobytes(places),
                   [&experiment, places, local] { return follow(experiment, places, local); });
  };
  const auto near = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(std::bit_floor(device.local_memory / 2 / sizeof(std::uint32_t)), 1, 4096));
  const auto most = std::max(std::bit_floor(static_cast<std::uint32_t>(experiment.scaled(longest))), shortest);
  add("local memory", near, true);
  for (std::uint32_t places = shortest; places < most; places *= 16) add("global memory", places, false);
  add("global memory", most, false);
  experiment.measure();
  experiment.report().claims.push_back(
      Judgement(experiment, 24, "Local memory is 100 times as fast as global memory.")
          .faster({chart, "local memory", kilobytes(near)}, {chart, "global memory", kilobytes(most)}, claimed)
          .claim());
}

}  // namespace lenslet::study
