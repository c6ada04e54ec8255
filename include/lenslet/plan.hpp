// A plan is an op made ready for one device and pixel format. It is immutable; threads may share it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/border.hpp>
#include <lenslet/device_image.hpp>
#include <lenslet/schedule.hpp>

namespace lenslet {

enum class Alpha : std::uint8_t {
  keep,    // the output's alpha is the input's
  filter,  // alpha is a channel like the others
};

struct FilterOptions {
  Border border = Border::reflect101;     // OpenCV's default
  std::array<double, 4> border_value{};   // per channel, for Border::constant; saturated to the input's type
  std::optional<PixelType> ddepth = {};   // type of the output; the input's where absent
  Alpha alpha = Alpha::keep;              // matters where the format has alpha
  std::optional<Schedule> schedule = {};  // force one; an impossible one is an error of kind unsupported
};

// What one launch took, by the device's own clock.
struct Timing {
  double kernel_ms = 0;  // from the start of the first kernel to the end of the last
  int launches = 0;
  std::uint64_t bytes = 0;  // the least that must be moved: each input and output sample once
};

namespace ocl {
class Event;
}

// Kernels that were put into the device's queue, where they run in order behind what was put there before.
class Launch {
 public:
  // For the library. `bytes` is Timing's.
  Launch(std::vector<ocl::Event> events, std::uint64_t bytes);
  Launch(Launch&&) noexcept;
  Launch& operator=(Launch&&) noexcept;
  ~Launch();  // does not wait

  void wait() const;      // until the device is done; throws device where a kernel failed there
  Timing timing() const;  // waits

 private:
  std::vector<ocl::Event> events_;
  std::uint64_t bytes_;
};

enum class CacheUse : std::uint8_t { off, hit, miss, unavailable };

class Plan {
 public:
  const Schedule& schedule() const;
  const std::string& reason() const;                     // why this schedule was chosen
  const std::vector<std::string>& output_names() const;  // one per output image
  PixelFormat output_format() const;
  double build_ms() const;
  CacheUse cache_use() const;

  // The composed OpenCL C: complete, compiles by itself without options. Where there is a program per mask,
  // -DPROGRAM=1 compiles the second.
  const std::string& source() const;

  // Makes the outputs and waits for them. Throws invalid_argument where the image's format is not the plan's.
  std::vector<DeviceImage> run(const DeviceImage& input, Timing* timing = nullptr) const;

  // The same into images that the caller keeps: of the input's size, one per output, none of them the input.
  void run_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs, Timing* timing = nullptr) const;

  // The same without waiting. The plan and the images must live until Launch::wait() has returned, and only the
  // session that made them may use the images before: its downloads and launches keep the order of the calls.
  Launch launch_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs) const;

  struct State;
  explicit Plan(std::shared_ptr<const State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace lenslet
