// The component lenslet::gl: OpenGL's buffers, textures and renderbuffers as values of a session. Where OpenCL and
// OpenGL share memory, nothing goes over the bus. Elsewhere the same calls copy through pixel buffers.
//
//   const gl::Context context(session);                        // of the OpenGL context that is current
//   gl::SharedImage picture = context.texture(texture);        // an OpenGL texture, "u8 x 4 with alpha"
//   gl::SharedImage blurred = context.texture(other, {.access = KernelAccess::write_only});
//   picture.acquire(), blurred.acquire();
//   plan.launch_into(picture.image(), {blurred.image()});
//   picture.release(), blurred.release();                      // from here on OpenGL draws them
//
// This header includes none of OpenGL's: an object is named by OpenGL's number. Each call needs the same OpenGL
// context, of version 4.5 or later, to be current in its thread. Each call restores what it binds or sets. Earlier
// errors that OpenGL still holds are lost. docs/graphics.md shows more. <lenslet/gl_texels.hpp> has textures as
// image objects for kernels of your own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/access.hpp>
#include <lenslet/device.hpp>
#include <lenslet/external_memory.hpp>
#include <lenslet/session.hpp>
#include <lenslet/value.hpp>

#pragma GCC visibility push(default)
namespace lenslet::gl {

// How OpenGL copies between a texture and rows of pixels for kernels. Shaders run on OpenGL's device; for pixel buffers
// the driver decides where to pack and unpack.
enum class TexelCopy : std::uint8_t { shaders, pixel_buffers };

// With Sharing::objects: who waits at acquire() for OpenGL's commands, and at release() for the session's.
enum class Waits : std::uint8_t {
  host,      // the host, by glFinish() and by the session's event
  implicit,  // the driver, in a thread whose OpenGL context is current: cl_khr_gl_event promises it
  fences,    // the devices: the session for a fence of OpenGL's (cl_khr_gl_event), and OpenGL for the session's event
             // where it has GL_ARB_cl_event, else the host
};

std::string_view name_of(Waits waits);  // "host", "implicit", "fences"

// Lists the devices that can share the objects of the OpenGL context that is current (clGetGLContextInfoKHR). The one
// that OpenGL renders on comes first, where the driver tells which that is. Throws unsupported as Context does.
std::vector<DeviceInfo> sharing_devices();

struct Options {
  // What to share. Objects need a session that Context::open() made, memory needs an exporter. Absent: the best that is
  // possible; Context::reason() says why there is no better one. Context's constructor throws unsupported where the
  // given one is not possible.
  std::optional<Sharing> sharing = {};

  // Makes memory for Sharing::memory, as vulkan::exporter() does.
  std::shared_ptr<const MemoryExporter> exporter = {};

  // For Sharing::memory: whether the two APIs wait for each other on the device, by semaphores. Absent: they do where
  // both have semaphores. With false the host waits for one API before the other begins. With true, Context's
  // constructor throws unsupported, with the reason, where there are no semaphores.
  std::optional<bool> semaphores = {};

  // How to copy the pixels of textures. Absent: by shaders where memory or objects are shared and a shader can copy the
  // texture, else by pixel buffers. With `shaders`, Context::texture() throws unsupported, with the reason, for a
  // texture that shaders cannot copy.
  std::optional<TexelCopy> texel_copy = {};

  // For Sharing::objects. Absent: fences where the device has cl_khr_gl_event, else the host. Context's constructor
  // throws unsupported, with the reason, where the given one is not possible.
  std::optional<Waits> waits = {};
};

// What a session does with an OpenGL image.
struct ImageUse {
  KernelAccess access = KernelAccess::read_write;
  int level = 0;                   // of a texture
  std::optional<bool> alpha = {};  // whether the last of 2 or 4 channels is opacity; absent: true for 4
  int layer = 0;                   // of an array; slice of a 3D texture; face of a cube, 6 for each cube of an array

  // 3 for a texture of four channels whose alpha is left out; where the session writes, alpha becomes opaque. OpenGL's
  // image units have no textures of three channels. Absent: the texture's channels.
  std::optional<int> channels = {};
};

class PixelTarget;
class Staging;
struct ContextState;

// An array in an OpenGL buffer. The session has it between acquire() and release(); otherwise OpenGL has it.
class SharedArray {
 public:
  SharedArray(SharedArray&&) noexcept;
  SharedArray& operator=(SharedArray&&) noexcept;
  ~SharedArray();

  std::uint32_t buffer() const { return buffer_; }
  const DeviceArray& array() const { return array_; }

  // After acquire() the session sees what earlier OpenGL commands have written; after release() OpenGL sees what the
  // session has written. Nothing is copied that the value's access does not need. acquire() throws invalid_argument
  // where the session has the value already, release() where it does not. Both throw device where OpenGL or OpenCL
  // fails.
  void acquire();
  void release();

 private:
  friend class Context;
  SharedArray(std::uint32_t buffer, const ArrayType& type, bool owned, std::unique_ptr<Staging> staging);

  std::uint32_t buffer_;
  bool owned_;  // deletes the buffer in the destructor
  std::unique_ptr<Staging> staging_;
  DeviceArray array_;
};

// An image in a texture or a renderbuffer. Its first row is OpenGL's y = 0. Kernels see it in a buffer; OpenGL copies
// between this buffer and the texture.
class SharedImage {
 public:
  SharedImage(SharedImage&&) noexcept;
  SharedImage& operator=(SharedImage&&) noexcept;
  ~SharedImage();

  const DeviceImage& image() const { return image_; }
  TexelCopy texel_copy() const;
  const std::string& texel_copy_reason() const;  // why no shader copies; empty where one does, or where none is wanted
  void acquire();                                // as SharedArray::acquire()
  void release();

 private:
  friend class Context;
  struct Target;
  SharedImage(std::unique_ptr<Target> target, std::unique_ptr<Staging> staging, DeviceImage image);

  std::unique_ptr<Target> target_;
  std::unique_ptr<Staging> staging_;
  DeviceImage image_;
};

// A session together with the current OpenGL context. Copies are handles of the same one.
class Context {
 public:
  // Throws unsupported where no OpenGL context is current in this thread, where it is older than 4.5, or where it lacks
  // what the options ask for.
  explicit Context(const Session& session, const Options& options = {});

  // Opens a session, too, which shares OpenGL's objects where its device can. Throws as the constructors of Session and
  // Context do.
  static Context open(const SessionOptions& session = {}, const Options& options = {});

  const Session& session() const;
  Sharing sharing() const;
  bool semaphores() const;
  Waits waits() const;
  const std::string& reason() const;    // why nothing better is shared; empty for Sharing::objects
  const std::string& renderer() const;  // what OpenGL calls its device
  Traffic traffic() const;

  // Takes a buffer as an array, from its first byte on. With Sharing::memory OpenGL copies between the buffer and the
  // shared memory, on its device. Throws invalid_argument for an array without elements, and for what is no OpenGL
  // buffer or is too small.
  SharedArray array(std::uint32_t buffer, const ArrayType& type, KernelAccess access = KernelAccess::read_write) const;

  // Makes a buffer that OpenGL and the session share, without copies unless Sharing is `copies`. It lives as long as
  // the value. It may be longer than the array: bind its range (glBindBufferRange).
  SharedArray allocate(const ArrayType& type, KernelAccess access = KernelAccess::read_write) const;

  // Take a renderbuffer or one level of a texture as an image; of arrays, cubes and 3D textures one layer, face or
  // slice. Textures may be 2D, rectangles, cubes, arrays of these, or 3D. Multisampled ones are refused. The image has
  // the type and channels of the internal format: R, RG, RGB and RGBA of 8 and 16 bits, as integers or normalised, and
  // of 16 and 32 bits as floats. Throw invalid_argument for what is no texture or renderbuffer, or has no pixels, and
  // for a level, layer or number of channels that it does not have. Throw unsupported, with the allowed kinds or
  // formats, for any other texture. OpenGL must not reallocate the object while the value lives.
  SharedImage texture(std::uint32_t texture, const ImageUse& use = {}) const;
  SharedImage renderbuffer(std::uint32_t renderbuffer, const ImageUse& use = {}) const;

  // For the library.
  const std::shared_ptr<ContextState>& state() const { return state_; }

 private:
  SharedImage share(PixelTarget pixels, const ImageUse& use) const;

  std::shared_ptr<ContextState> state_;
};

// Returns the internal format of a texture with such pixels: 0x8058, which is GL_RGBA8, for "u8 x 4".
std::uint32_t internal_format_of(PixelFormat format);

// An OpenGL context without a window or a display, from EGL. It is current in the thread that made it for as long as it
// lives.
class OffscreenContext {
 public:
  // With a UUID, as of a session or an exporter, the context is on that device where EGL knows it. Throws unsupported
  // where EGL is missing or none of its devices has OpenGL 4.5; the message has each device's reason.
  explicit OffscreenContext(const std::optional<DeviceUuid>& device = {});
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;
  ~OffscreenContext();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lenslet::gl
#pragma GCC visibility pop
