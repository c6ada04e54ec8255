// Equalisation: a histogram of all levels, a table for each channel, and its application, all on the device.
#include <memory>

#include "ops/histogram/histogram.hpp"

namespace lenslet::ops {
namespace {

using array::DeviceArrays;
using array::Launches;

array::Source source_of(const char* file, ElementType type) {
  array::Source source({file});
  source.define("TYPE", array::code_of(type)).define("LEVELS", levels_of(type));
  return source;
}

// The same for all schedules.
ocl::Program table_program(ElementType type, const array::Maker& maker) {
  return maker.program(source_of("equalize_table.cl", type).define("GROUP", merge_group(maker.device())));
}

ocl::Program apply_program(ElementType type, int channels, const ArraySchedule& schedule, const array::Maker& maker) {
  array::Source source = source_of("equalize.cl", type);
  source.define("CHANNELS", channels).define("GROUP", schedule.number("group")).define("VEC", schedule.number("v"));
  source.define("LOCAL_TABLE", schedule.word("table") == "local_table" ? 1 : 0);
  return maker.program(source);
}

Finder all_levels(ElementType type) {
  return {.bins = {levels_of(type), 0, static_cast<float>(levels_of(type))}};
}

class Equalizer {
 public:
  Equalizer(const ArrayType& input, int channels, const ArraySchedule& schedule, const array::Maker& maker)
      : channels_(static_cast<std::uint32_t>(channels)),
        counter_(input, channels, all_levels(input.type), schedule, maker),
        table_(maker, table_program(input.type, maker), "table", {merge_group(maker.device())}),
        apply_(maker, apply_program(input.type, channels, schedule, maker), "apply",
               {static_cast<std::size_t>(schedule.number("group"))}),
        histogram_(maker.queue().allocate(counter_.size() * sizeof(std::uint64_t))),
        tables_(maker.queue().allocate(counter_.size() * size_of(input.type))) {}

  void run(const DeviceArray& x, const DeviceArray& out, Launches& launches) {
    const auto count = static_cast<std::uint64_t>(x.count());
    counter_.count(x, histogram_, launches);
    table_.launch_groups(channels_, launches, histogram_, tables_, count / channels_);
    apply_.launch_groups(counter_.groups(), launches, x, tables_, out, count);
  }

 private:
  std::uint32_t channels_;
  Counter counter_;
  array::Stage table_, apply_;
  ocl::Buffer histogram_, tables_;
};

}  // namespace

array::Run make_equalize(const array::Problem& problem, const ArraySchedule& schedule, const array::Maker& maker) {
  const ArrayType& input = problem.inputs.front();
  if (input.count() == 0) return [](const DeviceArrays&, const DeviceArrays&, Launches&) {};
  const int channels = channels_of("equalize", problem.arguments, input);
  const auto equalizer = std::make_shared<Equalizer>(input, channels, schedule, maker);
  return [equalizer](const DeviceArrays& in, const DeviceArrays& out, Launches& launches) {
    equalizer->run(in[0], out[0], launches);
  };
}

}  // namespace lenslet::ops
