// Arrays in OpenGL's buffers.
#include <utility>

#include <lenslet/gl.hpp>

#include "gl/api.hpp"
#include "gl/current.hpp"
#include "gl/staging.hpp"

namespace lenslet::gl {
namespace {

// Copies on OpenGL's device, unless both buffers are the same.
void copy_buffer(std::uint32_t from, std::uint32_t to, std::uint64_t bytes) {
  if (from == to) return;
  forget_errors();
  glCopyNamedBufferSubData(from, to, 0, 0, static_cast<GLsizeiptr>(bytes));
  check_errors("glCopyNamedBufferSubData");
}

}  // namespace

SharedArray::SharedArray(std::uint32_t buffer, const ArrayType& type, bool owned, std::unique_ptr<Staging> staging)
    : buffer_(buffer), owned_(owned), staging_(std::move(staging)), array_(type, staging_->memory()) {}

SharedArray::SharedArray(SharedArray&& other) noexcept
    : buffer_(other.buffer_),
      owned_(std::exchange(other.owned_, false)),
      staging_(std::move(other.staging_)),
      array_(std::move(other.array_)) {}

SharedArray& SharedArray::operator=(SharedArray&& other) noexcept {
  std::swap(buffer_, other.buffer_);
  std::swap(owned_, other.owned_);
  std::swap(staging_, other.staging_);
  std::swap(array_, other.array_);
  return *this;
}

SharedArray::~SharedArray() {
  if (owned_ && current_context()) glDeleteBuffers(1, &buffer_);
}

void SharedArray::acquire() {
  staging_->check_owner(false);
  if (staging_->access() != KernelAccess::write_only) copy_buffer(buffer_, staging_->buffer(), staging_->bytes());
  staging_->to_session();
}

void SharedArray::release() {
  staging_->to_opengl();
  if (staging_->access() == KernelAccess::read_only) return;
  copy_buffer(staging_->buffer(), buffer_, staging_->bytes());
  staging_->after_reads();
}

}  // namespace lenslet::gl
