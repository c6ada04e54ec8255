// The schedules of blending, and its launch.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "op/random_value.hpp"
#include "ops/blend/blend.hpp"

namespace lenslet::ops {
namespace {

// Images whose rows follow each other without gaps are one row.
bool is_one_row(const DeviceImage& image) {
  return image.stride() == image.size().width * image.format().channels;
}

// The factor that makes a sample a weight.
const char* weight_scale(PixelType type) {
  return type == PixelType::u8 ? "(1.0f / 255)" : type == PixelType::u16 ? "(1.0f / 65535)" : "1.0f";
}

ocl::Program program_of(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  const PixelFormat format = problem.inputs.image(0).format;
  const bool weighted = problem.inputs.size() == 3;
  op::Source source({"image.cl", "blend.cl"});
  source.define("TYPE", op::code_of(op::element_type(format.type))).define("CHANNELS", format.channels);
  source.define("WEIGHTS", weighted ? problem.inputs.image(2).format.channels : 0);
  source.define("WEIGHT_SCALE", weight_scale(format.type))
      .define("ACCESS", schedule.word("access") == "chunk" ? "CHUNK" : "STRIDE");
  source.define("GROUP", schedule.number("group")).define("ITEMS", schedule.number("items"));
  return maker.program(source.define("VEC", schedule.number("v")));
}

class Blend {
 public:
  Blend(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker)
      : alpha_(static_cast<float>(problem.arguments.real("alpha"))),
        in_an_item_(std::int64_t{schedule.number("items")} * schedule.number("v")),
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

op::Dimensions blend_space(const op::Instance&, const DeviceInfo& device) {
  return {op::words("access", {"stride", "chunk"}), op::numbers("group", {1, 16, 64, 128, 256, 512}),
          op::numbers("items", {1, 2, 4, 8}), op::vectors(device)};
}

// CPUs want long work-items, GPUs many whose loads are neighbours, 16 bytes each.
ArraySchedule blend_initial(const op::Instance& problem, const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu)
    return ArraySchedule({{"access", "chunk"}, {"group", "16"}, {"items", "8"}, {"v", "16"}});
  const bool narrow = size_of(problem.inputs.image(0).format.type) == 1;
  return ArraySchedule({{"access", "stride"}, {"group", "256"}, {"items", "2"}, {"v", narrow ? "8" : "4"}});
}

op::Run blend_make(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  const auto work = std::make_shared<Blend>(problem, schedule, maker);
  return [work](const auto& in, const auto& out, auto& launches) { work->run(in, out, launches); };
}

}  // namespace lenslet::ops
