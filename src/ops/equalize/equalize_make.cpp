// The stages of an image's equalisation: those of arrays, on its samples or on the levels of its luminance.
#include <memory>

#include "op/random_value.hpp"
#include "ops/equalize/equalize.hpp"

namespace lenslet::ops {
namespace {

// The image's samples without gaps between rows, which is what the counting kernels read.
class Samples {
 public:
  explicit Samples(ArrayType type) : type_(std::move(type)) {}

  // Of the image's own memory where its rows have no gaps, else of memory that is kept.
  DeviceArray of(const ocl::Queue& queue, const DeviceImage& image) {
    if (image.offset() == 0 && image.stride() == type_.shape[1] * type_.shape[2]) return {type_, image.buffer()};
    if (!memory_) memory_ = queue.allocate(type_.bytes());
    return {type_, *memory_};
  }

  void copy_in(const ocl::Queue& queue, const DeviceImage& from, op::Launches& launches) const {
    if (memory_)
      add(queue.copy_rows(from.buffer(), rows_in(from), *memory_, rows(), rows().stride, height()), launches);
  }

  void copy_out(const ocl::Queue& queue, const DeviceImage& to, op::Launches& launches) const {
    if (memory_) add(queue.copy_rows(*memory_, rows(), to.buffer(), rows_in(to), rows().stride, height()), launches);
  }

 private:
  ocl::Rows rows() const {
    return {0, static_cast<std::uint64_t>(type_.shape[1] * type_.shape[2]) * size_of(type_.type)};
  }
  ocl::Rows rows_in(const DeviceImage& image) const {
    const std::uint64_t bytes = size_of(type_.type);
    return {static_cast<std::uint64_t>(image.offset()) * bytes, static_cast<std::uint64_t>(image.stride()) * bytes};
  }
  std::uint64_t height() const { return static_cast<std::uint64_t>(type_.shape[0]); }

  static void add(std::vector<ocl::Event> events, op::Launches& launches) {
    for (ocl::Event& event : events) launches.push_back(std::move(event));
  }

  ArrayType type_;
  std::optional<ocl::Buffer> memory_;
};

class ByChannel {
 public:
  ByChannel(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker)
      : queue_(maker.queue()),
        from_(counted_type(problem)),
        to_(counted_type(problem)),
        equalizer_(counted_type(problem), counted_channels(problem), keeps_alpha(problem), schedule, maker) {}

  void run(const DeviceImage& image, const DeviceImage& out, op::Launches& launches) {
    const DeviceArray samples = from_.of(queue_, image), results = to_.of(queue_, out);
    from_.copy_in(queue_, image, launches);
    equalizer_.run(samples, results, launches);
    to_.copy_out(queue_, out, launches);
  }

 private:
  const ocl::Queue& queue_;
  Samples from_, to_;
  Equalizer equalizer_;
};

// Neighbours of a CPU's work-item become its vectors, those of a GPU's load side by side.
std::int64_t pixels_of_item(const DeviceInfo& device) {
  return device.kind == DeviceKind::cpu ? 64 : 1;
}

ocl::Program luminance_program(const op::Instance& problem, const op::Maker& maker) {
  const PixelFormat format = problem.inputs.image(0).format;
  op::Source source({"image.cl", "equalize_luminance.cl"});
  source.define("TYPE", op::code_of(op::element_type(format.type))).define("CHANNELS", format.channels);
  return maker.program(source.define("PIXELS", pixels_of_item(maker.device())));
}

class ByLuminance {
 public:
  ByLuminance(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker)
      : ByLuminance(problem, schedule, maker, luminance_program(problem, maker)) {}

  void run(const DeviceImage& image, const DeviceImage& out, op::Launches& launches) {
    const ocl::Range items{round_up(static_cast<std::size_t>(divide_up(image.size().width, pixels_)), group_),
                           static_cast<std::size_t>(image.size().height)};
    luminance_.launch(items, launches, image, levels_);
    const ocl::Buffer& table = equalizer_.make_tables(levels_, launches);
    shift_.launch(items, launches, image, out, levels_, table);
  }

 private:
  ByLuminance(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker,
              const ocl::Program& program)
      : pixels_(pixels_of_item(maker.device())),
        group_(pixels_ > 1 ? 4 : merge_group(maker.device())),
        luminance_(maker, program, "luminance", {group_}),
        shift_(maker, program, "shift", {group_}),
        equalizer_(counted_type(problem), 1, false, schedule, maker),
        levels_(counted_type(problem), maker.queue().allocate(counted_type(problem).bytes())) {}

  std::int64_t pixels_;
  std::size_t group_;
  op::Stage luminance_, shift_;
  Equalizer equalizer_;
  DeviceArray levels_;
};

template <class Way>
op::Run run_of(std::shared_ptr<Way> way) {
  return [way](const auto& in, const auto& out, auto& launches) { way->run(in.image(0), out.image(0), launches); };
}

}  // namespace

op::Run make_image_equalize(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  if (is_by_luminance(problem)) return run_of(std::make_shared<ByLuminance>(problem, schedule, maker));
  return run_of(std::make_shared<ByChannel>(problem, schedule, maker));
}

}  // namespace lenslet::ops
