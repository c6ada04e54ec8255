// OpenGL's textures and renderbuffers as image objects for kernels of your own: image2d_t and its like, read and
// written by coordinates. Where OpenCL and OpenGL share objects (cl_khr_gl_sharing) they are the same texels. Elsewhere
// the same calls copy through the host. For filters take Context::texture() of <lenslet/gl.hpp>, whose pixels lie in
// rows.
//
//   const gl::Context context = gl::Context::open();             // of the OpenGL context that is current
//   gl::SharedTexels picture = gl::texels_of_texture(context, texture);
//   picture.acquire();
//   kernel.launch({.global = {640, 480}}, {picture.image(), 0.5f});
//   picture.release();                                           // from here on OpenGL draws it
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include <lenslet/access.hpp>
#include <lenslet/gl.hpp>
#include <lenslet/image_object.hpp>

#pragma GCC visibility push(default)
namespace lenslet::gl {

struct TexelUse {
  KernelAccess access = KernelAccess::read_write;
  int level = 0;
  int face = 0;  // of a cube: 0 to 5 in OpenGL's order, +x, -x, +y, -y, +z, -z
};

// What an image object is made of, as OpenCL says where it knows (clGetGLObjectInfo, clGetGLTextureInfo).
struct TexelOrigin {
  enum class Kind : std::uint8_t {
    texture_1d,
    texture_1d_array,
    texture_2d,
    texture_2d_array,
    texture_3d,
    texture_buffer,
    renderbuffer
  };
  Kind kind = Kind::texture_2d;
  std::uint32_t name = 0;    // OpenGL's
  std::uint32_t target = 0;  // GL_TEXTURE_CUBE_MAP_POSITIVE_X; 0 of a renderbuffer
  int level = 0;

  bool operator==(const TexelOrigin&) const = default;
};

// Texels that OpenGL and a session take turns with. Row 0 is OpenGL's y = 0.
class SharedTexels {
 public:
  struct State;
  explicit SharedTexels(std::unique_ptr<State> state);
  SharedTexels(SharedTexels&&) noexcept;
  SharedTexels& operator=(SharedTexels&&) noexcept;
  ~SharedTexels();

  const ImageObject& image() const;
  TexelOrigin origin() const;

  // As SharedArray's: the session has the texels between them, and nothing else may use the image object.
  void acquire();
  void release();

 private:
  std::unique_ptr<State> state_;
};

// Takes one level of a texture, with all its layers or slices; of a cube one face.
//
//   texture                     image object     kernel's type
//   GL_TEXTURE_1D               image1d          image1d_t
//   GL_TEXTURE_1D_ARRAY         image1d_array    image1d_array_t
//   GL_TEXTURE_2D, _RECTANGLE   image2d          image2d_t
//   GL_TEXTURE_CUBE_MAP         image2d          image2d_t
//   GL_TEXTURE_2D_ARRAY         image2d_array    image2d_array_t
//   GL_TEXTURE_3D               image3d          image3d_t
//   GL_TEXTURE_BUFFER           image1d_buffer   image1d_buffer_t
//
// The format follows the internal one: R, RG and RGBA of GL_RGBA8 (unorm_int8, kernels read 0 to 1), GL_RGBA16,
// GL_RGBA8I ... GL_RGBA32I, GL_RGBA8UI ... GL_RGBA32UI, GL_RGBA16F and GL_RGBA32F. Throws invalid_argument for what is
// no texture, a level or face that it does not have, and an incomplete texture, with what makes it complete. Throws
// unsupported, with those that are allowed, for another kind or format, and for one that the device has no image
// objects of. OpenGL must not reallocate the texture while the value lives.
SharedTexels texels_of_texture(const Context& context, std::uint32_t texture, const TexelUse& use = {});

// The same for a renderbuffer without samples.
SharedTexels texels_of_renderbuffer(const Context& context, std::uint32_t renderbuffer,
                                    KernelAccess access = KernelAccess::read_write);

}  // namespace lenslet::gl
#pragma GCC visibility pop
