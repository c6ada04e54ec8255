// Bytes that OpenGL and a session each have in a buffer, or in the same one. Only one of them owns the bytes at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <lenslet/access.hpp>
#include <lenslet/gl.hpp>

#include "gl/turn.hpp"
#include "ocl/queue.hpp"

namespace lenslet::gl {

class Staging {
 public:
  Staging(std::shared_ptr<ContextState> state, std::uint64_t bytes, KernelAccess access)
      : turn_(std::move(state)), bytes_(bytes), access_(access) {}
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  virtual ~Staging() = default;

  virtual std::uint32_t buffer() const = 0;       // OpenGL's
  virtual const ocl::Buffer& memory() const = 0;  // the session's
  std::uint64_t bytes() const { return bytes_; }
  KernelAccess access() const { return access_; }
  ContextState& state() const { return turn_.state(); }

  void check_owner(bool session_has_it) const { turn_.check(session_has_it); }

  // These hand over the bytes. First they wait for OpenGL's earlier commands, or for those in the session's queue.
  void to_session();
  void to_opengl();

  // Called when OpenGL has got commands that read the buffer.
  virtual void after_reads() {}

 protected:
  bool session_reads() const { return access_ != KernelAccess::write_only; }
  bool session_writes() const { return access_ != KernelAccess::read_only; }

 private:
  virtual void hand_to_session() = 0;
  virtual void hand_to_opengl() = 0;

  Turn turn_;
  std::uint64_t bytes_;
  KernelAccess access_;
};

// Makes the kind that the context shares. If possible it uses OpenGL's buffer `wrapped`; otherwise it makes its own.
std::unique_ptr<Staging> make_staging(const std::shared_ptr<ContextState>& state, std::uint64_t bytes,
                                      KernelAccess access, std::optional<std::uint32_t> wrapped = {});

// One function for each way of sharing.
std::unique_ptr<Staging> make_copies(const std::shared_ptr<ContextState>& state, std::uint64_t bytes,
                                     KernelAccess access);
std::unique_ptr<Staging> make_memory(const std::shared_ptr<ContextState>& state, std::uint64_t bytes,
                                     KernelAccess access);
std::unique_ptr<Staging> make_objects(const std::shared_ptr<ContextState>& state, std::uint64_t bytes,
                                      KernelAccess access, std::optional<std::uint32_t> wrapped);

}  // namespace lenslet::gl
