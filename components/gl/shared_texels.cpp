// Image objects of OpenGL's texels: OpenGL's own, or ones of the session that are copied.
#include <utility>
#include <vector>

#include <lenslet/gl_texels.hpp>

#include "gl/cl_objects.hpp"
#include "gl/object_handover.hpp"
#include "gl/object_texels.hpp"
#include "gl/texel_copies.hpp"
#include "gl/texel_objects.hpp"
#include "gl/turn.hpp"
#include "session/state.hpp"

namespace lenslet::gl {

struct SharedTexels::State {
  State(const Context& context, ImageObject made) : turn(context.state()), image(std::move(made)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  virtual ~State() = default;

  virtual TexelOrigin origin() const = 0;
  virtual void to_session() = 0;
  virtual void to_opengl() = 0;

  Turn turn;
  ImageObject image;
};

namespace {

class ObjectOfTexels : public SharedTexels::State {
 public:
  ObjectOfTexels(const Context& context, const ObjectTexels& texels, KernelAccess access)
      : State(context, made(*context.state(), texels, access)),
        handover_(turn.state(), ocl::handle_of(image.handle())) {}

  TexelOrigin origin() const override { return ocl::origin_of(image.handle()); }
  void to_session() override { handover_.to_session(); }
  void to_opengl() override { handover_.to_opengl(); }

 private:
  static ImageObject made(const ContextState& state, const ObjectTexels& texels, KernelAccess access) {
    const ocl::Queue& queue = queue_of(state);
    ocl::FormattedImage image = is_renderbuffer(texels)
                                    ? ocl::image_of_renderbuffer(queue, texels.name, access)
                                    : ocl::image_of_texture(queue, texels.target, texels.level, texels.name, access);
    return ImageObject(std::make_shared<const ocl::FormattedImage>(std::move(image)));
  }

  ObjectHandover handover_;
};

class CopyOfTexels : public SharedTexels::State {
 public:
  CopyOfTexels(const Context& context, const ObjectTexels& texels, KernelAccess access)
      : State(context, made(context.session(), texels, access)),
        origin_(origin_of(texels)),
        copies_(texels),
        texels_(bytes_of(texels)) {}

  TexelOrigin origin() const override { return origin_; }

  void to_session() override {
    if (image.access() == KernelAccess::write_only) return;
    copies_.read(texels_);
    ocl::write_texels(queue(), image.handle(), whole(), texels_.data(), {}, {}).wait();
    turn.state().traffic.to_session += texels_.size();
  }

  void to_opengl() override {
    if (image.access() == KernelAccess::read_only) return queue().finish();
    ocl::read_texels(queue(), image.handle(), whole(), texels_.data(), {}, {}).wait();
    copies_.write(texels_);
    turn.state().traffic.from_session += texels_.size();
  }

 private:
  static ImageObject made(const Session& session, const ObjectTexels& texels, KernelAccess access) {
    if (texels.description.kind != ImageKind::image1d_buffer) return {session, texels.description, access};
    const DeviceArray store =
        session.allocate(ArrayType{SampleType::u8, {static_cast<std::int64_t>(bytes_of(texels))}});
    return {session, store, texels.format->texel};
  }

  const ocl::Queue& queue() const { return queue_of(turn.state()); }
  TexelBox whole() const { return whole_of(image.description()); }

  TexelOrigin origin_;
  TexelCopies copies_;
  std::vector<std::byte> texels_;
};

SharedTexels shared_texels(const Context& context, const ObjectTexels& texels, KernelAccess access) {
  if (context.sharing() == Sharing::objects)
    return SharedTexels(std::make_unique<ObjectOfTexels>(context, texels, access));
  return SharedTexels(std::make_unique<CopyOfTexels>(context, texels, access));
}

}  // namespace

SharedTexels::SharedTexels(std::unique_ptr<State> state) : state_(std::move(state)) {}
SharedTexels::SharedTexels(SharedTexels&&) noexcept = default;
SharedTexels& SharedTexels::operator=(SharedTexels&&) noexcept = default;
SharedTexels::~SharedTexels() = default;

const ImageObject& SharedTexels::image() const {
  return state_->image;
}

TexelOrigin SharedTexels::origin() const {
  return state_->origin();
}

void SharedTexels::acquire() {
  state_->turn.check(false);
  state_->to_session();
  state_->turn.pass(true);
}

void SharedTexels::release() {
  state_->turn.check(true);
  state_->to_opengl();
  state_->turn.pass(false);
}

SharedTexels texels_of_texture(const Context& context, std::uint32_t texture, const TexelUse& use) {
  check_current(*context.state());
  return shared_texels(context, checked_texture(texture, use), use.access);
}

SharedTexels texels_of_renderbuffer(const Context& context, std::uint32_t renderbuffer, KernelAccess access) {
  check_current(*context.state());
  return shared_texels(context, checked_renderbuffer(renderbuffer), access);
}

}  // namespace lenslet::gl
