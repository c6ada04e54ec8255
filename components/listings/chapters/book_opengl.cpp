// Text 004, its chapter on OpenGL: a window, and objects that OpenCL shares.
#include "listings/chapters.hpp"
#include "listings/host/functions.hpp"

namespace lenslet::listings {
namespace {

// The listing, where its file is compiled.
template <HostResult (*listing)(const Session&)>
HostListing of_opengl() {
  if constexpr (LENSLET_LISTINGS_OPENGL)
    return listing;
  else
    return [](const Session&) -> HostResult {
      throw Error(ErrorKind::unsupported, "this build of Lenslet has no component gl (-DLENSLET_GL=ON, with libepoxy)");
    };
}

std::vector<Listing> windows_of_opengl() {
  return {
      {.name = "gl-window",
       .title = "A red window with a green triangle",
       .what = "Clears 350 x 300 pixels to red, draws the triangle (0, 1), (-1, 0), (1, 0.5) on 3/8 of them, and "
               "shows them.",
       .places = {{"004", 6060, 6150, "J01"}},
       .host = of_opengl<gl_window>(),
       .instead = "lenslet view a.png; examples/sine_surface.cpp, which has a window of GLFW's",
       .faults = {{.what = "The window has two sides, and the drawing ends with glFlush(): nobody sees it.",
                   .cure = "glutSwapBuffers() shows the side that was drawn on.",
                   .host = of_opengl<gl_window_without_swap>()},
                  {.what = "The colour of the background is chosen, and glClear() is never called.",
                   .cure = "glClear(GL_COLOR_BUFFER_BIT) before the triangle is drawn.",
                   .host = of_opengl<gl_window_without_clear>()}}},
  };
}

std::vector<Listing> contexts_of_opengl() {
  return {
      {.name = "gl-sharing",
       .title = "Does a device share objects with OpenGL?",
       .what = "Asks for the list of extensions in two steps, and looks for cl_khr_gl_sharing word by word.",
       .places = {{"004", 6187, 6239, "J02"}},
       .host = gl_sharing,
       .instead = "gl::Context::open(), which shares what it can, and says why no more: docs/graphics.md"},
      {.name = "gl-context",
       .title = "A context that shares OpenGL's objects",
       .what = "Makes OpenCL's context of OpenGL's that is current, by the properties that its window system wants.",
       .places = {{"004", 6241, 6351, "J03"}},
       .host = of_opengl<gl_context>(),
       .instead = "gl::Context::open() of <lenslet/gl.hpp>, which knows EGL, GLX, WGL and CGL: docs/graphics.md",
       .faults = {{.what = "The pointer to the error code is written as clInt errNumber.",
                   .cure = "Declare cl_int err before the call, and pass &err.",
                   .effect = Effect::no_program,
                   .host = of_opengl<gl_context_error_as_printed>()},
                  {.what = "On a Mac the share group is called cglShGrp, and kCGLShareGroup where it is passed.",
                   .cure = "Pass cglShGrp.",
                   .effect = Effect::no_program,
                   .host = of_opengl<gl_context_group_as_printed>()},
                  {.what = "The properties are asked for before a context of OpenGL's is current.",
                   .cure = "Make OpenGL's context current first.",
                   .effect = Effect::refused,
                   .host = of_opengl<gl_context_too_early>()}}},
  };
}

std::vector<Listing> buffers_of_opengl() {
  return {
      {.name = "gl-buffer",
       .title = "clCreateFromGLBuffer",
       .what = "Makes OpenCL's buffers of a vertex buffer of 350 bytes, to be read, written, and both.",
       .places = {{"004", 6353, 6397, "J04"}},
       .host = of_opengl<gl_buffer>(),
       .instead = "context.array(buffer, type, KernelAccess::read_only) of <lenslet/gl.hpp>",
       .faults = {{.what = "OpenCL's buffer is made before OpenGL's has memory.",
                   .cure = "glBufferData() first.",
                   .effect = Effect::refused,
                   .host = of_opengl<gl_buffer_without_memory>()},
                  {.what = "glBufferData() makes OpenGL's memory anew while OpenCL has the buffer.",
                   .cure = "Release OpenCL's buffer first, and make it anew behind glBufferData().",
                   .effect = Effect::maybe,
                   .host = of_opengl<gl_buffer_made_anew>()}}},
      {.name = "gl-acquire",
       .title = "Acquire, run, release",
       .what = "Moves the points of a vertex buffer by a kernel, in five steps, and by cl_khr_gl_event without waits.",
       .places = {{"004", 6399, 6464, "J05"}},
       .host = of_opengl<gl_acquire>(),
       .instead = "shared.acquire(); kernel.launch(range, {shared.array()}); shared.release()",
       .faults = {{.what = "A kernel is to enable cl_khr_gl_event by a #pragma.",
                   .cure = "It is an extension of the device: look for it in CL_DEVICE_EXTENSIONS.",
                   .host = of_opengl<gl_acquire_by_pragma>()},
                  {.what = "The last of the five steps is not sent to the device before OpenGL draws.",
                   .cure = "clFinish(), or clFlush() with cl_khr_gl_event, behind clEnqueueReleaseGLObjects().",
                   .effect = Effect::maybe,
                   .host = of_opengl<gl_acquire_without_flush>()}}},
  };
}

std::vector<Listing> fences_of_opengl() {
  return {
      {.name = "gl-fences",
       .title = "Fences of OpenGL's and events of OpenCL's",
       .what = "Lets a kernel wait for OpenGL's fence, and OpenGL for the event of the release, without the host.",
       .places = {{"004", 6466, 6515, "J06"}},
       .host = of_opengl<gl_fences>(),
       .instead = "gl::Context::open({}, {.waits = gl::Waits::fences})",
       .faults = {{.what = "A line has nothing but eventFromCl;, which makes no event to wait for.",
                   .cure = "The event is what clCreateEventFromGLsyncKHR() returns.",
                   .effect = Effect::refused,
                   .host = of_opengl<gl_fences_as_printed>()}}},
  };
}

std::vector<Listing> images_of_opengl() {
  return {
      {.name = "gl-textures",
       .title = "Textures as image objects",
       .what =
           "Makes image objects of eight kinds of textures, by the functions of OpenCL 1.2 and 1.0, and tries what is "
           "refused.",
       .places = {{"004", 6517, 6564, "J07"}},
       .host = of_opengl<gl_textures>(),
       .instead = "gl::texels_of_texture(context, texture, {.level = 0}) of <lenslet/gl_texels.hpp>",
       .faults = {{.what = "The declaration gives flags the type cl_mem_info, and calls the context flg.",
                   .cure = "They are cl_context context, cl_mem_flags flags.",
                   .host = of_opengl<gl_textures_as_printed>()}}},
      {.name = "gl-renderbuffers",
       .title = "Renderbuffers as image objects",
       .what = "Makes image objects of renderbuffers in the formats of the table.",
       .places = {{"004", 6566, 6597, "J08"}},
       .host = of_opengl<gl_renderbuffers>(),
       .instead = "gl::texels_of_renderbuffer(context, renderbuffer) of <lenslet/gl_texels.hpp>",
       .faults = {{.what = "glRenderbufferStorage() makes OpenGL's memory anew while OpenCL has the image.",
                   .cure = "Release OpenCL's image first, and make it anew behind glRenderbufferStorage().",
                   .effect = Effect::maybe,
                   .host = of_opengl<gl_renderbuffers_made_anew>()}}},
  };
}

}  // namespace

std::vector<Listing> book_opengl() {
  return listed<Listing>(windows_of_opengl(), contexts_of_opengl(), buffers_of_opengl(), fences_of_opengl(),
                         images_of_opengl());
}

}  // namespace lenslet::listings
