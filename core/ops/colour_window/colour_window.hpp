// Ops with windows that see all channels of their pixels at once. An op says what a window needs and has the function
// `window` in its .cl file; how pixels are loaded, split into planes and stored is the same for all.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "op/image_truth.hpp"
#include "op/op.hpp"

namespace lenslet::ops {

// The windows of one problem. Kernels see samples as f32.
struct ColourWindow {
  std::string file;                 // the .cl file
  int radius = 1;                   // how far from its pixel a window reads, in both directions
  std::vector<float> numbers = {};  // arguments of `window`
  std::vector<std::int32_t> table = {};
  std::vector<op::Macro> macros = {};
  int items = 1;  // rows of a work-item on a CPU, untuned
};

// What windows see of an image, in double: with borders, and colours weighted by alpha where they are.
class SeenImage {
 public:
  // Windows read no further than `radius` outside the image.
  SeenImage(const op::Instance& problem, const Image& image, int radius);

  int channels() const { return channels_; }   // without alpha that is kept
  bool weighted() const { return weighted_; }  // by alpha, the last channel
  double at(std::int64_t x, std::int64_t y, int channel) const {
    return samples_[static_cast<std::size_t>(((y + radius_) * pitch_ + x + radius_) * channels_ + channel)];
  }
  double rounding(double sample) const;  // the most by which a kernel's sample may differ

 private:
  void add_pixel(const op::Instance& problem, const Image& image, std::int64_t x, std::int64_t y);

  int channels_;
  bool weighted_;
  std::int64_t radius_, pitch_;
  std::vector<double> samples_;
};

// The true weight of a pixel of a window, and the most by which a kernel's may differ.
struct Weight {
  int x = 0, y = 0;  // from the window's pixel
  double value = 0, error = 0;
};

// The weight exp(-exponent) by power_of_2() of colour_window.cl. `off` is the most by which the exponent may differ.
Weight weight_of(int x, int y, double exponent, double off);

// One op of the family.
struct ColourWindowOp {
  OpInfo info;

  // Throws invalid_argument for arguments that do not go together.
  std::function<ColourWindow(const op::Instance&)> window;

  // The true weights of the pixels whose mean becomes the pixel (x, y).
  std::function<std::vector<Weight>(const op::Instance&, const SeenImage&, std::int64_t x, std::int64_t y)> weights;

  // Arguments to prove it with, for samples of this type.
  std::function<std::vector<ArgumentMap>(SampleType)> samples;
};

op::Op colour_window_op(ColourWindowOp described);

bool weighs_colours(const op::Instance& problem);
int channels_seen(const op::Instance& problem);

// Rows of planes are so many samples, or a multiple.
inline constexpr std::int64_t pitch_of_planes = 16;

op::Dimensions colour_window_space();
DimensionSchedule colour_window_initial(const op::Instance& problem, const ColourWindow& window,
                                        const DeviceInfo& device);
std::optional<Exclusion> colour_window_rule(const op::Instance& problem, const ColourWindow& window,
                                            const DeviceInfo& device, const DimensionSchedule& schedule);
op::Graph colour_window_make(const op::Instance& problem, const ColourWindow& window, const DimensionSchedule& schedule,
                             const op::Maker& maker);

std::optional<std::string> colour_window_mismatch(const ColourWindowOp& described, const op::Instance& problem,
                                                  const op::HostValues& in, const op::HostValues& out);
std::vector<op::Case> colour_window_cases(const ColourWindowOp& described, int effort);

}  // namespace lenslet::ops
