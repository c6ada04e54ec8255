// Shows pictures and frames and their results by an op or a pipeline, in a window or off-screen, with sliders for the
// op's parameters.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/external_memory.hpp>
#include <lenslet/image.hpp>
#include <lenslet/op.hpp>
#include <lenslet/session.hpp>

namespace lenslet::view {

// A source of frames.
class FrameSource {
 public:
  virtual ~FrameSource() = default;

  // The next frame; nothing if the one before still counts. The first call always returns one. Throws io for a frame
  // that cannot be read; the next call goes on with the frame after it.
  virtual std::optional<Image> next() = 0;
  virtual std::string name() const = 0;   // of the last frame
  virtual bool is_still() const = 0;      // no further frame will come
  virtual bool is_live() const = 0;       // next() waits for the next frame to happen
  virtual std::size_t count() const = 0;  // number of frames before the first comes again; 1 if live
};

// Opens a file, a folder or a camera: "camera", "camera:1" or /dev/video1. A folder's files come in the order of their
// names, over and over. Throws io for anything else, and for what cannot be read.
std::unique_ptr<FrameSource> open_source(const std::string& name, std::int64_t max_pixels);

struct Options {
  std::string title;   // of the window
  Size size = {0, 0};  // of the window or the off-screen picture, in pixels; 0: two first frames fit
  bool offscreen = false;
  bool panel = true;        // whether sliders are drawn
  double fps = 25;          // of a folder's frames, unless they are counted
  std::int64_t frames = 0;  // the view ends after so many; 0: when the window is closed, off-screen after one
  std::optional<Sharing> sharing = {};
  bool semaphores = false;
  OpOptions filter = {};
  std::shared_ptr<const MemoryExporter> (*make_exporter)(const Session& session) = nullptr;  // of gl::Options::exporter
};

// A stage of a demonstration, in one frame.
struct Stage {
  std::string name;
  double ms = 0;     // until it has ended, by the host's clock
  int launches = 0;  // kernels and copies
};

// What a view has measured. Times and bytes are for each frame.
struct Figures {
  std::int64_t frames = 0;         // those that count: not the first, which compiles
  double frame_ms = 0;             // from one frame to the next
  double filter_ms = 0;            // of the kernels, by the device's clock; 0 if its driver has none
  double exchange_ms = 0;          // until OpenGL had the result, with what it was still drawing
  Traffic traffic = {};            // bytes between OpenGL and OpenCL through the host's memory
  std::string renderer;            // OpenGL's device
  std::string sharing;             // "memory, waits by the host"
  std::string reason;              // why no better way is shared; may be empty
  Size shown;                      // of the result
  std::vector<Stage> stages = {};  // of a demonstration's last frame
  std::size_t marks = 0;           // that it drew
  std::optional<Storage> storage = {};
  std::optional<Image> picture = {};  // the last picture, off-screen
};

// Shows the call, an op from one image to images, until its end. `call` then has the sliders' values. `session` was
// opened with `session_options`. Throws unsupported if there is no window system, if OpenGL is older than 4.5, or if an
// op takes or makes something else.
Figures show(const Session& session, const SessionOptions& session_options, Call& call, FrameSource& source,
             const Options& options);

// Of the demonstration of key points.
struct KeypointOptions {
  Storage storage = Storage::buffer;  // at first
  int octaves = 4;                    // fewer where the picture is small
  int levels = 4;                     // of each octave
  std::size_t points = 500;           // the most: those of the greatest response
};

// The same for key points over the picture. `corners` is a call of the op fast, in samples from 0 to 255.
Figures show_keypoints(const Session& session, const SessionOptions& session_options, Call& corners,
                       FrameSource& source, const Options& options, const KeypointOptions& keypoints);

}  // namespace lenslet::view
