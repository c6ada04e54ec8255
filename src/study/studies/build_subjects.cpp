// saxpy and a composed stencil.
#include "study/studies/build_subjects.hpp"

#include <vector>

#include <fmt/format.h>

#include "rounding.hpp"
#include "session/plan.hpp"
#include "session/problem.hpp"
#include "study/clock.hpp"
#include "study/kernels.hpp"
#include "study/launch.hpp"
#include "study/program.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t group = 64;
constexpr float factor = 2;
constexpr int side = 9;

// The same for all devices. Literal taps make the number a part of the code.
constexpr const char* schedule = "buffer.window.single.literal.split.v4.x1.y1.g64x1";

class Saxpy : public BuildSubject {
 public:
  Saxpy(const ocl::Queue& queue, std::size_t count)
      : queue_(queue), count_(count), x_(values(count, 3)), y_(values(count, 5)) {
    device_x_.emplace(upload(queue, x_));
    device_y_.emplace(upload(queue, y_));
    out_.emplace(upload(queue, std::vector<float>(count)));
  }

  Launch make(const op::Build& build, std::uint32_t stamp) override {
    const std::string source = fmt::format("#define STAMP {}\n{}", stamp, kernel_source("build.cl"));
    const auto kernel = std::make_shared<ocl::Kernel>(build(source, {}).program, "saxpy");
    kernel->set(0, *device_x_);
    kernel->set(1, *device_y_);
    kernel->set(2, *out_);
    kernel->set(3, factor);
    kernel->set(4, static_cast<std::uint64_t>(count_));
    return [this, kernel] { return launch_ms(queue_, *kernel, launch_of(divide_up(count_, group), group)); };
  }

  void clear() override { queue_.write(*out_, 0, bytes_of(std::vector<float>(count_))); }

  std::optional<std::string> fault(std::uint32_t stamp) const override {
    const auto out = download<float>(queue_, *out_, count_);
    for (std::size_t i = 0; i < count_; ++i)
      if (const float truth = factor * x_[i] + y_[i] + static_cast<float>(stamp); out[i] != truth)
        return fmt::format("element {} is {}, not {}", i, out[i], truth);
    return {};
  }

 private:
  static std::vector<float> values(std::size_t count, std::size_t step) {
    std::vector<float> result(count);
    for (std::size_t i = 0; i < count; ++i) result[i] = static_cast<float>(i * step % 101);
    return result;
  }

  const ocl::Queue& queue_;
  std::size_t count_;
  std::vector<float> x_, y_;
  std::optional<ocl::Buffer> device_x_, device_y_, out_;
};

int tap(int x, int y, std::uint32_t stamp) {
  if (x == 0 && y == 0) return static_cast<int>(stamp);
  return (5 * x + 3 * y + x * y) % 7 + 1;
}

std::string mask_text(std::uint32_t stamp) {
  std::string text;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) text += fmt::format("{} ", tap(x, y, stamp));
    text += ";";
  }
  return text;
}

class Filter : public BuildSubject {
 public:
  Filter(const Experiment& experiment, Size size)
      : experiment_(experiment),
        image_(size, format),
        input_(pattern()),
        output_(experiment.session().allocate(size, format)) {}

  Launch make(const op::Build& build, std::uint32_t stamp) override {
    const Session& session = experiment_.session();
    const Call call{"filter2d", {{"mask", mask_text(stamp)}}};
    FilterOptions options;
    options.border = Border::constant;
    options.schedule = schedule;
    const Plan plan = make_plan(session, make_problem(image_work(call, format, image_.size(), options)),
                                {schedule, "the same for all devices", Origin::forced}, build);
    return [this, plan] {
      Timing timing;
      const double ms = host_ms([&] { plan.run_into(input_, {output_}, &timing); });
      return device_or_host_ms(timing.kernel_ms, ms);
    };
  }

  void clear() override {
    const ocl::Buffer& buffer = output_.buffer();
    experiment_.queue().write(buffer, 0, std::vector<std::byte>(buffer.bytes()));
  }

  std::optional<std::string> fault(std::uint32_t stamp) const override {
    const Image out = experiment_.session().download(output_);
    const auto* row = reinterpret_cast<const float*>(out.data());
    for (std::int64_t y = 0; y < out.height(); ++y, row += out.width())
      for (std::int64_t x = 0; x < out.width(); ++x)
        if (const auto truth = static_cast<float>(sum_at(x, y, stamp)); row[x] != truth)
          return fmt::format("pixel {}, {} is {}, not {}", x, y, row[x], truth);
    return {};
  }

 private:
  static constexpr PixelFormat format{PixelType::f32, 1, false};

  static std::int64_t value_at(std::int64_t x, std::int64_t y) { return (7 * x + 11 * y + x * y) % 13; }

  DeviceImage pattern() {
    auto* row = reinterpret_cast<float*>(image_.data());
    for (std::int64_t y = 0; y < image_.height(); ++y, row += image_.width())
      for (std::int64_t x = 0; x < image_.width(); ++x) row[x] = static_cast<float>(value_at(x, y));
    return experiment_.session().upload(image_);
  }

  // Outside the image all is 0.
  std::int64_t sum_at(std::int64_t x, std::int64_t y, std::uint32_t stamp) const {
    std::int64_t sum = 0;
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) {
        const std::int64_t u = x + i - side / 2, v = y + j - side / 2;
        if (u >= 0 && v >= 0 && u < image_.width() && v < image_.height()) sum += tap(i, j, stamp) * value_at(u, v);
      }
    return sum;
  }

  const Experiment& experiment_;
  Image image_;
  DeviceImage input_, output_;
};

}  // namespace

std::unique_ptr<BuildSubject> make_saxpy(const Experiment& experiment, std::size_t count) {
  return std::make_unique<Saxpy>(experiment.queue(), count);
}

std::unique_ptr<BuildSubject> make_filter(const Experiment& experiment, Size size) {
  return std::make_unique<Filter>(experiment, size);
}

}  // namespace lenslet::study
