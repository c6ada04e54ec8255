// Image pyramids: octaves, each half as wide and high as the one before, with several levels of one size in each.
//
//   const auto pyramid = lenslet::Pyramid::build(session, image, {.sigmas = lenslet::sigma_ladder(1.6, 4)});
//   const auto plan = session.plan(call, image.format(), pyramid.options_for_plans());
//   const std::vector<lenslet::Pyramid> edges = pyramid.filter(plan);
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet {

struct PyramidOptions {
  int octaves = 4;  // at least 1
  int levels = 4;   // of each octave, at least 1

  // Where the pyramid lies on the device:
  //
  // buffer        one buffer for all octaves and levels; any level can be read in one kernel
  // image_buffer  the same buffer, read as a one-dimensional image object
  // image         an image object for each octave and level
  // image_array   an array of image objects for each octave, whose layers are its levels
  Storage storage = Storage::buffer;

  // One sigma for each level, in pixels of its octave: level l is the octave's first image blurred by sigmas[l], and 0
  // leaves it as it is. Without any, the levels of an octave are equal.
  std::vector<double> sigmas = {};
  Border border = Border::reflect101;  // of the blur
};

// Returns sigma * 2^(level / levels) for each level: a scale space whose next octave goes on where the last level ends
// (Lowe 2004, section 3).
std::vector<double> sigma_ladder(double sigma, int levels);

// Where one level lies in the buffer of its pyramid.
struct PyramidPlace {
  std::int64_t first = 0;   // in samples from the buffer's begin
  std::int64_t stride = 0;  // from row to row, in samples
  Size size;
};

// The look-up table of a pyramid: where each level lies.
struct PyramidLayout {
  int octaves = 0;
  int levels = 0;
  std::vector<PyramidPlace> places;  // octave by octave, level by level
  std::int64_t samples = 0;          // of the buffer
  std::int64_t pixels = 0;           // of all levels

  const PyramidPlace& at(int octave, int level) const {
    return places[static_cast<std::size_t>(octave * levels + level)];
  }
};

// Returns the layout of a pyramid over an image of size `base`: octave o has floor(width / 2^o) x floor(height / 2^o)
// pixels. Rows begin at multiples of `row_step` samples; with 1 there are no gaps. Throws invalid_argument for more
// octaves than keep a pixel, and names the most.
PyramidLayout pyramid_layout(Size base, int channels, int octaves, int levels, std::int64_t row_step = 1);

// A place in a level of a pyramid. Whole numbers are centres of pixels.
struct KeyPoint {
  int octave = 0;
  int level = 0;
  double x = 0;  // column, in pixels of its octave: 0 to its width - 1
  double y = 0;  // row
};

// A handle like DeviceImage: copies share the memory.
class Pyramid {
 public:
  // Allocates memory and leaves its contents undefined. Throws unsupported for what the device cannot hold in this
  // storage.
  Pyramid(const Session& session, Size base, PixelFormat format, const PyramidOptions& options = {});

  // Makes the pyramid of an image. From octave to octave a pixel is the mean of 2 x 2, as the op `resize` makes it by
  // area, colours weighted by alpha where there is one; so are those that are blurred. An odd last row or column is
  // dropped.
  static Pyramid build(const Session& session, const ImageView& image, const PyramidOptions& options = {});

  const PyramidLayout& layout() const { return layout_; }
  int octaves() const { return layout_.octaves; }
  int levels() const { return layout_.levels; }
  PixelFormat format() const { return parts_.front().format(); }
  Storage storage() const { return storage_; }

  // The images that a plan is launched for, one after the other: an octave with its levels as layers, or a single level
  // in the storage `image`.
  const std::vector<DeviceImage>& parts() const { return parts_; }

  // Returns the same pixels in another storage; buffer and image_buffer share their memory.
  Pyramid convert(Storage storage) const;

  // Returns one level. Throws invalid_argument where there is no such level.
  Image download(int octave, int level) const;

  // Returns the pixels at these points, channel by channel, point by point; between pixels they are interpolated
  // linearly, in f32. One kernel reads whichever level a point is in, through the look-up table. Throws unsupported for
  // storages other than buffer and image_buffer, and invalid_argument for a point that lies in no level.
  std::vector<float> sample(std::span<const KeyPoint> points) const;

  // Returns the options of a plan that filters such pyramids: they say whether it takes layers.
  OpOptions options_for_plans(OpOptions options = {}) const;

  // Launches the plan for all parts, without waiting: see Plan::launch_into. `outputs` are pyramids in the storage
  // buffer, one for each output of the plan.
  std::vector<Launch> launch_into(const Plan& plan, const std::vector<Pyramid>& outputs) const;

  // Runs the plan for all parts, into new pyramids, and waits. `timing` is the sum over all launches.
  std::vector<Pyramid> filter(const Plan& plan, Timing* timing = nullptr) const;

 private:
  Pyramid(Session session, PyramidLayout layout, Storage storage, std::vector<DeviceImage> parts);
  void check_level(int octave, int level) const;

  Session session_;
  PyramidLayout layout_;
  Storage storage_;
  std::vector<DeviceImage> parts_;
};

}  // namespace lenslet
