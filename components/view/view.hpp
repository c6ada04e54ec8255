// Pictures and frames through an op or a pipeline, in a window or off-screen: the original, the result, and sliders for
// the op's parameters.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <lenslet/external_memory.hpp>
#include <lenslet/image.hpp>
#include <lenslet/op.hpp>
#include <lenslet/session.hpp>

namespace lenslet::view {

// Where frames come from.
class FrameSource {
 public:
  virtual ~FrameSource() = default;

  // The next frame; nothing where the one before it still stands. The first call always gives one. Throws io for one
  // that cannot be read; the next call goes on with the next.
  virtual std::optional<Image> next() = 0;
  virtual std::string name() const = 0;   // of the frame that was given last
  virtual bool is_still() const = 0;      // no further frame will come
  virtual bool is_live() const = 0;       // next() waits for the next frame to happen
  virtual std::size_t count() const = 0;  // of the frames that come before the first comes again; 1 where it is live
};

// A file, a folder of files that come in the order of their names and again from the first on, or a camera:
// "camera", "camera:1" or /dev/video1. Throws io for what is none of these or cannot be read.
std::unique_ptr<FrameSource> open_source(const std::string& name, std::int64_t max_pixels);

struct Options {
  std::string title;   // of the window
  Size size = {0, 0};  // of the window or the off-screen picture, in pixels; 0: what fits two first frames
  bool offscreen = false;
  bool panel = true;        // whether sliders are drawn
  double fps = 25;          // of a folder's frames, where they are not counted
  std::int64_t frames = 0;  // after so many the view ends; 0: when the window is closed, off-screen after one
  std::optional<Sharing> sharing = {};
  bool semaphores = false;
  OpOptions filter = {};
  std::shared_ptr<const MemoryExporter> (*make_exporter)(const Session& session) = nullptr;  // of gl::Options::exporter
};

// What a view has found, per frame but for the names.
struct Figures {
  std::int64_t frames = 0;            // those that count: the first one compiles
  double frame_ms = 0;                // from one to the next
  double filter_ms = 0;               // of the kernels, by the device's clock; 0 where its driver tells none
  double exchange_ms = 0;             // until OpenGL had the result, with what it was still drawing
  Traffic traffic = {};               // bytes between OpenGL and OpenCL that went through memory of the host
  std::string renderer;               // OpenGL's device
  std::string sharing;                // "memory, waits by the host"
  std::string reason;                 // why nothing better is shared; may be empty
  Size shown;                         // of the result
  std::optional<Image> picture = {};  // what was drawn last, off-screen
};

// Shows the call, an op of one image that makes images, until its end; `call` has what the sliders made of it then.
// `session` was opened with `session_options`. Throws unsupported where there is no window system, OpenGL is older than
// 4.5, or an op takes or makes something else.
Figures show(const Session& session, const SessionOptions& session_options, Call& call, FrameSource& source,
             const Options& options);

}  // namespace lenslet::view
