// A chain of dependent reads through each kind of memory.
#include "study/latency.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include <fmt/format.h>

#include "study/launch.hpp"
#include "study/program.hpp"

namespace lenslet::study {
namespace {

constexpr std::uint32_t steps = 1u << 15;
constexpr std::uint32_t short_cycle = 2048;                 // 8 KB: fits the texture cache and local memory
constexpr std::int64_t long_cycle = std::int64_t{1} << 26;  // 256 MB: fits no cache

struct Memory {
  const char* name;
  const char* kernel;
  bool is_long;
  bool is_image;
};

constexpr Memory memories[] = {{"global", "global_memory", true, false},
                               {"texture cache", "image_object", false, true},
                               {"local", "local_memory", false, false},
                               {"private", "private_memory", false, false}};

std::uint32_t next(std::uint32_t at, std::uint32_t length) {
  return (at * 1664525u + 1013904223u) & (length - 1);
}

std::vector<std::uint32_t> cycle_of(std::uint32_t length) {
  std::vector<std::uint32_t> cycle(length);
  for (std::uint32_t at = 0; at < length; ++at) cycle[at] = next(at, length);
  return cycle;
}

std::uint32_t end_of(std::uint32_t length) {
  std::uint32_t at = 0;
  for (std::uint32_t i = 0; i < steps; ++i) at = next(at, length);
  return at;
}

Ready ready(const Experiment& experiment, const Memory& memory, std::uint32_t length) {
  const ocl::Queue& queue = experiment.queue();
  const StudyProgram program(experiment, "latency.cl", {{"LENGTH", short_cycle}});
  const ocl::Buffer cycle = upload(queue, cycle_of(length));
  const ocl::Buffer result = upload(queue, std::vector<std::uint32_t>{0});
  auto kernel = std::make_shared<ocl::Kernel>(program.kernel(memory.kernel));
  std::shared_ptr<const ocl::ImageObject> image;
  if (memory.is_image) {
    image = std::make_shared<const ocl::ImageObject>(queue.view(cycle, PixelType::f32));  // texels of 32 bits
    kernel->set(0, *image);
  } else {
    kernel->set(0, cycle);
  }
  kernel->set(1, steps);
  kernel->set(2, result);
  const auto run = [&queue, kernel, cycle, image, result] { return launch_ms(queue, *kernel, launch_of(1, 1)); };
  const auto fault = [&queue, result, length]() -> std::optional<std::string> {
    const std::uint32_t got = download<std::uint32_t>(queue, result, 1).front();
    if (got == end_of(length)) return {};
    return fmt::format("the chain ends at {}, not at {}", got, end_of(length));
  };
  return {run, fmt::format("{} reads that wait for each other, in {} bytes", steps, length * sizeof(std::uint32_t)),
          program.source(), fault};
}

}  // namespace

void measure_latency(Experiment& experiment) {
  std::vector<std::string> names;
  for (const Memory& memory : memories) names.emplace_back(memory.name);
  const std::size_t chart =
      experiment.add_chart(fmt::format("{} reads that wait for each other", steps), "memory", names);
  const auto scaled = static_cast<std::uint32_t>(experiment.scaled(long_cycle));
  const std::uint32_t longest = std::max(std::bit_floor(scaled), short_cycle);
  for (std::size_t i = 0; i < std::size(memories); ++i)
    experiment.add(chart, "one work-item", static_cast<double>(i), [&experiment, i, longest] {
      return ready(experiment, memories[i], memories[i].is_long ? longest : short_cycle);
    });
  experiment.measure();
  experiment.note(
      fmt::format("Latency: global memory is {} bytes, what a cache and local memory hold {}; private memory "
                  "is a multiply-add in registers in place of each read.",
                  longest * sizeof(std::uint32_t), short_cycle * sizeof(std::uint32_t)));
}

}  // namespace lenslet::study
