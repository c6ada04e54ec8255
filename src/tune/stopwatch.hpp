// Timing plans of images on a device: what the tuner and the meter share.
#pragma once

#include <span>
#include <vector>

#include <lenslet/image.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>

#include "tune/race.hpp"

namespace lenslet {

// Times plans on images of noise. Several inputs and outputs take turns, so that none waits in a cache for its launch.
class Stopwatch {
 public:
  // images 0: rotating_copies().
  Stopwatch(const Session& session, Size size, PixelFormat format, int images = 0);

  int images() const { return static_cast<int>(inputs_.size()); }
  const Image& pixels() const { return pixels_; }  // of every input

  // The plans are for the images' format and for one format and number of outputs, which prepare() makes.
  void prepare(const Plan& plan);
  Launch launch(const Plan& plan, std::size_t turn);
  std::vector<Laps> time(std::span<const Plan> plans, const LapOptions& options = {});

  Laps time(const Plan& plan, const LapOptions& options = {}) { return time({&plan, 1}, options).front(); }

  // What the plan makes of the first input, in images that held something else before.
  std::vector<Image> result(const Plan& plan);

 private:
  Session session_;
  Image pixels_;
  std::vector<DeviceImage> inputs_;
  std::vector<std::vector<DeviceImage>> outputs_;
};

}  // namespace lenslet
