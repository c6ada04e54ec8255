// edges, second part: a convolution of many integers with a long mask. Its ways are listings.
#include <algorithm>

#include "studies/experiments/convolution.hpp"
#include "studies/experiments/edges.hpp"

namespace lenslet::study {
namespace {

constexpr std::int64_t longest = std::int64_t{1} << 20;
constexpr std::int64_t shortest = 4 * static_cast<std::int64_t>(Signal::group);  // no mask then reaches both ends

// Products of these numbers overflow. Unsigned ones do so modulo 2^32, in C++ and in OpenCL C.
Signal make_signal(const ocl::Queue& queue, std::size_t count, std::size_t taps) {
  const Numbers in = values_of(count, [](std::size_t i) { return scrambled(i + 2009); });
  const Numbers mask = values_of(taps, [](std::size_t i) { return scrambled(i + 42); });
  Numbers padded(count + 2 * (taps / 2));
  std::ranges::copy(in, padded.begin() + static_cast<std::ptrdiff_t>(taps / 2));
  return {padded, mask, count, upload(queue, in), upload(queue, padded), upload(queue, mask)};
}

std::int64_t signal_length(const Experiment& experiment) {
  return std::max(experiment.scaled(longest, static_cast<std::int64_t>(Signal::group)), shortest);
}

}  // namespace

Numbers convolved(const Signal& signal) {
  Numbers sums(signal.count);
  for (std::size_t j = 0; j < signal.mask.size(); ++j)
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += signal.padded[i + j] * signal.mask[j];
  return sums;
}

std::vector<KernelRow> convolution_rows(const Experiment& experiment, const Lazy<Signal>& shared,
                                        const std::string& listing, bool copied) {
  const Signal& signal = shared.get();
  const auto count = static_cast<std::int32_t>(signal.count), taps = static_cast<std::int32_t>(signal.mask.size());
  const auto launch = [&](std::size_t items) { return whole_groups(experiment, {items, 1}, {Signal::group, 1}); };
  const Output out = output<std::uint32_t>(signal.count, [shared] { return convolved(shared.get()); });
  KernelRow row{listing + ".cl", "convolve", {}, {signal.in, signal.taps, out, count, taps}, launch(signal.count)};
  if (listing == "convolve-padded") row.arguments = {signal.in_padded, signal.taps, out, taps};
  if (!copied) return {row};
  const ocl::Buffer copy = experiment.queue().allocate(signal.in_padded.bytes());
  row.arguments[0] = copy;
  return {{"edges_convolution.cl", "pad_taps", {}, {signal.in, copy, count, taps}, launch(signal.padded.size())}, row};
}

namespace {

struct Line {
  const char* name;
  const char* listing;
  bool copied = false;
};

constexpr Line lines[] = {{"nested ifs", "convolve-ifs"},
                          {"padded", "convolve-padded"},
                          {"padded, copy included", "convolve-padded", true},
                          {"min/max bounds", "convolve-bounded"}};

}  // namespace

void add_convolutions(Experiment& experiment,
                      const std::function<void(std::size_t chart, double taps, const Lazy<Signal>& signal)>& add_ways) {
  const std::int64_t count = signal_length(experiment);
  const std::size_t chart =
      experiment.add_chart(fmt::format("Convolution of {} integers, zeros outside", count), "coefficients");
  for (const std::size_t taps : {33, 129, 257})
    add_ways(chart, static_cast<double>(taps), lazy([&queue = experiment.queue(), count, taps] {
               return make_signal(queue, static_cast<std::size_t>(count), taps);
             }));
}

void measure_convolution(Experiment& experiment) {
  add_convolutions(experiment, [&](std::size_t chart, double taps, const Lazy<Signal>& signal) {
    for (const Line& line : lines)
      add(experiment, chart, line.name, taps,
          [&experiment, &line, signal] { return convolution_rows(experiment, signal, line.listing, line.copied); });
  });
  experiment.measure();
}

}  // namespace lenslet::study
