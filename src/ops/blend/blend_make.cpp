// The schedules of blending, and its launch.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "op/random_value.hpp"
#include "ops/blend/blend.hpp"

namespace lenslet::ops {
namespace {

constexpr std::uint64_t least_streamed = 1 << 20;  // bytes of a result

// Images whose rows follow each other without gaps are one row.
bool is_one_row(const DeviceImage& image) {
  return image.stride() == image.size().width * image.format().channels;
}

int weight_channels(const op::Instance& problem) {
  return problem.inputs.size() == 3 ? problem.inputs.image(2).format.channels : 0;
}

// Samples that a work-item has: vectors, or as many vectors as the pixels have channels where these share a weight.
std::int64_t samples_of_item(const op::Instance& problem, const ArraySchedule& schedule) {
  const int vectors = weight_channels(problem) == 1 ? problem.inputs.image(0).format.channels : 1;
  return std::int64_t{schedule.number("items")} * schedule.number("v") * vectors;
}

ocl::Program program_of(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  const PixelFormat format = problem.inputs.image(0).format;
  op::Source source({"image.cl", "blend.cl"});
  source.define("TYPE", op::code_of(op::element_type(format.type))).define("CHANNELS", format.channels);
  source.define("WEIGHTS", weight_channels(problem)).define("FUSED", maker.device().fast_fma ? 1 : 0);
  source.define("ACCESS", schedule.word("access") == "chunk" ? "CHUNK" : "STRIDE");
  source.define("STREAM", schedule.word("stores") == "stream" ? 1 : 0);
  source.define("GROUP", schedule.number("group")).define("ITEMS", schedule.number("items"));
  return maker.program(source.define("VEC", schedule.number("v")));
}

class Blend {
 public:
  Blend(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker)
      : alpha_(static_cast<float>(problem.arguments.real("alpha"))),
        in_an_item_(samples_of_item(problem, schedule)),
        group_(static_cast<std::size_t>(schedule.number("group"))),
        stage_(maker, program_of(problem, schedule, maker), "blend", {group_}) {}

  void run(const op::DeviceValues& in, const op::DeviceValues& out, op::Launches& launches) {
    const DeviceImage& result = out.image(0);
    bool one_row = is_one_row(result);
    for (std::size_t i = 0; i < in.size(); ++i) one_row &= is_one_row(in.image(i));
    const std::int64_t rows = one_row ? 1 : result.size().height;
    const std::int64_t samples = result.size().width * result.size().height * result.format().channels / rows;
    const auto items = static_cast<std::size_t>(samples / in_an_item_ + 1);
    const ocl::Range range{round_up(items, group_), static_cast<std::size_t>(rows)};
    if (in.size() == 3)
      stage_.launch(range, launches, in.image(0), in.image(1), in.image(2), result, alpha_, samples);
    else
      stage_.launch(range, launches, in.image(0), in.image(1), result, alpha_, samples);
  }

 private:
  float alpha_;
  std::int64_t in_an_item_;
  std::size_t group_;
  op::Stage stage_;
};

}  // namespace

op::Dimensions blend_space(const op::Instance&, const DeviceInfo&) {
  return {op::words("access", {"stride", "chunk"}), op::numbers("group", {1, 16, 64, 128, 256, 512}),
          op::numbers("items", {1, 2, 4, 8}), op::numbers("v", {1, 2, 4, 8, 16}),
          op::words("stores", {"plain", "stream"})};
}

// CPUs want work-items of whole cache lines, which pass the caches where the result is larger than what they keep for
// the next op; GPUs many whose loads are neighbours, 16 bytes each.
ArraySchedule blend_initial(const op::Instance& problem, const DeviceInfo& device) {
  const std::uint64_t bytes = bytes_of(problem.outputs.all().front());
  if (device.kind == DeviceKind::cpu) {
    const char* stores = bytes >= least_streamed ? "stream" : "plain";
    return ArraySchedule({{"access", "chunk"}, {"group", "64"}, {"items", "4"}, {"v", "16"}, {"stores", stores}});
  }
  const std::size_t size = size_of(problem.inputs.image(0).format.type);
  const char* vector = size == 1 ? "16" : size == 2 ? "8" : "4";
  return ArraySchedule({{"access", "stride"}, {"group", "256"}, {"items", "1"}, {"v", vector}, {"stores", "plain"}});
}

op::Run blend_make(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  const auto work = std::make_shared<Blend>(problem, schedule, maker);
  return [work](const auto& in, const auto& out, auto& launches) { work->run(in, out, launches); };
}

}  // namespace lenslet::ops
