// Makes a plan when a slider moves. Programs that take parameters as arguments then need no compilation.
#include "view/filter.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>
#include <lenslet/work.hpp>

#include "view/clock.hpp"

namespace lenslet::view {
namespace {

ImageType image_type(const ValueType& type, const Call& call) {
  if (const auto* image = std::get_if<ImageType>(&type)) return *image;
  throw Error(ErrorKind::unsupported,
              fmt::format("{} makes {}; what is viewed makes images", call.op, to_string(type)));
}

void check_size(Size size) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  if (size.width > most || size.height > most)
    throw Error(ErrorKind::unsupported, fmt::format("a picture of {0} x {1}; OpenGL shows up to {2} x {2}, which "
                                                    "'lenslet run resize' makes of it",
                                                    size.width, size.height, most));
}

// Shaders copy to no texture of three channels.
PixelFormat texels_of(const PixelFormat& format) {
  return {format.type, format.channels == 3 ? 4 : format.channels};
}

void check_inputs(const Call& call) {
  const OpInfo op = find_op(call.op);
  if (const std::size_t count = input_names(call).size(); count != 1 || op.of_arrays())
    throw Error(ErrorKind::unsupported, fmt::format("{} takes {}; what is viewed takes one image", call.op,
                                                    op.of_arrays() ? "arrays" : fmt::format("{} images", count)));
}

}  // namespace

SharedTexture::SharedTexture(const gl::Context& context, const ImageType& type) : type_(type) {
  check_size(type.size);
  glCreateTextures(GL_TEXTURE_2D, 1, &name_);
  bool room = true;
  glTextureStorage2D(name_, 1, gl::internal_format_of(texels_of(type.format)), static_cast<GLsizei>(type.size.width),
                     static_cast<GLsizei>(type.size.height));
  while (glGetError() != GL_NO_ERROR) room = false;
  glTextureParameteri(name_, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(name_, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTextureParameteri(name_, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  try {
    if (!room)
      throw Error(ErrorKind::device,
                  fmt::format("OpenGL has no memory for a picture of {} x {}", type.size.width, type.size.height));
    shared_.emplace(context.texture(
        name_, {.access = KernelAccess::write_only, .alpha = type.format.alpha, .channels = type.format.channels}));
  } catch (...) {
    glDeleteTextures(1, &name_);
    throw;
  }
}

SharedTexture::~SharedTexture() {
  shared_.reset();
  glDeleteTextures(1, &name_);
}

Filter::Filter(const gl::Context& context, const OpOptions& options) : context_(context), options_(options) {}

// The frame stays in the session's own memory, which every op may read. OpenGL shows a copy.
void Filter::set_frame(const Image& frame) {
  const ImageType type{frame.format(), frame.size()};
  const Session& session = context_.session();
  if (!original_ || original_->type() != type) {
    DeviceImage on_device = session.allocate(type.size, type.format);
    original_ = std::make_unique<SharedTexture>(context_, type);
    frame_ = std::move(on_device);
    planned_.reset();
  }
  session.upload(frame, *frame_);
  original_->shared().acquire();
  session.copy(*frame_, original_->shared().image());
  original_->shared().release();
}

void Filter::make_plan(const Call& call) {
  if (planned_ && planned_->op == call.op && planned_->arguments == call.arguments) return;
  check_inputs(call);
  const Work work{call, {original_->type()}, options_};
  planned_.reset();  // until everything is there
  make_outputs(work);
  plan_ = context_.session().plan(work);
  planned_ = call;
}

void Filter::make_outputs(const Work& work) {
  const std::vector<WorkOutput> made = work_outputs(work);
  const ImageType first = image_type(made.front().type, work.call);
  if (!result_ || result_->type() != first) result_ = std::make_unique<SharedTexture>(context_, first);
  others_.clear();
  for (std::size_t i = 1; i < made.size(); ++i) {
    const ImageType type = image_type(made[i].type, work.call);
    others_.push_back(context_.session().allocate(type.size, type.format));
  }
}

FilterTimes Filter::run(const Call& call) {
  make_plan(call);
  gl::SharedImage& shown = result_->shared();
  shown.acquire();
  std::vector<DeviceImage> outputs{shown.image()};
  outputs.insert(outputs.end(), others_.begin(), others_.end());
  Timing timing;
  try {
    plan_->run_into(*frame_, outputs, {.timing = &timing});
  } catch (...) {
    shown.release();
    throw;
  }
  const auto computed = Clock::now();
  shown.release();
  return {timing.kernel_ms, ms_between(computed, Clock::now())};
}

void Filter::draw(const Painter& painter, Size surface, bool original) const {
  const std::int64_t left = original ? surface.width / 2 : 0;
  if (left > 0) painter.draw(original_->picture(), {0, 0, left, surface.height}, surface);
  painter.draw(result_->picture(), {left, 0, surface.width - left, surface.height}, surface);
}

// Makes a session that shares OpenGL's objects together with its context.
gl::Context open_context(const Session& session, const SessionOptions& session_options, const Options& options) {
  const gl::Options wanted{options.sharing, options.make_exporter ? options.make_exporter(session) : nullptr,
                           options.semaphores ? std::optional(true) : std::nullopt};
  if (std::ranges::count(session.device().extensions, "cl_khr_gl_sharing") > 0)
    return gl::Context::open(session_options, wanted);
  return gl::Context(session, wanted);
}

}  // namespace lenslet::view
