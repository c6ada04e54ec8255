// divergence: the cost of different paths in a wavefront, and what other spellings gain. Then a median by a sort that
// branches at every step, and the op's median by minima and maxima alone.
#include <algorithm>
#include <array>

#include "studies/kernel_row.hpp"
#include "studies/op_work.hpp"

namespace lenslet::study {
namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr std::int64_t longest = std::int64_t{1} << 21;
constexpr std::size_t group = 256;
constexpr std::uint32_t rounds = 64, path = 16;
constexpr Size high_definition{1920, 1080};

// The places on the charts' axes: which work-items take the same path in each round.
enum Pattern : std::size_t { all_alike, blocks_alike, all_differ };
const std::vector<std::string> patterns = {"all items alike", "64 neighbours alike", "each item its own way"};

struct Operands {
  std::uint32_t item, way, a, b;

  bool bit(std::uint32_t round) const { return (way >> (round & 31) & 1) != 0; }
};

Operands operands(Pattern pattern, std::size_t item) {
  const std::uint32_t way = scrambled(pattern == all_alike ? 1 : pattern == blocks_alike ? item / 64 + 1 : item + 1);
  return {static_cast<std::uint32_t>(item), way, scrambled(item + 77), scrambled(item + 777)};
}

// The kernels' results, modulo 2^32.
std::uint32_t short_paths(const Operands& o) {
  std::uint32_t x = o.item;
  for (std::uint32_t r = 0; r < rounds; ++r) x = 3 * x + (o.bit(r) ? o.a : -o.b);
  return x;
}

std::uint32_t long_paths(const Operands& o) {
  std::uint32_t x = o.item;
  for (std::uint32_t r = 0; r < rounds / 8; ++r)
    for (std::uint32_t k = 0; k < path; ++k) x = o.bit(r) ? x * 1664525u + o.a : (x ^ (x >> 7)) * 2654435761u + o.b;
  return x;
}

std::uint32_t three_conditions(const Operands& o) {
  std::uint32_t x = o.item;
  for (std::uint32_t r = 0; r < rounds; ++r) x = o.bit(r) && o.bit(r + 7) && o.bit(r + 13) ? 3 * x + o.a : 5 * x + o.b;
  return x;
}

std::uint32_t kept_below(const Operands& o) {
  std::uint32_t sum = (o.a & 1) + (o.b & 1);
  for (int shift = 0; shift < 32; shift += 8) {
    const std::uint32_t limit = o.way >> shift & 255;
    for (std::uint32_t f = limit & 63, r = 0; r < rounds; ++r, f += 3)
      if (f < limit) sum += f;
  }
  return sum;
}

struct Kernel {
  std::string line, name;
};

struct Part {
  std::string title;
  std::uint32_t (*expected)(const Operands&);
  std::vector<Kernel> kernels;
};

const Part parts[] = {
    {"Short paths",
     short_paths,
     {{"if/else", "short_if"},
      {"ternary", "short_ternary"},
      {"select", "short_select"},
      {"mask arithmetic", "short_mask"}}},
    {"Long paths", long_paths, {{"if/else", "long_if"}, {"both paths, then select", "long_both"}}},
    {"Three conditions",
     three_conditions,
     {{"chain of && in the if", "chain"}, {"one boolean by &&", "one_boolean"}, {"one boolean by &", "one_bitwise"}}},
    {"f where f < g, of float4",
     kept_below,
     {{"if for each component", "keep_if"},
      {"ternary", "keep_ternary"},
      {"select", "keep_select"},
      {"mask arithmetic", "keep_mask"}}}};

KernelRow row_of(const Experiment& experiment, const Part& part, const std::string& kernel, Pattern pattern,
                 std::size_t count) {
  const auto numbers = [&](std::uint32_t Operands::*member) {
    return upload(experiment.queue(), values_of(count, [=](std::size_t i) { return operands(pattern, i).*member; }));
  };
  const auto expected = [=, &part] {
    return values_of(count, [&](std::size_t i) { return part.expected(operands(pattern, i)); });
  };
  return {
      "divergence.cl",
      kernel,
      {{"ROUNDS", rounds}},
      {numbers(&Operands::way), numbers(&Operands::a), numbers(&Operands::b), output<std::uint32_t>(count, expected)},
      whole_groups(experiment, {count, 1}, {group, 1})};
}

void measure_part(Experiment& experiment, const Part& part, std::size_t count) {
  const std::size_t chart =
      experiment.add_chart(fmt::format("{}, {} items", part.title, count), "who goes the same way", patterns);
  for (const Kernel& kernel : part.kernels)
    for (const Pattern pattern : {all_alike, blocks_alike, all_differ})
      add(experiment, chart, kernel.line, static_cast<double>(pattern),
          [=, &experiment, &part, &kernel] { return row_of(experiment, part, kernel.name, pattern, count); });
  experiment.measure();
}

using Pixels = std::vector<float>;

Pixels pixels_of(Size size) {
  return values_of(static_cast<std::size_t>(size.width * size.height),
                   [](std::size_t i) { return static_cast<float>(scrambled(i) % 4096); });
}

Pixels medians(Size size) {
  const Pixels pixels = pixels_of(size);
  return values_of(pixels.size(), [&](std::size_t at) {
    const auto y = static_cast<std::int64_t>(at) / size.width, x = static_cast<std::int64_t>(at) % size.width;
    std::array<float, 9> window{};
    for (std::int64_t i = 0; i < 9; ++i) {
      const auto row = std::clamp<std::int64_t>(y + i / 3 - 1, 0, size.height - 1);
      const auto column = std::clamp<std::int64_t>(x + i % 3 - 1, 0, size.width - 1);
      window[static_cast<std::size_t>(i)] = pixels[static_cast<std::size_t>(row * size.width + column)];
    }
    std::ranges::nth_element(window, window.begin() + 4);
    return window[4];
  });
}

KernelRow bubble_row(const Experiment& experiment, Size size) {
  const auto width = static_cast<std::size_t>(size.width), height = static_cast<std::size_t>(size.height);
  return {"divergence_median.cl",
          "median_bubble",
          {},
          {upload(experiment.queue(), pixels_of(size)), output<float>(width * height, [size] { return medians(size); }),
           static_cast<std::int32_t>(size.width), static_cast<std::int32_t>(size.height)},
          whole_groups(experiment, {width, height}, {16, 16})};
}

void measure_median(Experiment& experiment) {
  const Size size = experiment.scaled(high_definition);
  const std::size_t chart = experiment.add_chart(fmt::format("Median of 3 x 3, {} x {} f32", size.width, size.height),
                                                 "kernel", {"bubble sort", "network", "the library's op"});
  add(experiment, chart, "median", 0, [&experiment, size] { return bubble_row(experiment, size); });
  const OpWork work(experiment, image_work({"median"}, {SampleType::f32, 1}, size, {.border = Border::replicate}));
  const std::size_t side = experiment.group(256) == 256 ? 16 : 8;
  work.add(chart, "median", 1, fmt::format("buffer.direct.single.literal.clamp.v1.x1.y1.g{0}x{0}", side));
  work.add(chart, "median", 2, "");
  experiment.measure();
}

}  // namespace

void divergence(Experiment& experiment) {
  for (const Part& part : parts)
    measure_part(experiment, part, static_cast<std::size_t>(experiment.scaled(longest, group)));
  measure_median(experiment);
}

}  // namespace lenslet::study
