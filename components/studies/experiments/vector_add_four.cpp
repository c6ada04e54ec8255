// vector-add, second part: four elements for each work-item: scalars side by side, scalars a group apart, or one
// vector.
#include "studies/experiments/vector_add.hpp"
#include "studies/kernel_row.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t group_of_figure = 64;  // of the source's figure
constexpr std::int64_t smallest = 512;       // two groups of 64
constexpr std::int64_t max_elements = std::int64_t{1} << 26;

float value_at(std::size_t i) {
  return static_cast<float>(i % 16);
}

// The element that an item takes as its k-th.
using Place = std::size_t (*)(std::size_t item, std::size_t k, std::size_t group);

std::size_t side_by_side(std::size_t item, std::size_t k, std::size_t) {
  return 4 * item + k;
}

std::size_t group_apart(std::size_t item, std::size_t k, std::size_t group) {
  return item / group * group * 4 + item % group + k * group;
}

KernelRow row_of(const ocl::Buffer& in, const char* kernel, Place place, std::size_t group) {
  const std::size_t items = in.bytes() / sizeof(float) / 4;
  const auto expected = [items, place, group] {
    return values_of(items, [&](std::size_t i) {
      float sum = 0;
      for (std::size_t k = 0; k < 4; ++k) sum += value_at(place(i, k, group));
      return sum;
    });
  };
  return {"vector_add_four.cl", kernel, {}, {in, output<float>(items, expected)}, launch_of(items / group, group)};
}

}  // namespace

void add_four_elements(Experiment& experiment) {
  const std::size_t chart = experiment.add_chart("Four elements an item", "elements");
  const std::size_t group = experiment.group(group_of_figure);
  for (std::int64_t full = max_elements; full >= smallest; full /= 64) {
    const auto count = static_cast<std::size_t>(experiment.scaled(full, smallest));
    const auto in = lazy([&experiment, count] { return upload(experiment.queue(), values_of(count, value_at)); });
    const auto add_way = [&](const char* line, const char* kernel, Place place) {
      add(experiment, chart, line, static_cast<double>(count),
          [in, kernel, place, group] { return row_of(in.get(), kernel, place, group); });
    };
    add_way("four scalars side by side", "scalars", side_by_side);
    add_way("four scalars a group apart", "scalars_apart", group_apart);
    add_way("a float4", "vector", side_by_side);
  }
  experiment.measure();
}

}  // namespace lenslet::study
