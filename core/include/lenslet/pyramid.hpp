// Image pyramids. Each octave is half as wide and high as the one before, and has several levels of one size.
//
//   const auto pyramid = lenslet::Pyramid::build(session, image, {.sigmas = lenslet::sigma_ladder(1.6, 4)});
//   const auto plan = session.plan(call, image.format(), pyramid.options_for_plans());
//   const std::vector<lenslet::Pyramid> edges = pyramid.filter(plan);
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lenslet/session.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

struct PyramidOptions {
  int octaves = 4;  // at least 1
  int levels = 4;   // in each octave, 1 to 256

  // Where the pyramid lies on the device:
  //
  // buffer        one buffer for all octaves and levels; one kernel can read any level
  // image_buffer  the same buffer, read as a one-dimensional image object
  // image         an image object for each level of each octave
  // image_array   an array of image objects for each octave, with a layer for each level
  Storage storage = Storage::buffer;

  // One sigma for each level, in pixels of its octave. Level l is the octave's first image blurred by sigmas[l]; a
  // sigma of 0 does not blur. Without sigmas all levels of an octave are equal.
  std::vector<double> sigmas = {};
  Border border = Border::reflect101;  // of the blur
};

// Returns sigma * 2^(level / levels) for each level. The next octave then continues where the last level ends (Lowe
// 2004, section 3). Throws invalid_argument unless the sigma is finite and more than 0.
std::vector<double> sigma_ladder(double sigma, int levels);

// Where one level lies in the pyramid's buffer.
struct PyramidPlace {
  std::int64_t first = 0;   // in samples from the start of the buffer
  std::int64_t stride = 0;  // from row to row, in samples
  Size size;
};

// The look-up table of a pyramid: where each level lies.
struct PyramidLayout {
  int octaves = 0;
  int levels = 0;
  std::vector<PyramidPlace> places;  // octave by octave, level by level
  std::int64_t samples = 0;          // in the buffer
  std::int64_t pixels = 0;           // in all levels

  const PyramidPlace& at(int octave, int level) const {
    return places[static_cast<std::size_t>(octave * levels + level)];
  }
};

// Returns the layout of a pyramid over an image of size `base`. Octave o has floor(width / 2^o) x floor(height / 2^o)
// pixels. Rows begin at multiples of `row_step` samples; 1 means no gaps. Throws invalid_argument for an empty image,
// for levels out of range, and, with the largest possible number, for so many octaves that the last would have no
// pixel.
PyramidLayout pyramid_layout(Size base, int channels, int octaves, int levels, std::int64_t row_step = 1);

// A place in a level of a pyramid. Integers are centres of pixels.
struct KeyPoint {
  int octave = 0;
  int level = 0;
  double x = 0;  // column, in pixels of its octave: 0 to width - 1
  double y = 0;  // row, in pixels of its octave: 0 to height - 1
};

// A handle like DeviceImage: copies share the memory.
class Pyramid {
 public:
  // Allocates memory and leaves its contents undefined. Throws as pyramid_layout() does. Throws unsupported where the
  // device cannot hold the pyramid in this storage.
  Pyramid(const Session& session, Size base, PixelFormat format, const PyramidOptions& options = {});

  // Makes the pyramid of an image. A pixel of the next octave is the mean of 2 x 2 pixels, as `resize` by area makes
  // it. An odd last row or column is dropped. Where the image has alpha, alpha weights the colours in the means and in
  // the blur. Throws as the constructor does. Throws invalid_argument for the border `discard`, and where there are
  // sigmas but not one for each level.
  static Pyramid build(const Session& session, const ImageView& image, const PyramidOptions& options = {});

  // The same for an image on the device. In the storages image_buffer, image and image_array, without alpha, levels are
  // made from image object to image object, and nothing is copied where the image is in the pyramid's storage: a blur
  // reads its octave's first image, and one kernel halves. `timing` becomes the sum over all launches. Throws
  // invalid_argument for an image of several layers, and unsupported for a view of an image in the storages image and
  // image_array unless the pyramid is in the storage buffer or image_buffer, or the image has alpha.
  static Pyramid build(const Session& session, const DeviceImage& image, const PyramidOptions& options = {},
                       Timing* timing = nullptr);

  const PyramidLayout& layout() const { return layout_; }
  int octaves() const { return layout_.octaves; }
  int levels() const { return layout_.levels; }
  PixelFormat format() const { return parts_.front().format(); }
  Storage storage() const { return storage_; }

  // The images that a plan is launched for, one after the other. Each is an octave with its levels as layers; in the
  // storage `image` each is one level.
  const std::vector<DeviceImage>& parts() const { return parts_; }

  // Returns the same pixels in another storage. buffer and image_buffer share their memory. Throws unsupported for a
  // pyramid in the storages image and image_array, unless it is already in the wanted one.
  Pyramid convert(Storage storage) const;

  // Copies an image into one level. Throws invalid_argument where there is no such level, or the image has another size
  // or format than the level.
  void upload(const ImageView& image, int octave, int level) const;

  // Returns one level on the device, in the same memory, and on the host. Throw invalid_argument where there is no such
  // level.
  DeviceImage level(int octave, int level) const;
  Image download(int octave, int level) const;

  // Returns the pixels at these points, point by point and channel by channel. Between pixels they are interpolated
  // linearly, in f32. In the storages buffer and image_buffer one kernel reads the levels of all points through the
  // look-up table; in image and image_array, where no kernel sees all levels, there is a launch for each object that
  // has points. Throws invalid_argument for a point outside its level, and for too many points.
  // `launches` becomes the number of launches.
  std::vector<float> sample(std::span<const KeyPoint> points, int* launches = nullptr) const;

  // Returns the options for plans that filter this pyramid: they say whether a plan takes layers.
  OpOptions options_for_plans(OpOptions options = {}) const;

  // Launches the plan for all parts without waiting, as Plan::launch_into() does, level by level where this pyramid or
  // an output is in the storage image. `outputs` has one pyramid for each output of the plan. Throws invalid_argument
  // for a pyramid with other octaves or levels, or in a storage that the plan does not write. Throws as
  // Plan::launch_into() does.
  std::vector<Launch> launch_into(const Plan& plan, const std::vector<Pyramid>& outputs) const;

  // Runs the plan for all parts into new pyramids in the storage that the plan writes, and waits: with a schedule that
  // has `to_image_array` for a pyramid in image_array, both are in image_array, and nothing is copied. `timing` becomes
  // the sum over all launches. Throws as the constructor, launch_into() and Launch::wait() do.
  std::vector<Pyramid> filter(const Plan& plan, Timing* timing = nullptr) const;

 private:
  Pyramid(Session session, PyramidLayout layout, Storage storage, std::vector<DeviceImage> parts);
  void check_level(int octave, int level) const;
  std::vector<DeviceImage> by_level(bool levels) const;

  Session session_;
  PyramidLayout layout_;
  Storage storage_;
  std::vector<DeviceImage> parts_;
};

}  // namespace lenslet
#pragma GCC visibility pop
