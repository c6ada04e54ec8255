// Shares nothing: OpenGL's buffer stays mapped, and the session copies from and to it. Copies end before the calls do,
// so that neither side sees half of one.
#include <span>

#include "gl/api.hpp"
#include "gl/staging.hpp"
#include "ocl/reserve.hpp"

namespace lenslet::gl {
namespace {

class CopyStaging : public Staging {
 public:
  CopyStaging(std::shared_ptr<ContextState> state, std::uint64_t bytes, KernelAccess access)
      : Staging(std::move(state), bytes, access),
        memory_(ocl::share(ocl::reserve(queue_of(this->state()), bytes, {}), access)) {
    constexpr GLbitfield access_bits = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    const auto size = static_cast<GLsizeiptr>(bytes);
    forget_errors();
    glNamedBufferStorage(buffer_.name(), size, nullptr, access_bits);
    mapped_ = static_cast<std::byte*>(glMapNamedBufferRange(buffer_.name(), 0, size, access_bits));
    check_errors("glNamedBufferStorage", "a buffer that stays mapped");
  }

  std::uint32_t buffer() const override { return buffer_.name(); }
  const ocl::Buffer& memory() const override { return memory_; }
  void after_reads() override { read_ = Fence::put(); }

 private:
  std::span<std::byte> mapped() const { return {mapped_, bytes()}; }

  void hand_to_session() override {
    if (!session_reads()) return;
    Fence::put().wait();
    queue_of(state()).write(memory_, 0, mapped());
    state().traffic.to_session += bytes();
  }

  void hand_to_opengl() override {
    if (!session_writes()) return;
    read_.wait();  // OpenGL may still read the last contents
    queue_of(state()).read(memory_, 0, mapped());
    state().traffic.from_session += bytes();
  }

  OwnedBuffer buffer_;
  ocl::Buffer memory_;
  std::byte* mapped_ = nullptr;
  Fence read_;
};

}  // namespace

std::unique_ptr<Staging> make_copies(const std::shared_ptr<ContextState>& state, std::uint64_t bytes,
                                     KernelAccess access) {
  return std::make_unique<CopyStaging>(state, bytes, access);
}

}  // namespace lenslet::gl
