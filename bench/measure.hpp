// Times one op under one schedule on the device: proved right first, then launched over and over on rotating images.
#pragma once

#include <string>
#include <vector>

#include <lenslet/lenslet.hpp>

namespace lenslet::bench {

struct Work {
  Call call;
  PixelFormat format;
  Size size;
  FilterOptions options;
};

struct Measurement {
  Outcome outcome = Outcome::correct;  // times mean nothing unless it is correct
  std::string detail;                  // why it is not
  Schedule schedule;
  double median_ms = 0;  // of the device's own clock
  double low_ms = 0;     // quartiles
  double high_ms = 0;
  double call_ms = 0;  // median of the host's clock round a call that is waited for
  int samples = 0;
  double gb_per_s = 0;  // each input and output sample counted once
  double build_ms = 0;
};

// `images` inputs and outputs take turns, so that none of them waits in a cache for the next launch.
class Bench {
 public:
  Bench(const Session& session, int repeats, int images) : session_(session), repeats_(repeats), images_(images) {}

  Measurement measure(const Work& work);

 private:
  const std::vector<DeviceImage>& inputs(const Work& work);

  const Session& session_;
  int repeats_;
  int images_;
  std::vector<DeviceImage> inputs_;
};

}  // namespace lenslet::bench
