// Equalises on the device: a histogram of all levels, a table for each channel, and its application.
#include <algorithm>

#include <fmt/format.h>

#include "ocl/values.hpp"
#include "op/dimensions.hpp"
#include "ops/histogram/histogram.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr int min_words = 4;  // of a load: CPUs count with fewer, but keep this many in registers

op::Source source_of(std::vector<std::string_view> files, SampleType type) {
  op::Source source(std::move(files));
  source.define("TYPE", op::code_of(type)).define("LEVELS", levels_of(type));
  return source;
}

// Builds the program of the tables, which is the same for all schedules.
ocl::Program table_program(SampleType type, const op::Maker& maker) {
  return maker.program(source_of({"equalize_table.cl"}, type).define("GROUP", merge_group(maker.device())));
}

ocl::Program apply_program(SampleType type, int channels, const DimensionSchedule& schedule, const op::Maker& maker) {
  op::Source source = source_of({"histogram_unit.cl", "equalize.cl"}, type);
  source.define("CHANNELS", channels)
      .define("GROUP", schedule.number("group"))
      .define("VEC", std::max(min_words, schedule.number("v")));
  source.define("LOCAL_TABLE", schedule.word("table") == "local_table" ? 1 : 0);
  return maker.program(source);
}

// Makes a table in which each level stays as it is, the same for all channels.
template <class Level>
std::vector<Level> unchanged(std::uint64_t size, int levels) {
  std::vector<Level> table(size);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<Level>(i % static_cast<std::size_t>(levels));
  return table;
}

ocl::Buffer unchanged_tables(const ocl::Queue& queue, SampleType type, std::uint64_t size) {
  if (type == SampleType::u8) return ocl::upload(queue, unchanged<std::uint8_t>(size, levels_of(type)));
  return ocl::upload(queue, unchanged<std::uint16_t>(size, levels_of(type)));
}

}  // namespace

op::Dimensions equalizer_space() {
  op::Dimensions space = counter_space({"device", "atomic"});
  space.push_back(op::words("table", {"local_table", "global_table"}));
  return space;
}

DimensionSchedule equalizer_initial(const Load& load, const DeviceInfo& device) {
  const bool local = device.kind != DeviceKind::cpu && load.input.type == SampleType::u8;
  std::vector<DimensionSchedule::Chosen> choices = counter_initial(load, device).choices();
  choices.emplace_back("table", local ? "local_table" : "global_table");
  return DimensionSchedule(std::move(choices));
}

std::optional<Exclusion> equalizer_rule(const Load& load, const DeviceInfo& device, const DimensionSchedule& schedule) {
  const std::uint64_t bytes = load.size * size_of(load.input.type);
  if (schedule.word("table") == "local_table" && bytes > device.local_memory)
    return Exclusion{"local-memory",
                     fmt::format("the tables take {} bytes of {} of local memory", bytes, device.local_memory)};
  return counter_rule(load, device, schedule);
}

op::GraphValue Equalizer::add_tables(Graph& graph, op::GraphValue x) {
  const Counter counter(graph, input_, channels_, finder_of_levels(input_.type), schedule_, maker_);
  groups_ = counter.groups();
  const op::GraphValue histogram = graph.scratch(counter.size(), sizeof(std::uint64_t));
  const op::GraphValue tables = graph.keep(unchanged_tables(maker_.queue(), input_.type, counter.size()));
  counter.add(graph, x, histogram);
  graph.launch_groups(graph.kernel(table_program(input_.type, maker_), "table", {merge_group(maker_.device())}),
                      static_cast<std::uint64_t>(kept_ ? channels_ - 1 : channels_), histogram, tables,
                      static_cast<std::uint64_t>(input_.count()) / static_cast<std::uint64_t>(channels_));
  return tables;
}

void Equalizer::add_application(Graph& graph, op::GraphValue x, op::GraphValue tables, op::GraphValue out) const {
  const op::GraphKernel apply = graph.kernel(apply_program(input_.type, channels_, schedule_, maker_), "apply",
                                             {static_cast<std::size_t>(schedule_.number("group"))});
  graph.launch_groups(apply, groups_, x, tables, out, static_cast<std::uint64_t>(input_.count()));
}

Graph make_equalize(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  const ArrayType& input = problem.inputs.front();
  Graph graph(maker);
  if (input.count() == 0) return graph;
  Equalizer equalizer(input, channels_of("equalize", problem.arguments, input), false, schedule, maker);
  const op::GraphValue tables = equalizer.add_tables(graph, Graph::input(0));
  equalizer.add_application(graph, Graph::input(0), tables, Graph::output(0));
  return graph;
}

}  // namespace lenslet::ops
