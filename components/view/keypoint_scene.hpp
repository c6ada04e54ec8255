// The demonstration of key points: the frame, and a mark at each of its key points.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "view/filter.hpp"
#include "view/keypoints.hpp"
#include "view/mark_painter.hpp"
#include "view/scene.hpp"

namespace lenslet::view {

class KeypointScene : public Scene {
 public:
  KeypointScene(const gl::Context& context, const KeypointOptions& options);

  void set_frame(const Image& frame) override;
  FilterTimes run(const Call& corners) override;
  bool has_original() const override { return false; }
  void draw(const Painter& painter, Size surface, bool original) const override;
  Size shown() const override { return original_->type().size; }
  std::vector<std::string> lines() const override;
  bool edit() override;
  bool press(const Surface& surface) override;  // 1 to 4: the storages
  void fill(Figures& figures) const override;

 private:
  bool choose(Storage storage);

  gl::Context context_;
  Storage storage_;
  Keypoints keypoints_;
  std::optional<DeviceImage> frame_ = {};
  std::unique_ptr<SharedTexture> original_ = {};
  MarkPainter painter_;
  std::size_t marks_ = 0;
};

}  // namespace lenslet::view
