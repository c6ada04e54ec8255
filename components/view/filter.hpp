// The session's part of a view: frames and results in textures that it shares with OpenGL.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/gl.hpp>
#include <lenslet/session.hpp>

#include "view/painter.hpp"
#include "view/scene.hpp"
#include "view/view.hpp"

namespace lenslet::view {

// A texture that the session writes and OpenGL draws.
class SharedTexture {
 public:
  SharedTexture(const gl::Context& context, const ImageType& type);
  SharedTexture(const SharedTexture&) = delete;
  SharedTexture& operator=(const SharedTexture&) = delete;
  ~SharedTexture();

  Picture picture() const { return {name_, type_.size, type_.format}; }
  const ImageType& type() const { return type_; }
  gl::SharedImage& shared() { return *shared_; }

 private:
  ImageType type_;
  std::uint32_t name_ = 0;
  std::optional<gl::SharedImage> shared_;
};

// The frame, and the first image that an op or a pipeline makes of it.
class Filter : public Scene {
 public:
  Filter(const gl::Context& context, const OpOptions& options);

  // Uploads a frame, which is then shown and filtered.
  void set_frame(const Image& frame) override;

  // Plans if the call or the frame's type has changed, launches, and gives the op's first image to OpenGL.
  FilterTimes run(const Call& call) override;

  bool has_original() const override { return true; }
  void draw(const Painter& painter, Size surface, bool original) const override;
  Size shown() const override { return result_->type().size; }

 private:
  void make_plan(const Call& call);
  void make_outputs(const Work& work);

  gl::Context context_;
  OpOptions options_;
  std::optional<DeviceImage> frame_;
  std::unique_ptr<SharedTexture> original_, result_;
  std::optional<Plan> plan_;
  std::optional<Call> planned_;
  std::vector<DeviceImage> others_;  // outputs that are not shown
};

// Opens the sharing of a view: the best way, or the one that the options ask for.
gl::Context open_context(const Session& session, const SessionOptions& session_options, const Options& options);

}  // namespace lenslet::view
