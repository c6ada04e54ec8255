// The launch of resizing.
#include <memory>

#include "ocl/values.hpp"
#include "op/random_value.hpp"
#include "ops/resize/resize.hpp"

namespace lenslet::ops {
namespace {

// Places along a row count samples.
std::vector<std::int32_t> in_samples(std::vector<std::int32_t> places, int channels) {
  for (std::int32_t& place : places) place *= channels;
  return places;
}

class Resizer {
 public:
  Resizer(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker)
      : Resizer(problem, schedule, maker, resizing_of(problem)) {}

  void run(const DeviceImage& image, const DeviceImage& out, op::Launches& launches) {
    const std::int64_t columns = divide_up(out.size().width, columns_);
    const ocl::Range items{static_cast<std::size_t>(columns) * group_,
                           static_cast<std::size_t>(divide_up(out.size().height, items_))};
    stage_.launch(items, launches, image, out, x_places_, x_weights_, y_places_, y_weights_);
  }

 private:
  Resizer(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker, const Resizing& resizing)
      : Resizer(problem, schedule, maker, resizing, taps_of(resizing, resizing.x), taps_of(resizing, resizing.y)) {}

  Resizer(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker, const Resizing& resizing,
          const Taps& x, const Taps& y)
      : group_(static_cast<std::size_t>(schedule.number("group"))),
        items_(std::int64_t{schedule.number("items")} * schedule.number("rows")),
        columns_(schedule.word("way") == "pixels" ? schedule.number("group") : schedule.number("columns")),
        stage_(maker, program(problem, schedule, maker, resizing, x, y), "resize", {group_}),
        x_places_(ocl::upload(maker.queue(), in_samples(x.places, problem.inputs.image(0).format.channels))),
        x_weights_(ocl::upload(maker.queue(), x.weights)),
        y_places_(ocl::upload(maker.queue(), y.places)),
        y_weights_(ocl::upload(maker.queue(), y.weights)) {}

  static ocl::Program program(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker,
                              const Resizing& resizing, const Taps& x, const Taps& y) {
    const PixelFormat format = problem.inputs.image(0).format;
    op::Source source({"image.cl", "resize.cl"});
    source.define("TYPE", op::code_of(op::element_type(format.type))).define("CHANNELS", format.channels);
    source.define("TAPS_X", x.count).define("TAPS_Y", y.count).define("PREMULTIPLIED", resizing.premultiplied ? 1 : 0);
    source.define("FMA(a, b, c)", maker.device().fast_fma ? "fma(a, b, c)" : "((a) * (b) + (c))");
    source.define("ITEMS", schedule.number("items")).define("GROUP", schedule.number("group"));
    if (schedule.word("way") == "pixels") return maker.program(source.define("WAY", "PIXELS"));
    source.define("WAY", "LINES").define("COLUMNS", schedule.number("columns")).define("VEC", schedule.number("v"));
    source.define("ROWS", schedule.number("rows"));
    source.define("LINE", samples_of_line(problem, schedule));
    return maker.program(source.define("STREAM", schedule.word("stores") == "stream" ? 1 : 0));
  }

  std::size_t group_;
  std::int64_t items_, columns_;
  op::Stage stage_;
  ocl::Buffer x_places_, x_weights_, y_places_, y_weights_;
};

}  // namespace

op::Run resize_make(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  const auto work = std::make_shared<Resizer>(problem, schedule, maker);
  return [work](const auto& in, const auto& out, auto& launches) { work->run(in.image(0), out.image(0), launches); };
}

}  // namespace lenslet::ops
