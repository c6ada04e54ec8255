// One of OpenGL's buffers in both APIs, by cl_khr_gl_sharing.
#include "gl/api.hpp"
#include "gl/cl_objects.hpp"
#include "gl/object_handover.hpp"
#include "gl/staging.hpp"
#include "ocl/foreign.hpp"
#include "ocl/reserve.hpp"

namespace lenslet::gl {
namespace {

class ObjectStaging : public Staging {
 public:
  ObjectStaging(std::shared_ptr<ContextState> state, std::uint64_t bytes, KernelAccess access,
                std::optional<std::uint32_t> wrapped)
      : Staging(std::move(state), bytes, access),
        own_(wrapped ? std::nullopt : std::optional(with_memory(bytes))),
        buffer_(wrapped ? *wrapped : own_->name()),
        memory_(ocl::share(ocl::buffer_of_gl(queue_of(this->state()), buffer_, bytes), access)),
        handover_(this->state(), ocl::handle_of(memory_)) {}

  std::uint32_t buffer() const override { return buffer_; }
  const ocl::Buffer& memory() const override { return memory_; }

 private:
  static OwnedBuffer with_memory(std::uint64_t bytes) {
    OwnedBuffer buffer;
    forget_errors();
    glNamedBufferData(buffer.name(), static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_COPY);
    check_errors("glNamedBufferData");
    return buffer;
  }

  void hand_to_session() override { handover_.to_session(); }
  void hand_to_opengl() override { handover_.to_opengl(); }

  std::optional<OwnedBuffer> own_;
  std::uint32_t buffer_;
  ocl::Buffer memory_;
  ObjectHandover handover_;
};

}  // namespace

std::unique_ptr<Staging> make_objects(const std::shared_ptr<ContextState>& state, std::uint64_t bytes,
                                      KernelAccess access, std::optional<std::uint32_t> wrapped) {
  return std::make_unique<ObjectStaging>(state, bytes, access, wrapped);
}

}  // namespace lenslet::gl
