// The session's part of a view: frames and results in textures that it shares with OpenGL.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/gl.hpp>
#include <lenslet/session.hpp>

#include "view/painter.hpp"
#include "view/view.hpp"

namespace lenslet::view {

// A texture that OpenGL draws and the session writes.
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

// What a frame's result took.
struct FilterTimes {
  double filter_ms = 0;    // of the kernels, by the device's clock; 0 where its driver tells none
  double exchange_ms = 0;  // until OpenGL had the result, by the host's clock, with what it was still drawing
};

class Filter {
 public:
  Filter(const gl::Context& context, const OpOptions& options);

  // Uploads a frame, which is shown and filtered from then on.
  void set_frame(const Image& frame);

  // Plans where the call or the frame's type is another, launches, and leaves the first image that the op makes to
  // OpenGL. Throws as Session::plan() does; what is shown then stays.
  FilterTimes run(const Call& call);

  Picture original() const { return original_->picture(); }
  const std::unique_ptr<SharedTexture>& result() const { return result_; }  // null until something was computed
  const std::string& schedule() const { return plan_->schedule(); }

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

// Opens what a view shares: the best way, or the one that the options ask for.
gl::Context open_context(const Session& session, const SessionOptions& session_options, const Options& options);

}  // namespace lenslet::view
