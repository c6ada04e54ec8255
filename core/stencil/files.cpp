// The files that a schedule needs.
#include "stencil/files.hpp"

#include "stencil/running.hpp"
#include "stencil/tile.hpp"

namespace lenslet::stencil {
namespace {

// Whether sums down columns come first. This order takes fewer instructions where registers hold a window's rows. It
// saves none where masks are combined.
bool adds_columns_first(const Problem& problem, const Schedule& schedule) {
  constexpr int highest_window = 5;
  return schedule.lanes == Lanes::packed && schedule.passes == Passes::separated_window && !sweeps(schedule) &&
         !problem.combines() && problem.height() <= highest_window;
}

std::vector<std::string> skeleton_of(const Problem& problem, const Schedule& schedule) {
  if (schedule.selection == Selection::histogram) return {"outputs.cl", "rank_histogram.cl"};
  if (schedule.selection == Selection::columns) return {"outputs.cl", "rank_strip.cl", "rank_columns.cl"};
  if (schedule.selection == Selection::sorted) return {"outputs.cl", "rank_strip.cl", "rank_sorted.cl"};
  if (schedule.selection == Selection::tiles)
    return {"outputs.cl", "rank_tiles.cl", levels_of_tiles, "rank_tiles_kernel.cl"};
  if (schedule.selection == Selection::bitwise) return {"rank_bitwise.cl", "outputs.cl", "kernels.cl"};
  if (schedule.passes == Passes::chords) return {"outputs.cl", "kernels.cl", "chords.cl"};
  if (schedule.passes == Passes::running) return running_files(schedule, problem);
  const bool general = schedule.coefficients == Coefficients::general;
  if (general && !problem.linear()) return {"listed_rows.cl", "general_network.cl", "outputs.cl", "kernels.cl"};
  if (general) return {"listed_rows.cl", "taps.cl", "general.cl", "outputs.cl", "kernels.cl"};
  if (!problem.linear()) return {"window.cl", "outputs.cl", "kernels.cl"};
  if (adds_columns_first(problem, schedule)) return {"taps.cl", "packed_columns.cl", "outputs.cl", "kernels.cl"};
  return {"taps.cl", is_separated(schedule.passes) ? "separated.cl" : "linear.cl", "outputs.cl", "kernels.cl"};
}

}  // namespace

bool calls_body(const Problem& problem, const Schedule& schedule) {
  const bool listed = schedule.coefficients == Coefficients::general && !problem.linear();
  return !problem.stencil.body.empty() && schedule.selection == Selection::network && !listed &&
         schedule.passes != Passes::running && schedule.passes != Passes::chords;
}

std::vector<std::string> files_of(const Problem& problem, const Schedule& schedule) {
  std::vector<std::string> files{"types.cl", "lanes.cl"};
  if (schedule.vector > max_standard_vector) files.push_back("wide.cl");
  files.emplace_back("intrinsics.cl");
  if (problem.epilogue || problem.prologue)
    files.insert(files.end(), {"epilogue_types.cl", functions_begin, "point.cl"});
  if (problem.prologue) files.emplace_back("prologue.cl");
  files.emplace_back("memory.cl");
  if (problem.epilogue) files.emplace_back("epilogue.cl");
  files.insert(files.end(), {"operands.cl", "body.cl", "border.cl", "storage.cl"});
  if (loads_words(schedule.lanes)) files.push_back("words.cl");
  if (schedule.lanes == Lanes::packed) files.push_back("packed.cl");
  files.push_back("access.cl");
  if (calls_body(problem, schedule)) files.push_back(problem.stencil.body);
  files.push_back("edges.cl");
  if (loads_words(schedule.lanes)) files.push_back("word_rows.cl");
  files.insert(files.end(), {"border_path.cl", "tile.cl"});
  if (problem.stencil.inputs > 1) files.emplace_back("others.cl");
  if (problem.producer) files.insert(files.end(), {"producer.cl", "producer_tile.cl"});
  for (const std::string& file : skeleton_of(problem, schedule)) files.push_back(file);
  if (sweeps(schedule)) files.emplace_back("word_sweep.cl");
  if (has_edge_groups(schedule)) files.push_back("word_blocks.cl");
  if (schedule.passes == Passes::separated_strip) {
    files.emplace_back("strip_lines.cl");
    if (problem.producer) files.emplace_back("producer_lines.cl");
    files.emplace_back("strip.cl");
  }
  if (schedule.edges == Edges::pad) files.push_back("pad.cl");
  return files;
}

}  // namespace lenslet::stencil
