// tile-fill: how a work-group copies its tile to local memory: by two loops, by one, or by the better of both.
#include <fmt/format.h>

#include <lenslet/schedule.hpp>

#include "session/problem.hpp"
#include "stencil/tile.hpp"
#include "studies/pyramid_work.hpp"

namespace lenslet::study {
namespace {

struct Fill {
  const char* name;
  const char* staging;
};

constexpr Fill fills[] = {{"2-loop", "local2"}, {"1-loop", "local1"}, {"hybrid", "local"}};

std::string schedule_of(Storage storage, const Fill& fill) {
  return pixel_schedule(storage, std::string(fill.staging) + ".single.constant");
}

// Shows the rounds of each work-item with groups of 16 x 16, as the library composes them.
void add_rounds(Experiment& experiment, Storage storage) {
  StudyTable table{"Rounds of the filling loops with groups of 16 x 16",
                   {"filter", "tile", "samples", "2-loop", "1-loop", "hybrid", "hybrid is"},
                   {}};
  for (const int size : filter_sizes) {
    const stencil::Problem problem = problem_of({"scharr", {{"ksize", std::int64_t{size}}}}, {SampleType::f32, 1}, {});
    const auto tile = [&](const Fill& fill) {
      return stencil::tile_of(parse_schedule(schedule_of(storage, fill)), problem);
    };
    const stencil::Tile two = tile(fills[0]), one = tile(fills[1]), hybrid = tile(fills[2]);
    table.rows.push_back({fmt::format("{0} x {0}", size), fmt::format("{} x {}", two.width, two.rows),
                          fmt::format("{}", two.width * two.rows), fmt::format("{}", two.rounds),
                          fmt::format("{}", one.rounds), fmt::format("{}", hybrid.rounds),
                          fmt::format("{}-loop", hybrid.loops)});
  }
  experiment.report().tables.push_back(std::move(table));
}

}  // namespace

void tile_fill(Experiment& experiment) {
  const Storage storage = experiment.on_a_cpu() ? Storage::buffer : Storage::image;
  const std::size_t chart = experiment.add_chart(
      fmt::format("Filling the tile, storage {}, groups of 16 x 16", name_of(storage)), "filter size, pixels");
  std::vector<PyramidLine> lines;
  for (const Fill& fill : fills) lines.push_back({chart, fill.name, schedule_of(storage, fill)});
  PyramidWork(experiment).measure(lines);
  add_rounds(experiment, storage);
}

}  // namespace lenslet::study
