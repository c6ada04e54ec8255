// Memory that a third API has exported, used by OpenGL (GL_EXT_memory_object_fd) and the session at once.
#include <optional>
#include <utility>

#include <lenslet/external_memory.hpp>

#include "gl/api.hpp"
#include "gl/current.hpp"
#include "gl/staging.hpp"
#include "ocl/reserve.hpp"

namespace lenslet::gl {
namespace {

// OpenGL closes the descriptor that it takes.
class ImportedObject {
 public:
  explicit ImportedObject(const ExternalMemory& memory) : ImportedObject() {
    Descriptor copy = memory.descriptor.duplicate();
    glImportMemoryFdEXT(name_, memory.bytes, GL_HANDLE_TYPE_OPAQUE_FD_EXT, copy.get());
    check_errors("glImportMemoryFdEXT");
    copy.release();
  }
  ImportedObject(const ImportedObject&) = delete;
  ImportedObject& operator=(const ImportedObject&) = delete;
  ~ImportedObject() { glDeleteMemoryObjectsEXT(1, &name_); }

  GLuint name() const { return name_; }

 private:
  // After this constructor the destructor runs, even if the import throws.
  ImportedObject() { glCreateMemoryObjectsEXT(1, &name_); }

  GLuint name_ = 0;
};

// A semaphore of both APIs.
class SharedSemaphore {
 public:
  SharedSemaphore(const Session& session, const MemoryExporter& exporter)
      : SharedSemaphore(session, exporter.semaphore()) {}
  SharedSemaphore(const SharedSemaphore&) = delete;
  SharedSemaphore& operator=(const SharedSemaphore&) = delete;
  ~SharedSemaphore() {
    if (current_context()) glDeleteSemaphoresEXT(1, &name_);
  }

  void opengl_signals(GLuint buffer) const {
    glSignalSemaphoreEXT(name_, 1, &buffer, 0, nullptr, nullptr);
    check_errors("glSignalSemaphoreEXT");
    glFlush();
  }

  void opengl_waits(GLuint buffer) const {
    glWaitSemaphoreEXT(name_, 1, &buffer, 0, nullptr, nullptr);
    check_errors("glWaitSemaphoreEXT");
  }

  const ImportedSemaphore& session() const { return imported_; }

 private:
  explicit SharedSemaphore(ImportedSemaphore imported) : imported_(std::move(imported)) {
    glGenSemaphoresEXT(1, &name_);
  }

  SharedSemaphore(const Session& session, Descriptor descriptor)
      : SharedSemaphore(ImportedSemaphore(session, descriptor.duplicate())) {
    glImportSemaphoreFdEXT(name_, GL_HANDLE_TYPE_OPAQUE_FD_EXT, descriptor.get());
    check_errors("glImportSemaphoreFdEXT");
    descriptor.release();
  }

  ImportedSemaphore imported_;
  GLuint name_ = 0;
};

// The two APIs take turns, so neither semaphore is signalled twice without a wait between.
struct Semaphores {
  explicit Semaphores(const ContextState& state)
      : to_session(state.session, *state.exporter), to_opengl(state.session, *state.exporter) {}

  SharedSemaphore to_session, to_opengl;
};

class MemoryStaging : public Staging {
 public:
  MemoryStaging(const std::shared_ptr<ContextState>& state, std::uint64_t bytes, KernelAccess access)
      : MemoryStaging(state, bytes, access, state->exporter->allocate(bytes + padding_bytes)) {}

  std::uint32_t buffer() const override { return buffer_.name(); }
  const ocl::Buffer& memory() const override { return memory_; }

 private:
  // OpenGL's object may go once a buffer has its memory.
  MemoryStaging(std::shared_ptr<ContextState> owner, std::uint64_t bytes, KernelAccess access, ExternalMemory memory)
      : Staging(std::move(owner), bytes, access),
        buffer_(in_opengl(memory, bytes)),
        imported_(state().session, std::move(memory)),
        memory_(ocl::share(whole(imported_).buffer(), access)) {
    if (state().semaphores) semaphores_.emplace(state());
  }

  // After the bytes OpenGL has a few of its own to write to.
  static constexpr std::uint64_t padding_bytes = 16;

  // A part would be a sub-buffer, with which PoCL's copies of rectangles crash.
  static DeviceArray whole(const ImportedMemory& memory) {
    return memory.array({SampleType::u8, {static_cast<std::int64_t>(memory.bytes())}});
  }

  static OwnedBuffer in_opengl(const ExternalMemory& memory, std::uint64_t bytes) {
    forget_errors();
    const ImportedObject object(memory);
    OwnedBuffer buffer;
    glNamedBufferStorageMemEXT(buffer.name(), static_cast<GLsizeiptr>(bytes + padding_bytes), object.name(), 0);
    check_errors("glNamedBufferStorageMemEXT");
    return buffer;
  }

  void hand_to_session() override {
    if (semaphores_) {
      semaphores_->to_session.opengl_signals(buffer());
      semaphores_->to_session.session().wait();
    } else {
      wait_for_opengl();
    }
    imported_.acquire();
  }

  void hand_to_opengl() override {
    const Event released = imported_.release();
    if (semaphores_) {
      semaphores_->to_opengl.session().signal();
      semaphores_->to_opengl.opengl_waits(buffer());
    } else {
      released.wait();
    }
    if (session_writes()) drop_host_copy();
  }

  // NVIDIA's OpenGL keeps a small buffer's bytes with the host once it has read them, and uses these until OpenGL
  // itself writes to the buffer. So it writes behind the bytes.
  void drop_host_copy() const {
    const std::uint8_t zero = 0;
    glClearNamedBufferSubData(buffer(), GL_R8, static_cast<GLintptr>(bytes()), padding_bytes, GL_RED, GL_UNSIGNED_BYTE,
                              &zero);
    check_errors("glClearNamedBufferSubData");
  }

  OwnedBuffer buffer_;
  ImportedMemory imported_;
  ocl::Buffer memory_;
  std::optional<Semaphores> semaphores_;
};

}  // namespace

std::unique_ptr<Staging> make_memory(const std::shared_ptr<ContextState>& state, std::uint64_t bytes,
                                     KernelAccess access) {
  return std::make_unique<MemoryStaging>(state, bytes, access);
}

}  // namespace lenslet::gl
