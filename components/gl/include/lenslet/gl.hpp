// The component lenslet::gl: buffers, textures and renderbuffers of OpenGL as values of a session. Where OpenCL and
// OpenGL have memory in common nothing goes over the bus; else the same calls copy through pixel buffers.
//
//   const gl::Context context(session);                        // of the OpenGL context that is current
//   gl::SharedImage picture = context.texture(texture);        // an OpenGL texture, "u8 x 4 with alpha"
//   gl::SharedImage blurred = context.texture(other, {.access = KernelAccess::write_only});
//   picture.acquire(), blurred.acquire();
//   plan.launch_into(picture.image(), {blurred.image()});
//   picture.release(), blurred.release();                      // from here on OpenGL draws them
//
// This header includes none of OpenGL's: names of objects are the numbers that OpenGL has for them. An OpenGL context
// of version 4.5 or later is current in the thread of each call, the same one for all. What a call binds or sets it
// puts back; errors that OpenGL keeps from before are lost. docs/graphics.md shows more.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <lenslet/access.hpp>
#include <lenslet/external_memory.hpp>
#include <lenslet/session.hpp>
#include <lenslet/value.hpp>

namespace lenslet::gl {

// How OpenGL copies between a texture and the rows of pixels that kernels have. Shaders run on its device. Where a
// driver packs and unpacks pixel buffers is the driver's own matter.
enum class TexelCopy : std::uint8_t { shaders, pixel_buffers };

struct Options {
  // Objects need a session that Context::open() made, memory an exporter. Absent: the best that there is; reason() of
  // the context says why there is no better one. Else this one, and unsupported where it is not there.
  std::optional<Sharing> sharing = {};

  // Makes memory for Sharing::memory, as vulkan::exporter() does.
  std::shared_ptr<const MemoryExporter> exporter = {};

  // With Sharing::memory the two APIs wait for each other on the device, by semaphores, where both have these; else,
  // and with `false`, the host waits for each before the other begins. With `true` it is unsupported where there are
  // none, for the reason that the message has.
  std::optional<bool> semaphores = {};

  // How pixels of textures are copied. Absent: by shaders where memory or objects are shared and a shader can copy the
  // texture, else by pixel buffers. Shaders are refused for a texture that they cannot copy, for the reason that the
  // message has.
  std::optional<TexelCopy> texel_copy = {};
};

// What a session does with an image of OpenGL's.
struct ImageUse {
  KernelAccess access = KernelAccess::read_write;
  int level = 0;                   // of a texture
  std::optional<bool> alpha = {};  // whether the last of 2 or 4 channels is opacity; absent: of 4 it is
  int layer = 0;                   // of an array, slice of a 3D texture, or face of a cube, of six for each of an array

  // 3 of a texture that has four: alpha is left out, and opaque where the session writes. Image units of OpenGL have no
  // textures of three channels. Absent: those that the texture has.
  std::optional<int> channels = {};
};

class PixelTarget;
class Staging;
struct ContextState;

// An array in a buffer of OpenGL's. Between acquire() and release() the session has it, else OpenGL.
class SharedArray {
 public:
  SharedArray(SharedArray&&) noexcept;
  SharedArray& operator=(SharedArray&&) noexcept;
  ~SharedArray();

  std::uint32_t buffer() const { return buffer_; }
  const DeviceArray& array() const { return array_; }

  // acquire() gives the session what OpenGL's commands before it have written, and release() gives OpenGL what the
  // session has written; neither is more than the access of the value asks for. Throw invalid_argument where the
  // session has it already, or has it not; device where OpenGL or OpenCL fails.
  void acquire();
  void release();

 private:
  friend class Context;
  SharedArray(std::uint32_t buffer, const ArrayType& type, bool owned, std::unique_ptr<Staging> staging);

  std::uint32_t buffer_;
  bool owned_;  // deletes the buffer at the end
  std::unique_ptr<Staging> staging_;
  DeviceArray array_;
};

// An image in a texture or a renderbuffer, whose rows go from OpenGL's y = 0 on. Kernels see it in a buffer, between
// which and the texture OpenGL copies.
class SharedImage {
 public:
  SharedImage(SharedImage&&) noexcept;
  SharedImage& operator=(SharedImage&&) noexcept;
  ~SharedImage();

  const DeviceImage& image() const { return image_; }
  TexelCopy texel_copy() const;
  const std::string& texel_copy_reason() const;  // why no shader copies; empty where one does, or none is wanted
  void acquire();                                // as those of SharedArray
  void release();

 private:
  friend class Context;
  struct Target;
  SharedImage(std::unique_ptr<Target> target, std::unique_ptr<Staging> staging, DeviceImage image);

  std::unique_ptr<Target> target_;
  std::unique_ptr<Staging> staging_;
  DeviceImage image_;
};

// A session beside the OpenGL context that is current. Copies are handles of the same one.
class Context {
 public:
  // Throws unsupported where no OpenGL context is current in this thread, where it is older than 4.5, or where it has
  // not what the options ask for.
  explicit Context(const Session& session, const Options& options = {});

  // Opens the session, too: one that shares OpenGL's objects where its device does.
  static Context open(const SessionOptions& session = {}, const Options& options = {});

  const Session& session() const;
  Sharing sharing() const;
  bool semaphores() const;
  const std::string& reason() const;    // why nothing better is shared; empty for Sharing::objects
  const std::string& renderer() const;  // what OpenGL calls its device
  Traffic traffic() const;

  // Takes a buffer as an array from its first byte on. With Sharing::memory OpenGL copies between it and the memory in
  // common, on its device. Throws invalid_argument for what is no buffer of OpenGL's or too small.
  SharedArray array(std::uint32_t buffer, const ArrayType& type, KernelAccess access = KernelAccess::read_write) const;

  // Makes a buffer that OpenGL and the session have in common, without a copy where they share anything. It goes with
  // the value. The buffer may be longer than the array: bind its range (glBindBufferRange).
  SharedArray allocate(const ArrayType& type, KernelAccess access = KernelAccess::read_write) const;

  // Take one level of a texture, and of that one layer, slice or face, or a renderbuffer, without samples, as an image.
  // Textures are of two dimensions, rectangles, arrays of them, cubes, arrays of cubes, or of three dimensions. It has
  // the type and channels of the internal format: R, RG, RGB and RGBA of 8 and 16 bits, whole or from 0 to 1, and of 16
  // and 32 bits with a fraction. Throw invalid_argument for what is none or has no pixels; unsupported for any other
  // format, with those that are allowed. OpenGL must give it no other memory as long as the value lives.
  SharedImage texture(std::uint32_t texture, const ImageUse& use = {}) const;
  SharedImage renderbuffer(std::uint32_t renderbuffer, const ImageUse& use = {}) const;

 private:
  SharedImage share(PixelTarget pixels, const ImageUse& use) const;

  std::shared_ptr<ContextState> state_;
};

// The internal format of a texture that has such pixels: 0x8058, which is GL_RGBA8, for "u8 x 4".
std::uint32_t internal_format_of(PixelFormat format);

// An OpenGL context without a window or a display, from EGL, current in the thread that made it as long as it lives.
class OffscreenContext {
 public:
  // With the device's UUID, of session or exporter, the context is of that device where EGL tells. Throws unsupported
  // where EGL is missing or none of its devices has OpenGL 4.5, with what each said.
  explicit OffscreenContext(const std::optional<DeviceUuid>& device = {});
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;
  ~OffscreenContext();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lenslet::gl
