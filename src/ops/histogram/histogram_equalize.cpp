// Equalisation: a histogram of all levels, a table for each channel, and its application, all on the device.
#include <memory>

#include <fmt/format.h>

#include "ocl/values.hpp"
#include "op/dimensions.hpp"
#include "ops/histogram/histogram.hpp"

namespace lenslet::ops {
namespace {

using op::DeviceValues;
using op::Launches;

constexpr int words_of_load = 4;  // 16 bytes: what GPUs load at a time, and CPUs keep in registers

op::Source source_of(const char* file, ElementType type) {
  op::Source source({file});
  source.define("TYPE", op::code_of(type)).define("LEVELS", levels_of(type));
  return source;
}

// The same for all schedules.
ocl::Program table_program(ElementType type, const op::Maker& maker) {
  return maker.program(source_of("equalize_table.cl", type).define("GROUP", merge_group(maker.device())));
}

ocl::Program apply_program(ElementType type, int channels, const ArraySchedule& schedule, const op::Maker& maker) {
  op::Source source = source_of("equalize.cl", type);
  source.define("CHANNELS", channels).define("GROUP", schedule.number("group")).define("VEC", words_of_load);
  source.define("LOCAL_TABLE", schedule.word("table") == "local_table" ? 1 : 0);
  return maker.program(source);
}

Finder all_levels(ElementType type) {
  return {.bins = {levels_of(type), 0, static_cast<float>(levels_of(type))}};
}

// The same for all channels: each level itself.
template <class Level>
std::vector<Level> unchanged(std::uint64_t size, int levels) {
  std::vector<Level> table(size);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<Level>(i % static_cast<std::size_t>(levels));
  return table;
}

ocl::Buffer unchanged_tables(const ocl::Queue& queue, ElementType type, std::uint64_t size) {
  if (type == ElementType::u8) return ocl::upload(queue, unchanged<std::uint8_t>(size, levels_of(type)));
  return ocl::upload(queue, unchanged<std::uint16_t>(size, levels_of(type)));
}

}  // namespace

op::Dimensions equalizer_space() {
  op::Dimensions space = counter_space({"device", "atomic"});
  space.push_back(op::words("table", {"local_table", "global_table"}));
  return space;
}

ArraySchedule equalizer_initial(const Load& load, const DeviceInfo& device) {
  const bool local = device.kind != DeviceKind::cpu && load.input.type == ElementType::u8;
  std::vector<ArraySchedule::Choice> choices = counter_initial(load, device).choices();
  choices.emplace_back("table", local ? "local_table" : "global_table");
  return ArraySchedule(std::move(choices));
}

std::optional<Exclusion> equalizer_rule(const Load& load, const DeviceInfo& device, const ArraySchedule& schedule) {
  const std::uint64_t bytes = load.size * size_of(load.input.type);
  if (schedule.word("table") == "local_table" && bytes > device.local_memory)
    return Exclusion{"local-memory",
                     fmt::format("the tables take {} bytes of {} of local memory", bytes, device.local_memory)};
  return counter_rule(load, device, schedule);
}

Equalizer::Equalizer(const ArrayType& input, int channels, bool kept, const ArraySchedule& schedule,
                     const op::Maker& maker)
    : channels_(static_cast<std::uint32_t>(channels)),
      equalized_(kept ? channels_ - 1 : channels_),
      counter_(input, channels, all_levels(input.type), schedule, maker),
      table_(maker, table_program(input.type, maker), "table", {merge_group(maker.device())}),
      apply_(maker, apply_program(input.type, channels, schedule, maker), "apply",
             {static_cast<std::size_t>(schedule.number("group"))}),
      histogram_(maker.queue().allocate(counter_.size() * sizeof(std::uint64_t))),
      tables_(unchanged_tables(maker.queue(), input.type, counter_.size())) {}

const ocl::Buffer& Equalizer::make_tables(const DeviceArray& x, op::Launches& launches) {
  counter_.count(x, histogram_, launches);
  table_.launch_groups(equalized_, launches, histogram_, tables_, static_cast<std::uint64_t>(x.count()) / channels_);
  return tables_;
}

void Equalizer::run(const DeviceArray& x, const DeviceArray& out, op::Launches& launches) {
  make_tables(x, launches);
  apply_.launch_groups(counter_.groups(), launches, x, tables_, out, static_cast<std::uint64_t>(x.count()));
}

op::Run make_equalize(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  const ArrayType& input = problem.inputs.front();
  if (input.count() == 0) return [](const DeviceValues&, const DeviceValues&, Launches&) {};
  const int channels = channels_of("equalize", problem.arguments, input);
  const auto equalizer = std::make_shared<Equalizer>(input, channels, false, schedule, maker);
  return [equalizer](const DeviceValues& in, const DeviceValues& out, Launches& launches) {
    equalizer->run(in[0], out[0], launches);
  };
}

}  // namespace lenslet::ops
