// histogram: bins for each work-item, or for a group with atomics, and how many pixels a group takes.
#include <fmt/format.h>

#include "rounding.hpp"
#include "study/judgement.hpp"
#include "study/launch.hpp"
#include "study/lazy.hpp"
#include "study/studies/histogram_counter.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

using namespace counting;

constexpr Size full_sizes[] = {{1024, 1024}, {4096, 4096}};

constexpr Line lines[] = {
    {"private bins, buffer", Way::private_bins, false},
    {"atomics, buffer", Way::atomics, false},
    {"atomics, chosen groups, buffer", Way::chosen, false},
    {"private bins, image", Way::private_bins, true},
    {"atomics, image", Way::atomics, true},
    {"atomics, chosen groups, image", Way::chosen, true},
};

struct Charts {
  std::size_t random, equal, whole;
  double small, large;  // pixels
};

Charts measure(Experiment& experiment) {
  Charts charts{experiment.add_chart("Histogram of random pixels, kernels alone", "pixels"),
                experiment.add_chart("Histogram of pixels that are all alike, kernels alone", "pixels"),
                experiment.add_chart("Histogram of random pixels with read-back and merge", "pixels"), 0, 0};
  for (const Size& full : full_sizes) {
    const Size size = experiment.scaled(full);
    const auto pixels = static_cast<double>(size.width * size.height);
    (charts.small > 0 ? charts.large : charts.small) = pixels;
    const Lazy random([&experiment, size] { return make_picture(experiment.queue(), size, false); });
    const Lazy equal([&experiment, size] { return make_picture(experiment.queue(), size, true); });
    const auto add = [&](std::size_t chart, const Line& line, const Lazy<const Picture>& picture) {
      experiment.add(chart, line.name, pixels, [&experiment, &line, picture, whole = chart == charts.whole] {
        return ready(experiment, line, picture.get(), whole);
      });
    };
    for (const Line& line : lines) {
      add(charts.random, line, random);
      add(charts.equal, line, equal);
      if (!line.image) add(charts.whole, line, random);
    }
  }
  experiment.measure();
  return charts;
}

Claim judge_groups(const Experiment& experiment, const Charts& charts) {
  const auto units = static_cast<std::size_t>(experiment.session().device().compute_units);
  const std::size_t fixed = divide_up(static_cast<std::size_t>(charts.small), pixels_of_group);
  Judgement judgement(experiment, 48);
  if (fixed % units == 0)
    return judgement.cannot(fmt::format("here {} compute units divide the {} groups of 65536 pixels", units, fixed))
        .claim();
  return judgement
      .faster({charts.random, lines[2].name, charts.small}, {charts.random, lines[1].name, charts.small}, 1 / 1.05)
      .claim();
}

void run(Experiment& experiment) {
  const Charts charts = measure(experiment);
  experiment.report().claims.push_back(judge_groups(experiment, charts));
  experiment.note(
      "The original's bins for each work-item are uchar: 256 equal pixels count as 0, so it is wrong on even areas. "
      "These are ushort, 24 KB of local memory for 16 work-items instead of 12, which leaves fewer groups on a unit.");
  experiment.note(
      "Corrected besides: blue was read from alpha and all channels were written from red's bins; the image kernel "
      "wrote sub-histograms over each other; the last group's bounds let one pixel too many pass.");
}

}  // namespace

Study histogram() {
  return {{.name = "histogram",
           .summary = "Histograms with bins for each work-item or atomics, from buffers and image objects."},
          run};
}

}  // namespace lenslet::study
