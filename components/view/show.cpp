// The loop of a view: takes a frame, filters if anything has changed, and draws.
#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include <lenslet/error.hpp>

#include "view/clock.hpp"
#include "view/filter.hpp"
#include "view/keypoint_scene.hpp"
#include "view/meter.hpp"
#include "view/painter.hpp"
#include "view/panel.hpp"
#include "view/surface.hpp"
#include "view/view.hpp"
#include "view/widgets.hpp"

namespace lenslet::view {
namespace {

constexpr double max_sleep = 0.5;    // seconds until a window checks whether anything has changed
constexpr std::int64_t settled = 3;  // frames until the widgets have their places

// So many pictures of the frame's size side by side, unless the options have a size.
Extent extent_of(const Options& options, const Image& first, int pictures) {
  if (options.size.width > 0) return {options.size, true};
  return {{pictures * first.width(), first.height()}, false};
}

using MakeScene = std::function<std::unique_ptr<Scene>(const gl::Context&)>;

std::unique_ptr<Surface> open_surface(const Options& options, const Extent& extent, const Session& session) {
  if (options.offscreen) return open_offscreen(extent, uuid_of(session), options.panel);
  return open_window(options.title, extent, options.panel);
}

// If there are further frames, the panel can show an error, and the view goes on.
bool goes_on(const FrameSource& source, const Options& options) {
  return options.panel && !source.is_live();
}

// The first frame that can be read. `problem` tells what is wrong with those before it.
Image first_frame(FrameSource& source, const Options& options, std::string& problem) {
  for (std::size_t left = source.count();; --left) {
    try {
      return source.next().value();
    } catch (const Error& error) {
      if (left == 1 || !goes_on(source, options)) throw;
      problem = error.what();
    }
  }
}

class View {
 public:
  View(const Session& session, const SessionOptions& session_options, Call& call, FrameSource& source,
       const Options& options, const MakeScene& make_scene, int pictures)
      : call_(call),
        source_(source),
        options_(options),
        first_(first_frame(source, options, source_problem_)),
        surface_(open_surface(options, extent_of(options, first_, pictures), session)),
        context_(open_context(session, session_options, options)),
        scene_(make_scene(context_)),
        panel_(find_op(call.op), call, scene_->has_original()) {
    scene_->set_frame(first_);
  }

  Figures run() {
    scene_->run(call_);  // its errors end the view; later ones are shown
    const std::int64_t wanted = options_.frames > 0 ? options_.frames : options_.offscreen ? settled : 0;
    while ((wanted == 0 || drawn_ < wanted) && surface_->begin(longest_wait())) {
      if (scene_->press(*surface_)) changed_ = true;
      if (drawn_ == 1) begin_counting();
      const auto begin = Clock::now();
      next_frame();
      draw();
      surface_->end();
      frame_ms_ = ms_between(begin, Clock::now());
    }
    glFinish();
    return figures();
  }

 private:
  // If frames are counted, all are computed, and nothing waits for the user.
  bool measures() const { return options_.frames > 0; }

  // Seconds until the source's next frame, if there is nothing else to do.
  double longest_wait() const {
    if (measures() || changed_ || source_.is_live() || drawn_ < settled) return 0;
    if (source_.is_still()) return max_sleep;
    return std::max(0.0, 1 / options_.fps - ms_between(last_frame_, Clock::now()) / 1000);
  }

  bool is_due() const {
    return measures() || source_.is_live() || ms_between(last_frame_, Clock::now()) * options_.fps >= 1000;
  }

  void begin_counting() {
    glFinish();
    meter_.begin(context_.traffic());
  }

  // Takes the source's next frame, if there is one. A damaged frame is skipped, and the panel says so until the next.
  bool take_frame() {
    last_frame_ = Clock::now();
    try {
      const auto frame = source_.next();
      if (frame) scene_->set_frame(*frame);
      if (frame) source_problem_.clear();
      return frame.has_value();
    } catch (const Error& error) {
      if (!goes_on(source_, options_)) throw;
      source_problem_ = error.what();
      return false;
    }
  }

  void next_frame() {
    bool fresh = changed_ || measures();
    if (drawn_ > 0 && is_due() && take_frame()) fresh = true;
    changed_ = false;
    if (!fresh) return;
    try {
      last_ = scene_->run(call_);
      problem_.clear();
    } catch (const Error& error) {
      if (!options_.panel) throw;
      problem_ = error.what();
    }
    meter_.add(last_);
  }

  void draw() {
    const Size size = surface_->size();
    painter_.clear(size);
    scene_->draw(painter_, size, panel_.shows_original());
    ++drawn_;
    if (!options_.panel) return;
    surface_->begin_panel();
    changed_ = panel_.draw(
        call_, [this] { return scene_->edit(); }, lines(), source_problem_.empty() ? problem_ : source_problem_);
    Widgets::draw();
  }

  std::vector<std::string> lines() const {
    std::vector<std::string> all{source_.name(),
                                 fmt::format("frame {:.1f} ms, filter {:.2f} ms, exchange {:.2f} ms", frame_ms_,
                                             last_.filter_ms, last_.exchange_ms),
                                 fmt::format("shared: {}", name_of(context_.sharing()))};
    for (std::string& line : scene_->lines()) all.push_back(std::move(line));
    return all;
  }

  Figures figures() const {
    Figures found;
    if (measures() && drawn_ > 1) meter_.fill(found, drawn_ - 1, context_.traffic());
    found.renderer = context_.renderer();
    found.sharing = fmt::format("{}{}", name_of(context_.sharing()), context_.semaphores() ? ", semaphores" : "");
    found.reason = context_.reason();
    found.shown = scene_->shown();
    scene_->fill(found);
    found.picture = surface_->picture();
    return found;
  }

  Call& call_;
  FrameSource& source_;
  const Options& options_;
  std::string source_problem_, problem_;  // of the last frame, and of the call
  Image first_;
  std::unique_ptr<Surface> surface_;  // the members below need its context
  gl::Context context_;
  Painter painter_;
  std::unique_ptr<Scene> scene_;
  Panel panel_;
  bool changed_ = true;
  std::int64_t drawn_ = 0;
  Clock::time_point last_frame_ = Clock::now();
  double frame_ms_ = 0;
  FilterTimes last_ = {};
  Meter meter_;
};

}  // namespace

Figures show(const Session& session, const SessionOptions& session_options, Call& call, FrameSource& source,
             const Options& options) {
  const auto filter = [&](const gl::Context& context) { return std::make_unique<Filter>(context, options.filter); };
  return View(session, session_options, call, source, options, filter, 2).run();
}

Figures show_keypoints(const Session& session, const SessionOptions& session_options, Call& corners,
                       FrameSource& source, const Options& options, const KeypointOptions& keypoints) {
  const auto scene = [&](const gl::Context& context) { return std::make_unique<KeypointScene>(context, keypoints); };
  return View(session, session_options, corners, source, options, scene, 1).run();
}

}  // namespace lenslet::view
