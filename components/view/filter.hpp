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

// The times of a frame's result.
struct FilterTimes {
  double filter_ms = 0;    // of the kernels, by the device's clock; 0 if its driver has none
  double exchange_ms = 0;  // until OpenGL had the result, by the host's clock; with what it was still drawing
};

class Filter {
 public:
  Filter(const gl::Context& context, const OpOptions& options);

  // Uploads a frame, which is then shown and filtered.
  void set_frame(const Image& frame);

  // Plans if the call or the frame's type has changed, launches, and gives the op's first image to OpenGL. Throws like
  // Session::plan(); the old result then stays.
  FilterTimes run(const Call& call);

  Picture original() const { return original_->picture(); }
  const std::unique_ptr<SharedTexture>& result() const { return result_; }  // null before the first result
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

// Opens the sharing of a view: the best way, or the one that the options ask for.
gl::Context open_context(const Session& session, const SessionOptions& session_options, const Options& options);

}  // namespace lenslet::view
