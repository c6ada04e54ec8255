// Textures as image objects: of each kind by the function of OpenCL 1.2, of two kinds by those of 1.0, and what is
// refused.
#include "listings/host/opengl/opengl.hpp"

#include <algorithm>
#include <type_traits>

namespace lenslet::listings {
namespace {

struct Kind {
  const char* name;
  GLenum target;   // that OpenCL is told
  GLenum texture;  // of which it is a part: a cube for one of its faces
  cl_gl_object_type type;
};

constexpr Kind kinds[] = {
    {"GL_TEXTURE_1D", GL_TEXTURE_1D, GL_TEXTURE_1D, CL_GL_OBJECT_TEXTURE1D},
    {"GL_TEXTURE_1D_ARRAY", GL_TEXTURE_1D_ARRAY, GL_TEXTURE_1D_ARRAY, CL_GL_OBJECT_TEXTURE1D_ARRAY},
    {"GL_TEXTURE_2D", GL_TEXTURE_2D, GL_TEXTURE_2D, CL_GL_OBJECT_TEXTURE2D},
    {"GL_TEXTURE_RECTANGLE", GL_TEXTURE_RECTANGLE, GL_TEXTURE_RECTANGLE, CL_GL_OBJECT_TEXTURE2D},
    {"a face of GL_TEXTURE_CUBE_MAP", GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, GL_TEXTURE_CUBE_MAP, CL_GL_OBJECT_TEXTURE2D},
    {"GL_TEXTURE_2D_ARRAY", GL_TEXTURE_2D_ARRAY, GL_TEXTURE_2D_ARRAY, CL_GL_OBJECT_TEXTURE2D_ARRAY},
    {"GL_TEXTURE_3D", GL_TEXTURE_3D, GL_TEXTURE_3D, CL_GL_OBJECT_TEXTURE3D},
    {"GL_TEXTURE_BUFFER", GL_TEXTURE_BUFFER, GL_TEXTURE_BUFFER, CL_GL_OBJECT_TEXTURE_BUFFER},
};

bool is_one_of(GLenum target, std::initializer_list<GLenum> targets) {
  return std::ranges::count(targets, target) > 0;
}

// 8 texels to each side, or 8 layers, and two levels where the kind has levels.
GLuint texture_of(GLenum target, GLenum format = GL_RGBA8) {
  GLuint texture = 0;
  glCreateTextures(target, 1, &texture);
  if (target == GL_TEXTURE_1D)
    glTextureStorage1D(texture, 2, format, 8);
  else if (target == GL_TEXTURE_BUFFER)
    glTextureBuffer(texture, GL_RGBA32F, array_buffer(8 * 4 * sizeof(GLfloat), nullptr));
  else if (is_one_of(target, {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_3D}))
    glTextureStorage3D(texture, 2, format, 8, 8, 8);
  else
    glTextureStorage2D(texture, target == GL_TEXTURE_RECTANGLE ? 1 : 2, format, 8, 8);
  return texture;
}

HeldMemory image_of_texture(cl_context context, GLenum target, GLint level, GLuint texture, cl_int& code) {
  return HeldMemory(clCreateFromGLTexture(context, CL_MEM_READ_WRITE, target, level, texture, &code));
}

cl_int code_of(cl_context context, GLenum target, GLint level, GLuint texture) {
  cl_int code = CL_SUCCESS;
  const HeldMemory image = image_of_texture(context, target, level, texture, code);
  return code;
}

void add(Report& report, cl_context context, const Kind& kind) {
  cl_int code = CL_SUCCESS;
  const HeldMemory image = image_of_texture(context, kind.target, 0, texture_of(kind.texture), code);
  report.code(kind.name, code, CL_SUCCESS);
  if (code != CL_SUCCESS) return;
  cl_gl_object_type type = 0;
  need(clGetGLObjectInfo(image, &type, nullptr), "clGetGLObjectInfo");
  const auto target = ask<cl_GLenum>(clGetGLTextureInfo, image, CL_GL_TEXTURE_TARGET);
  report.holds("  has its type and target", type == kind.type && target == kind.target);
}

void add_levels(Report& report, cl_context context) {
  cl_int code = CL_SUCCESS;
  const HeldMemory image = image_of_texture(context, GL_TEXTURE_2D, 1, texture_of(GL_TEXTURE_2D), code);
  report.code("level 1 of GL_TEXTURE_2D", code, CL_SUCCESS);
  if (code == CL_SUCCESS) report.equal("  its width, of 8", ask<std::size_t>(clGetImageInfo, image, CL_IMAGE_WIDTH), 4);
}

void add_old_functions(Report& report, cl_context context) {
  const GLuint flat = texture_of(GL_TEXTURE_2D), deep = texture_of(GL_TEXTURE_3D);
  cl_int code = CL_SUCCESS;
  const HeldMemory image2d(clCreateFromGLTexture2D(context, CL_MEM_READ_WRITE, GL_TEXTURE_2D, 0, flat, &code));
  report.code("clCreateFromGLTexture2D, of OpenCL 1.0", code, CL_SUCCESS);
  const HeldMemory image3d(clCreateFromGLTexture3D(context, CL_MEM_READ_WRITE, GL_TEXTURE_3D, 0, deep, &code));
  report.code("clCreateFromGLTexture3D, of OpenCL 1.0", code, CL_SUCCESS);
}

void add_refusals(Report& report, cl_context context, cl_context plain) {
  const GLuint texture = texture_of(GL_TEXTURE_2D), shared_exponent = texture_of(GL_TEXTURE_2D, GL_RGB9_E5);
  report.code("a level that it does not have", code_of(context, GL_TEXTURE_2D, 7, texture), CL_INVALID_MIP_LEVEL);
  report.code("no texture", code_of(context, GL_TEXTURE_2D, 0, 4711), CL_INVALID_GL_OBJECT);
  report.code("GL_RGB9_E5", code_of(context, GL_TEXTURE_2D, 0, shared_exponent), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  report.code("a context that does not share", code_of(plain, GL_TEXTURE_2D, 0, texture), CL_INVALID_CONTEXT);
  report.code("a whole cube", code_of(context, GL_TEXTURE_CUBE_MAP, 0, texture_of(GL_TEXTURE_CUBE_MAP)),
              CL_INVALID_VALUE);
}

// OpenGL's texel of a texture that OpenCL has filled with green.
Colour texel_of_opencl(const Shared& shared) {
  const GLuint texture = texture_of(GL_TEXTURE_2D);
  cl_int code = CL_SUCCESS;
  const HeldMemory image = image_of_texture(shared.context(), GL_TEXTURE_2D, 0, texture, code);
  need(code, "clCreateFromGLTexture");
  fill_by_opencl(shared, image, {8, 8, 1}, {0, 1, 0, 1});
  Colour texel{};
  glGetTextureSubImage(texture, 0, 7, 7, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, sizeof texel, texel.data());
  return texel;
}

}  // namespace

HostResult gl_textures(const Session& session) {
  const Shared shared(session);
  Report report;
  for (const Kind& kind : kinds) add(report, shared.context(), kind);
  add_levels(report, shared.context());
  add_old_functions(report, shared.context());
  add_refusals(report, shared.context(), opencl::handles_of(session).context);
  report.equal("the last texel that OpenCL has written", texel_of_opencl(shared), green);
  return report.take();
}

// The declaration as printed, beside that of OpenCL's header.
HostResult gl_textures_as_printed(const Session&) {
  using Printed =
      cl_mem(cl_context flg, cl_mem_info flags, cl_GLenum target, cl_GLint level, cl_GLuint texture, cl_int * code);
  Report report;
  report.holds("it is the header's declaration", std::is_same_v<Printed, decltype(clCreateFromGLTexture2D)>);
  report.equal("bytes of cl_mem_info, for flags", sizeof(cl_mem_info), sizeof(cl_mem_flags));
  return report.take();
}

}  // namespace lenslet::listings
