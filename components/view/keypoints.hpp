// Key points of pictures: a pyramid of an octave's levels, the derivatives of each level, and corners of all of them.
// All images of a run are in one storage, from image to image.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/pyramid.hpp>
#include <lenslet/session.hpp>

#include "view/view.hpp"

namespace lenslet::view {

// A corner, and where its level's gradient points there, in radians from the row's direction downwards.
struct Mark {
  KeyPoint place;
  double response = 0;
  double angle = 0;
};

class Keypoints {
 public:
  Keypoints(const Session& session, const KeypointOptions& options) : session_(session), options_(options) {}

  // Finds the key points of a frame. `corners` is a call of the op fast, in samples from 0 to 255. Throws unsupported
  // where the device has no such storage, and as the op does.
  std::vector<Mark> find(const DeviceImage& frame, Storage storage, const Call& corners);

  const std::vector<Stage>& stages() const { return stages_; }  // of the last find()

 private:
  DeviceImage grey_of(const DeviceImage& frame, Storage storage);
  Pyramid pyramid_of(const DeviceImage& grey);
  std::vector<Pyramid> derivatives_of(const Pyramid& pyramid);
  std::vector<Mark> corners_of(const Pyramid& pyramid, const Call& corners);
  void turn(std::vector<Mark>& marks, const std::vector<Pyramid>& derivatives);

  Session session_;
  KeypointOptions options_;
  std::vector<Stage> stages_ = {};
};

// The place of a key point in the picture, in pixels of which integers are centres.
struct Place {
  double x, y;
};
Place in_picture(const KeyPoint& point);

}  // namespace lenslet::view
