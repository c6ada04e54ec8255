// Draws a picture of a histogram: steps for each channel, in its colour.
#include <fmt/format.h>

#include "ops/histogram/histogram.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

constexpr std::int64_t max_steps = 1024;  // with more, a step is narrower than a picture's dots

struct Channel {
  const char* name;
  Ink ink;
};

// Names channels as images have them. The last of two or four is alpha.
std::vector<Channel> channels_named(int count) {
  const Channel alpha{"alpha", Ink::grey};
  if (count == 1) return {{"all", Ink::accent}};
  if (count == 2) return {{"grey", Ink::accent}, alpha};
  std::vector<Channel> channels{{"red", Ink::red}, {"green", Ink::green}, {"blue", Ink::blue}};
  if (count == 4) channels.push_back(alpha);
  return channels;
}

// Makes steps. Each step is `together` neighbouring bins.
PlotSeries steps_of(const Channel& channel, std::span<const std::uint64_t> counts, const Bins& bins,
                    std::int64_t together) {
  PlotSeries series{.name = channel.name, .mark = Mark::steps, .ink = channel.ink, .x = {bins.low}};
  const double width = (double{bins.high} - bins.low) / bins.count;
  for (std::int64_t first = 0; first < bins.count; first += together) {
    const std::int64_t end = std::min<std::int64_t>(first + together, bins.count);
    std::uint64_t sum = 0;
    for (std::int64_t bin = first; bin < end; ++bin) sum += counts[static_cast<std::size_t>(bin)];
    series.x.push_back(bins.low + width * static_cast<double>(end));
    series.y.push_back(static_cast<double>(sum));
  }
  return series;
}

}  // namespace

Plot histogram_plot(const op::Instance& problem, const std::vector<Array>& in, const std::vector<Array>& out) {
  const ArrayType& type = in[0].type();
  const Bins bins = bins_of(problem.arguments, type.type);
  const std::vector<Channel> channels = channels_named(channels_of("histogram", problem.arguments, type));
  const std::int64_t together = divide_up(bins.count, max_steps);
  Plot plot{fmt::format("Histogram of {}", to_string(type)),
            fmt::format("{} bins", bins.count),
            "value",
            together == 1 ? "elements in a bin" : fmt::format("elements in {} bins", together),
            {}};
  const auto counts = out[0].as<std::uint64_t>();
  const auto size = static_cast<std::size_t>(bins.count);
  for (std::size_t i = 0; i < channels.size(); ++i)
    plot.series.push_back(steps_of(channels[i], counts.subspan(i * size, size), bins, together));
  return plot;
}

}  // namespace lenslet::ops
