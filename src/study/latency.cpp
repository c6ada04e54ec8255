// A chain of dependent reads through each kind of memory.
#include "study/latency.hpp"

#include <algorithm>
#include <bit>

#include "study/kernel_row.hpp"

namespace lenslet::study {
namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr std::uint32_t steps = 1u << 15;
constexpr std::uint32_t short_cycle = 2048;                 // 8 KB: fits the texture cache and local memory
constexpr std::int64_t long_cycle = std::int64_t{1} << 26;  // 256 MB: fits no cache

struct Memory {
  const char* name;
  const char* kernel;
};

constexpr Memory memories[] = {{"global", "global_memory"},
                               {"texture cache", "image_object"},
                               {"local", "local_memory"},
                               {"private", "private_memory"}};

std::uint32_t next(std::uint32_t at, std::uint32_t length) {
  return (at * 1664525u + 1013904223u) & (length - 1);
}

KernelRow row_of(const ocl::Queue& queue, const std::string& kernel, std::uint32_t length) {
  Numbers cycle(length);
  for (std::uint32_t at = 0; at < length; ++at) cycle[at] = next(at, length);
  const auto end = [length] {
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; i < steps; ++i) at = next(at, length);
    return Numbers{at};
  };
  Argument from = upload(queue, cycle);
  if (kernel == "image_object") from = queue.view(std::get<ocl::Buffer>(from), PixelType::f32);  // texels of 32 bits
  return {"latency.cl", kernel, {{"LENGTH", short_cycle}}, {from, steps, output(Numbers{0}, end)}, launch_of(1, 1)};
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
    add(experiment, chart, "one work-item", static_cast<double>(i), [&queue = experiment.queue(), i, longest] {
      return row_of(queue, memories[i].kernel, i == 0 ? longest : short_cycle);
    });
  experiment.measure();
  experiment.note(
      fmt::format("Latency: global memory is {} bytes, what a cache and local memory hold {}; private memory "
                  "is a multiply-add in registers in place of each read.",
                  longest * sizeof(std::uint32_t), short_cycle * sizeof(std::uint32_t)));
}

}  // namespace lenslet::study
