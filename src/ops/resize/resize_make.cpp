// The schedules of resizing, and its launch.
#include <memory>

#include "ocl/values.hpp"
#include "op/dimensions.hpp"
#include "op/random_value.hpp"
#include "ops/resize/resize.hpp"

namespace lenslet::ops {
namespace {

class Resizer {
 public:
  Resizer(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker)
      : Resizer(problem, schedule, maker, resizing_of(problem)) {}

  void run(const DeviceImage& image, const DeviceImage& out, op::Launches& launches) {
    const ocl::Range items{round_up(static_cast<std::size_t>(out.size().width), group_),
                           static_cast<std::size_t>(divide_up(out.size().height, items_))};
    stage_.launch(items, launches, image, out, x_places_, x_weights_, y_places_, y_weights_);
  }

 private:
  Resizer(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker, const Resizing& resizing)
      : Resizer(problem, schedule, maker, resizing.premultiplied, taps_of(resizing, resizing.x),
                taps_of(resizing, resizing.y)) {}

  Resizer(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker, bool premultiplied,
          const Taps& x, const Taps& y)
      : group_(static_cast<std::size_t>(schedule.number("group"))),
        items_(schedule.number("items")),
        stage_(maker, program(problem, schedule, maker, premultiplied, x, y), "resize", {group_}),
        x_places_(ocl::upload(maker.queue(), x.places)),
        x_weights_(ocl::upload(maker.queue(), x.weights)),
        y_places_(ocl::upload(maker.queue(), y.places)),
        y_weights_(ocl::upload(maker.queue(), y.weights)) {}

  static ocl::Program program(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker,
                              bool premultiplied, const Taps& x, const Taps& y) {
    const PixelFormat format = problem.inputs.image(0).format;
    op::Source source({"image.cl", "resize.cl"});
    source.define("TYPE", op::code_of(op::element_type(format.type))).define("CHANNELS", format.channels);
    source.define("TAPS_X", x.count).define("TAPS_Y", y.count).define("PREMULTIPLIED", premultiplied ? 1 : 0);
    return maker.program(source.define("ITEMS", schedule.number("items")));
  }

  std::size_t group_;
  std::int64_t items_;
  op::Stage stage_;
  ocl::Buffer x_places_, x_weights_, y_places_, y_weights_;
};

}  // namespace

op::Dimensions resize_space(const op::Instance&, const DeviceInfo&) {
  return {op::numbers("group", {1, 16, 32, 64, 128, 256, 512}), op::numbers("items", {1, 2, 4, 8, 16})};
}

ArraySchedule resize_initial(const op::Instance&, const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu) return ArraySchedule({{"group", "64"}, {"items", "4"}});
  return ArraySchedule({{"group", "64"}, {"items", "1"}});
}

op::Run resize_make(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  const auto work = std::make_shared<Resizer>(problem, schedule, maker);
  return [work](const auto& in, const auto& out, auto& launches) { work->run(in.image(0), out.image(0), launches); };
}

}  // namespace lenslet::ops
