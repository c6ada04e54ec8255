// storage: where the pixels of a pyramid lie: one buffer, a view of it, images, or arrays of images. Filters read and
// write one storage.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "studies/judgement.hpp"
#include "studies/pyramid_work.hpp"

namespace lenslet::study {
namespace {

constexpr Storage storages[] = {Storage::buffer, Storage::image_buffer, Storage::image, Storage::image_array};

// The share of the pixels on a CPU, where image objects are functions, two orders of magnitude slower than loads.
constexpr double share_on_a_cpu = 1.0 / 32;

struct Group {
  const char* name;
  const char* word;
};

constexpr Group runtime{"runtime's group", "gauto"};
constexpr Group square{"16 x 16", "g16x16"};

std::string line_of(Storage storage, const Group& group, bool local) {
  return fmt::format("{}, {}{}", name_of(storage), group.name, local ? ", local" : "");
}

// Adds both charts and returns the one with local memory.
std::size_t measure(Experiment& experiment, const PyramidWork& work) {
  const std::size_t plain =
      experiment.add_chart("A launch for each filter, without local memory", "filter size, pixels");
  const std::size_t local =
      experiment.add_chart("The same with local memory, filled by two loops", "filter size, pixels");
  std::vector<PyramidLine> lines;
  for (const Storage storage : storages)
    for (const Group& group : {runtime, square}) {
      const auto schedule = [&](const char* words) {
        return kept_in_storage(pixel_schedule(storage, words, group.word));
      };
      lines.push_back({plain, line_of(storage, group, false), schedule("direct.single.constant")});
      lines.push_back({local, line_of(storage, group, true), schedule("local2.single.constant")});
    }
  work.measure(lines);
  return local;
}

// Names the fastest storage; empty where none is faster than all others beyond the noise.
std::string fastest_with_local_memory(const Experiment& experiment, std::size_t chart, int size) {
  const auto at = [&](Storage storage) {
    return ChartPlace{chart, line_of(storage, square, true), static_cast<double>(size)};
  };
  for (const Storage one : storages)
    if (std::ranges::all_of(
            storages, [&](Storage other) { return other == one || surely_faster(experiment, at(one), at(other)); }))
      return std::string(name_of(one));
  return {};
}

Claim judge_crossings(const Experiment& experiment, std::size_t chart) {
  Judgement judgement(experiment, 8);
  std::set<std::string> names;
  std::vector<std::string> figures;
  for (const int size : filter_sizes) {
    const std::string name = fastest_with_local_memory(experiment, chart, size);
    names.insert(name);
    figures.push_back(fmt::format("{} at {}", name.empty() ? "none for sure" : name, size));
  }
  const std::string figure = fmt::format("the fastest: {}", fmt::join(figures, ", "));
  const bool ties = names.erase("") > 0;
  if (names.empty() || (names.size() == 1 && ties)) return judgement.leaves_open(figure).claim();
  return judgement.shows(names.size() > 1, figure).claim();
}

Claim judge_launches(const Experiment& experiment, const PyramidWork& work) {
  Judgement judgement(experiment, 9);
  if (work.octaves() < 4) return judgement.cannot(fmt::format("{} octaves at this scale", work.octaves())).claim();
  for (const Storage storage : storages) {
    int launches = 0;
    if (const auto failure = failure_of([&] { launches = work.launches(storage); }))
      judgement.cannot(fmt::format("{}: {}", name_of(storage), *failure));
    else
      judgement.shows(launches == (storage == Storage::image ? 16 : 4),
                      fmt::format("{}: {}", name_of(storage), launches));
  }
  return judgement.claim();
}

// The literature's figure of local memory: the points of both charts with groups of 16 x 16.
StudyChart with_and_without(const StudyReport& report) {
  StudyChart chart{"Groups of 16 x 16, local memory and none", report.charts[0].x_axis, {}, {}};
  for (const StudyChart& measured : {report.charts[0], report.charts[1]})
    for (const StudyLine& line : measured.lines)
      if (line.name.find(square.name) != std::string::npos) chart.lines.push_back(line);
  return chart;
}

}  // namespace

void storage(Experiment& experiment) {
  const PyramidWork work(experiment, share_on_a_cpu);
  const std::size_t local = measure(experiment, work);
  experiment.report().charts.push_back(with_and_without(experiment.report()));
  experiment.report().claims.push_back(judge_crossings(experiment, local));
  experiment.report().claims.push_back(judge_launches(experiment, work));
}

}  // namespace lenslet::study
