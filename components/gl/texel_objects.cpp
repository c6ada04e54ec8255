// OpenCL 1.2's one function for all textures takes the place of the two for 2D and 3D.
#include "gl/texel_objects.hpp"

#include <algorithm>
#include <iterator>

#include <CL/cl_gl.h>
#include <fmt/format.h>

#include "gl/cl_objects.hpp"
#include "ocl/enqueue.hpp"
#include "ocl/handles.hpp"

namespace lenslet::ocl {
namespace {

// In the order of TexelOrigin::Kind.
constexpr cl_gl_object_type gl_object_types[] = {
    CL_GL_OBJECT_TEXTURE1D, CL_GL_OBJECT_TEXTURE1D_ARRAY, CL_GL_OBJECT_TEXTURE2D,   CL_GL_OBJECT_TEXTURE2D_ARRAY,
    CL_GL_OBJECT_TEXTURE3D, CL_GL_OBJECT_TEXTURE_BUFFER,  CL_GL_OBJECT_RENDERBUFFER};

// The image retains the object.
FormattedImage described(const Queue& queue, cl_mem made) {
  const cl::Memory owned(made, false);
  return {queue, owned()};
}

gl::TexelOrigin::Kind origin_kind(cl_gl_object_type type) {
  const auto found = std::ranges::find(gl_object_types, type);
  if (found == std::end(gl_object_types)) throw_device_error("clGetGLObjectInfo", CL_INVALID_GL_OBJECT);
  return static_cast<gl::TexelOrigin::Kind>(found - std::begin(gl_object_types));
}

template <class Value>
Value ask_texture(cl_mem image, cl_gl_texture_info what) {
  Value value{};
  check_status("clGetGLTextureInfo", clGetGLTextureInfo(image, what, sizeof value, &value, nullptr));
  return value;
}

}  // namespace

FormattedImage image_of_texture(const Queue& queue, std::uint32_t target, int level, std::uint32_t texture,
                                KernelAccess access) {
  cl_int status = CL_SUCCESS;
  cl_mem made = clCreateFromGLTexture(context_of(queue), flags_of(access), target, level, texture, &status);
  if (status != CL_SUCCESS)
    refuse_gl_object("clCreateFromGLTexture", status, fmt::format("level {} of texture {}", level, texture));
  return described(queue, made);
}

FormattedImage image_of_renderbuffer(const Queue& queue, std::uint32_t renderbuffer, KernelAccess access) {
  cl_int status = CL_SUCCESS;
  cl_mem made = clCreateFromGLRenderbuffer(context_of(queue), flags_of(access), renderbuffer, &status);
  if (status != CL_SUCCESS)
    refuse_gl_object("clCreateFromGLRenderbuffer", status, fmt::format("renderbuffer {}", renderbuffer));
  return described(queue, made);
}

gl::TexelOrigin origin_of(const FormattedImage& image) {
  const cl_mem memory = handle_of(image);
  return checked([&] {
    cl_gl_object_type type = 0;
    gl::TexelOrigin origin;
    check_status("clGetGLObjectInfo", clGetGLObjectInfo(memory, &type, &origin.name));
    origin.kind = origin_kind(type);
    if (origin.kind == gl::TexelOrigin::Kind::renderbuffer) return origin;
    origin.target = ask_texture<cl_GLenum>(memory, CL_GL_TEXTURE_TARGET);
    origin.level = ask_texture<cl_GLint>(memory, CL_GL_MIPMAP_LEVEL);
    return origin;
  });
}

}  // namespace lenslet::ocl
