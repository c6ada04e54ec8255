// Renderbuffers as image objects, in each format of the text's table.
#include "listings/host/opengl/opengl.hpp"

namespace lenslet::listings {
namespace {

struct Format {
  const char* name;
  GLenum internal;
  cl_channel_type type;
  const char* type_name;
};

constexpr Format renderbuffer_formats[] = {
    {"GL_RGBA8", GL_RGBA8, CL_UNORM_INT8, "CL_UNORM_INT8"},
    {"GL_RGBA16", GL_RGBA16, CL_UNORM_INT16, "CL_UNORM_INT16"},
    {"GL_RGBA8I", GL_RGBA8I, CL_SIGNED_INT8, "CL_SIGNED_INT8"},
    {"GL_RGBA16I", GL_RGBA16I, CL_SIGNED_INT16, "CL_SIGNED_INT16"},
    {"GL_RGBA32I", GL_RGBA32I, CL_SIGNED_INT32, "CL_SIGNED_INT32"},
    {"GL_RGBA8UI", GL_RGBA8UI, CL_UNSIGNED_INT8, "CL_UNSIGNED_INT8"},
    {"GL_RGBA16UI", GL_RGBA16UI, CL_UNSIGNED_INT16, "CL_UNSIGNED_INT16"},
    {"GL_RGBA32UI", GL_RGBA32UI, CL_UNSIGNED_INT32, "CL_UNSIGNED_INT32"},
    {"GL_RGBA16F", GL_RGBA16F, CL_HALF_FLOAT, "CL_HALF_FLOAT"},
    {"GL_RGBA32F", GL_RGBA32F, CL_FLOAT, "CL_FLOAT"},
};

constexpr GLsizei buffer_width = 16, buffer_height = 8;

GLuint renderbuffer_of(GLenum format) {
  GLuint renderbuffer = 0;
  glGenRenderbuffers(1, &renderbuffer);
  glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
  glRenderbufferStorage(GL_RENDERBUFFER, format, buffer_width, buffer_height);
  return renderbuffer;
}

HeldMemory image_of_renderbuffer(cl_context context, GLuint renderbuffer) {
  cl_int code = CL_SUCCESS;
  HeldMemory image(clCreateFromGLRenderbuffer(context, CL_MEM_READ_WRITE, renderbuffer, &code));
  need(code, "clCreateFromGLRenderbuffer");
  return image;
}

std::string type_name_of(cl_channel_type type) {
  for (const Format& format : renderbuffer_formats)
    if (format.type == type) return format.type_name;
  return fmt::format("0x{:x}", type);
}

// The driver may choose BGRA for GL_RGBA8.
std::string order_name_of(cl_channel_order order) {
  return order == CL_RGBA ? "CL_RGBA" : order == CL_BGRA ? "CL_BGRA" : fmt::format("0x{:x}", order);
}

void add(Report& report, cl_context context, const Format& format) {
  const HeldMemory image = image_of_renderbuffer(context, renderbuffer_of(format.internal));
  const auto found = ask<cl_image_format>(clGetImageInfo, image, CL_IMAGE_FORMAT);
  const bool is_bgra = format.internal == GL_RGBA8 && found.image_channel_order == CL_BGRA;
  report.equal(
      format.name,
      fmt::format("{}, {}", order_name_of(found.image_channel_order), type_name_of(found.image_channel_data_type)),
      fmt::format("{}, {}", is_bgra ? "CL_BGRA" : "CL_RGBA", format.type_name));
}

// OpenGL's pixel of a renderbuffer that OpenCL has filled with red.
Colour pixel_of_opencl(const Shared& shared) {
  const GLuint renderbuffer = renderbuffer_of(GL_RGBA8);
  const HeldMemory image = image_of_renderbuffer(shared.context(), renderbuffer);
  fill_by_opencl(shared, image, {buffer_width, buffer_height, 1}, {1, 0, 0, 1});
  GLuint framebuffer = 0;
  glCreateFramebuffers(1, &framebuffer);
  glNamedFramebufferRenderbuffer(framebuffer, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  Colour pixel{};
  glReadPixels(buffer_width - 1, buffer_height - 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
  return pixel;
}

}  // namespace

HostResult gl_renderbuffers(const Session& session) {
  const Shared shared(session);
  Report report;
  for (const Format& format : renderbuffer_formats) add(report, shared.context(), format);
  report.equal("the last pixel that OpenCL has written", pixel_of_opencl(shared), red);
  return report.take();
}

// OpenGL's memory is made anew behind OpenCL's back, which may go on with the old one.
HostResult gl_renderbuffers_made_anew(const Session& session) {
  const Shared shared(session);
  const HeldMemory image = image_of_renderbuffer(shared.context(), renderbuffer_of(GL_RGBA8));
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 2 * buffer_width, buffer_height);
  Report report;
  report.equal("width of OpenCL's image", ask<std::size_t>(clGetImageInfo, image, CL_IMAGE_WIDTH), 2 * buffer_width);
  return report.take();
}

}  // namespace lenslet::listings
