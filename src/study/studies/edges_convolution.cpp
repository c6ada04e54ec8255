// edges, second part: the convolution of many integers with a long mask.
#include <algorithm>
#include <memory>

#include "study/kernel_row.hpp"
#include "study/lazy.hpp"
#include "study/studies/edges.hpp"

namespace lenslet::study::border {
namespace {

constexpr std::size_t group = 256;
constexpr std::int64_t longest = std::int64_t{1} << 20;
constexpr std::int64_t shortest = 4 * static_cast<std::int64_t>(group);  // so that no mask reaches both ends

using Numbers = std::vector<std::uint32_t>;

struct Problem {
  std::int32_t count, taps;
  Numbers padded, expected;  // the input has zeros round it
  ocl::Buffer in, in_padded, mask;
};

// Products of such numbers overflow; unsigned ones do so modulo 2^32 in C++ and OpenCL C alike.
Numbers numbers(std::size_t count, std::uint32_t seed) {
  Numbers result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = scrambled(static_cast<std::uint32_t>(i) + seed);
  return result;
}

Numbers convolved(const Numbers& padded, const Numbers& mask, std::size_t count) {
  Numbers sums(count);
  for (std::size_t j = 0; j < mask.size(); ++j)
    for (std::size_t i = 0; i < count; ++i) sums[i] += padded[i + j] * mask[j];
  return sums;
}

std::shared_ptr<const Problem> make_problem(const ocl::Queue& queue, std::size_t count, std::size_t taps) {
  const Numbers in = numbers(count, 2009), mask = numbers(taps, 42);
  Numbers padded(count + 2 * (taps / 2));
  std::ranges::copy(in, padded.begin() + static_cast<std::ptrdiff_t>(taps / 2));
  Numbers expected = convolved(padded, mask, count);
  return std::make_shared<const Problem>(Problem{static_cast<std::int32_t>(count), static_cast<std::int32_t>(taps),
                                                 padded, std::move(expected), upload(queue, in), upload(queue, padded),
                                                 upload(queue, mask)});
}

KernelRow row_of(const std::shared_ptr<const Problem>& p, const std::string& kernel, const ocl::Buffer& in) {
  return {"edges_convolution.cl",
          kernel,
          {},
          {in, p->mask, output<std::uint32_t>(p->expected.size(), [p] { return p->expected; }), p->count, p->taps},
          Items{{p->expected.size(), 1}, {group, 1}}};
}

std::vector<KernelRow> rows_of(const ocl::Queue& queue, const std::shared_ptr<const Problem>& p,
                               const std::string& kernel, bool copy) {
  if (!copy) return {row_of(p, kernel, kernel == "padded_taps" ? p->in_padded : p->in)};
  const ocl::Buffer in = queue.allocate(p->in_padded.bytes());
  const KernelRow pad{
      "edges_convolution.cl", "pad_taps", {}, {p->in, in, p->count, p->taps}, Items{{p->padded.size(), 1}, {group, 1}}};
  return {pad, row_of(p, kernel, in)};
}

}  // namespace

void add_convolution(Experiment& experiment) {
  const std::int64_t count = std::max(experiment.scaled(longest, static_cast<std::int64_t>(group)), shortest);
  const std::size_t chart =
      experiment.add_chart(fmt::format("Convolution of {} integers, zeros outside", count), "coefficients");
  for (const int taps : {33, 129, most_taps}) {
    const Lazy problem([&experiment, count, taps] {
      return make_problem(experiment.queue(), static_cast<std::size_t>(count), static_cast<std::size_t>(taps));
    });
    const auto line = [&](const std::string& name, const std::string& kernel, bool copy) {
      add(experiment, chart, name, taps,
          [&queue = experiment.queue(), problem, kernel, copy] { return rows_of(queue, problem.get(), kernel, copy); });
    };
    line("nested ifs", "nested_ifs", false);
    line("padded", "padded_taps", false);
    line("padded, copy included", "padded_taps", true);
    line("min/max bounds", "bounded_taps", false);
  }
}

}  // namespace lenslet::study::border
