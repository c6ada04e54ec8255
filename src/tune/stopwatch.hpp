// Timing plans on a device: what the tuner and the meter share.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <lenslet/image.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

namespace lenslet {

// What was taken of one plan.
struct Laps {
  Measured time;
  double call_ms = 0;       // median of the host's clock round a call that is waited for
  std::uint64_t bytes = 0;  // Timing's
};

struct LapOptions {
  int samples = 20;
  int warm_up_launches = 3;  // at least so many, and for so long: idle devices run at a low clock
  double warm_up_ms = 100;
  double limit_ms = std::numeric_limits<double>::infinity();  // then fewer samples do, but at least
  int least_samples = 3;                                      // so many

  // A plan that is far slower than this is left after a launch or two, with as many samples.
  double rival_ms = std::numeric_limits<double>::infinity();
};

// Times plans on images of noise. Several inputs and outputs take turns, so that none waits in a cache for its launch.
class Stopwatch {
 public:
  // images 0: as many as hold half a gigabyte together, 2 to 64, and fewer where the device has little memory.
  Stopwatch(const Session& session, Size size, PixelFormat format, int images = 0);

  int images() const { return static_cast<int>(inputs_.size()); }
  const Image& pixels() const { return pixels_; }  // of every input

  // Plans that compete are launched in turns, so that what disturbs one disturbs all. They are for the images' format
  // and for one format and number of outputs.
  std::vector<Laps> time(std::span<const Plan> plans, const LapOptions& options = {});

  Laps time(const Plan& plan, const LapOptions& options = {}) { return time({&plan, 1}, options).front(); }

  // What the plan makes of the first input, in images that held something else before.
  std::vector<Image> result(const Plan& plan);

 private:
  void prepare_outputs(const Plan& plan);

  Session session_;
  Image pixels_;
  std::vector<DeviceImage> inputs_;
  std::vector<std::vector<DeviceImage>> outputs_;
};

}  // namespace lenslet
