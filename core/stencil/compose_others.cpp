// Lists what prologue.cl and producer.cl want to know.
#include "stencil/compose_others.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "kernel_texts.hpp"
#include "stencil/composite.hpp"
#include "stencil/packing.hpp"
#include "stencil/taps.hpp"

namespace lenslet::stencil {
namespace {

void define_prologue(Defines& defines, const op::Epilogue& points) {
  defines.add("NUMBERS_BEFORE", points.numbers);
  defines.add("STEPS_BEFORE", points.steps);
  defines.add("LAST_VALUE_BEFORE", points.last_value);
  defines.add("TABLES_BEFORE(F)", points.table_list);
}

void define_producers_mask(Defines& defines, const Problem& producer) {
  const Passes passes = goes_along_rows(producer) ? Passes::separated_window : Passes::single;
  std::string list;
  for (const double tap : taps_of(producer, passes, {0})) list += (list.empty() ? "" : ", ") + float_literal(tap);
  defines.add("PRODUCER_TAPS", "{" + list + "}");
  defines.add("PRODUCER_AFFINE", producer.stencil.scale == 1 ? 0 : 1);
  defines.add("PRODUCER_SCALE", float_literal(producer.stencil.scale));
  defines.add("PRODUCER_DELTA", float_literal(producer.stencil.delta));
  defines.add("PRODUCER_IN_RANGE", gives_only_bytes(producer) ? 1 : 0);
}

// What producer.cl is told.
void define_producer(Defines& defines, const Problem& producer) {
  defines.add("PRODUCED", 1);
  defines.add("PRODUCER_RADIUS_X", producer.stencil.radius_x);
  defines.add("PRODUCER_RADIUS_Y", producer.stencil.radius_y);
  defines.add("PRODUCER_EXTREME", static_cast<int>(producer.stencil.extreme));
  defines.add("PRODUCER_SEPARATED", goes_along_rows(producer) ? 1 : 0);
  if (producer.linear()) define_producers_mask(defines, producer);
}

}  // namespace

void define_others(Defines& defines, const Problem& problem) {
  if (problem.prologue) define_prologue(defines, problem.prologue->points);
  if (problem.producer) define_producer(defines, *problem.producer);
}

std::string functions_of(const Problem& problem) {
  std::vector<std::pair<std::string, std::string>> functions;  // some call others that are before them
  const auto add = [&](const op::Epilogue& points) {
    for (const auto& function : points.functions)
      if (std::ranges::count(functions, function) == 0) functions.push_back(function);
  };
  if (problem.prologue) add(problem.prologue->points);
  if (problem.epilogue) add(*problem.epilogue);
  std::string text = "\n";
  for (const auto& [file, type] : functions) text += kernel_text_with(file, "TYPE", type);
  return text + "#undef TYPE\n";
}

}  // namespace lenslet::stencil
