// Contexts of OpenGL and OpenCL that share objects, and what OpenGL draws in listings.
#include "listings/host/opengl/opengl.hpp"

#include <algorithm>
#include <regex>

#include <lenslet/external_memory.hpp>

namespace lenslet::listings {
namespace {

constexpr const char* fragment_text = R"(#version 450 core
out vec4 colour;
void main() { colour = vec4(0, 1, 0, 1); })";

template <class T>
cl_context_properties property(T* handle) {
  return reinterpret_cast<cl_context_properties>(handle);
}

cl_platform_id platform_of(cl_device_id device) {
  return ask<cl_platform_id>(clGetDeviceInfo, device, CL_DEVICE_PLATFORM);
}

// Whether a list of words, with spaces between them, has this one.
bool has_word(const std::string& list, const std::string& word) {
  return (' ' + list + ' ').find(' ' + word + ' ') != std::string::npos;
}

bool has_extension(cl_device_id device, const std::string& name) {
  return has_word(ask_text(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS), name);
}

// A loader cannot know whose function it is, so the platform is asked for it.
std::vector<cl_device_id> devices_of_current(cl_device_id device) {
  const auto query = reinterpret_cast<clGetGLContextInfoKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform_of(device), "clGetGLContextInfoKHR"));
  std::vector<cl_device_id> devices(16);
  std::size_t bytes = 0;
  const auto properties = properties_of_current(device);
  const bool is_told = query && query(properties.data(), CL_DEVICES_FOR_GL_CONTEXT_KHR,
                                      devices.size() * sizeof(cl_device_id), devices.data(), &bytes) == CL_SUCCESS;
  devices.resize(is_told ? bytes / sizeof(cl_device_id) : 0);
  return devices;
}

HeldContext context_of_current(cl_device_id device) {
  if (std::ranges::count(devices_of_current(device), device) == 0)
    not_here(ask_text(clGetDeviceInfo, device, CL_DEVICE_NAME) + " does not share the objects of EGL's OpenGL context");
  cl_int code = CL_SUCCESS;
  HeldContext context(clCreateContext(properties_of_current(device).data(), 1, &device, nullptr, nullptr, &code));
  need(code, "clCreateContext");
  return context;
}

GLuint shader_of(GLenum kind, const std::string& text) {
  const GLuint shader = glCreateShader(kind);
  const char* lines = text.c_str();
  glShaderSource(shader, 1, &lines, nullptr);
  glCompileShader(shader);
  return shader;
}

GLuint program_that_places(const char* place) {
  const GLuint program = glCreateProgram();
  const std::string vertex =
      fmt::format("#version 450 core\nlayout(location = 0) in vec4 p;\nvoid main() {{ gl_Position = {}; }}", place);
  glAttachShader(program, shader_of(GL_VERTEX_SHADER, vertex));
  glAttachShader(program, shader_of(GL_FRAGMENT_SHADER, fragment_text));
  glLinkProgram(program);
  GLint is_linked = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
  if (is_linked == GL_FALSE) throw Error(ErrorKind::device, "OpenGL does not link the shaders");
  return program;
}

}  // namespace

cl_device_id sharing_device(const Session& session) {
  const cl_device_id device = opencl::handles_of(session).device;
  if (!has_extension(device, "cl_khr_gl_sharing")) not_here(session.device().name + " has no cl_khr_gl_sharing");
  return device;
}

std::vector<cl_context_properties> properties_of_current(cl_device_id device) {
  return {CL_CONTEXT_PLATFORM,
          property(platform_of(device)),
          CL_GL_CONTEXT_KHR,
          property(eglGetCurrentContext()),
          CL_EGL_DISPLAY_KHR,
          property(eglGetCurrentDisplay()),
          0};
}

std::size_t sharing_devices(cl_device_id device) {
  return devices_of_current(device).size();
}

Shared::Shared(const Session& session)
    : device_(sharing_device(session)), opengl_(uuid_of(session)), context_(context_of_current(device_)) {
  cl_int code = CL_SUCCESS;
  queue_ = HeldQueue(clCreateCommandQueue(context_, device_, 0, &code));
  need(code, "clCreateCommandQueue");
}

bool Shared::has(const char* extension) const {
  return has_extension(device_, extension);
}

void acquire(cl_command_queue queue, cl_mem object, const std::vector<cl_event>& after) {
  need(clEnqueueAcquireGLObjects(queue, 1, &object, static_cast<cl_uint>(after.size()),
                                 after.empty() ? nullptr : after.data(), nullptr),
       "clEnqueueAcquireGLObjects");
}

void release(cl_command_queue queue, cl_mem object, cl_event* event) {
  need(clEnqueueReleaseGLObjects(queue, 1, &object, 0, nullptr, event), "clEnqueueReleaseGLObjects");
}

void fill_by_opencl(const Shared& shared, cl_mem image, std::array<std::size_t, 3> size,
                    std::array<cl_float, 4> colour) {
  constexpr std::size_t origin[3] = {0, 0, 0};
  glFinish();
  acquire(shared.queue(), image);
  need(clEnqueueFillImage(shared.queue(), image, colour.data(), origin, size.data(), 0, nullptr, nullptr),
       "clEnqueueFillImage");
  release(shared.queue(), image);
  need(clFinish(shared.queue()), "clFinish");
}

std::string complaint_of(cl_program program, cl_device_id device) {
  const auto ask_device = [&](cl_program of, cl_program_build_info name, std::size_t size, void* to,
                              std::size_t* needed) {
    return clGetProgramBuildInfo(of, device, name, size, to, needed);
  };
  const std::string log = ask_text(ask_device, program, CL_PROGRAM_BUILD_LOG);
  static const std::regex behind_place(":[0-9]+:[0-9]+: ([^\n]*)");
  std::smatch found;
  return std::regex_search(log, found, behind_place) ? found[1].str() : std::string();
}

Pixels::Pixels(GLsizei width, GLsizei height, const Colour& colour) : width_(width), height_(height) {
  GLuint renderbuffer = 0;
  glCreateRenderbuffers(1, &renderbuffer);
  glNamedRenderbufferStorage(renderbuffer, GL_RGBA8, width, height);
  glCreateFramebuffers(1, &framebuffer_);
  glNamedFramebufferRenderbuffer(framebuffer_, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
  const GLfloat channels[] = {colour[0] / 255.0f, colour[1] / 255.0f, colour[2] / 255.0f, colour[3] / 255.0f};
  glClearNamedFramebufferfv(framebuffer_, GL_COLOR, 0, channels);
}

void Pixels::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, width_, height_);
}

void Pixels::copy_to(const Pixels& to) const {
  glBlitNamedFramebuffer(framebuffer_, to.framebuffer_, 0, 0, width_, height_, 0, 0, width_, height_,
                         GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

Colour Pixels::at(GLint x, GLint y) const {
  Colour colour{};
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, colour.data());
  return colour;
}

std::size_t Pixels::count(const Colour& colour) const {
  std::vector<Colour> all(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, all.data());
  return static_cast<std::size_t>(std::ranges::count(all, colour));
}

void draw(GLenum mode, GLsizei points, GLuint buffer, GLint floats, const char* place) {
  GLuint array = 0;
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glVertexAttribPointer(0, floats, GL_FLOAT, GL_FALSE, 0, nullptr);
  glEnableVertexAttribArray(0);
  glUseProgram(program_that_places(place));
  glDrawArrays(mode, 0, points);
}

GLuint array_buffer(GLsizeiptr bytes, const void* from) {
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, bytes, from, GL_DYNAMIC_DRAW);
  return buffer;
}

}  // namespace lenslet::listings
