// Contexts of each window system as OpenCL wants them. Windows' and macOS' functions are stand-ins.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CL/cl_gl.h>

#include <OpenGL/OpenGL.h>
#include <windows.h>

#include "gl/window_systems.hpp"

namespace {

void* current_of_platform = nullptr;
int group_of_platform = 0;

}  // namespace

HGLRC wglGetCurrentContext() {
  return reinterpret_cast<HGLRC>(current_of_platform);
}

HDC wglGetCurrentDC() {
  return reinterpret_cast<HDC>(&group_of_platform);
}

CGLContextObj CGLGetCurrentContext() {
  return reinterpret_cast<CGLContextObj>(current_of_platform);
}

CGLShareGroupObj CGLGetShareGroup(CGLContextObj context) {
  return static_cast<void*>(context) == current_of_platform ? reinterpret_cast<CGLShareGroupObj>(&group_of_platform)
                                                            : nullptr;
}

namespace lenslet::gl {
namespace {

using System = ocl::GlContext::System;
using testing::ElementsAre;

std::intptr_t number(const void* of) {
  return reinterpret_cast<std::intptr_t>(of);
}

TEST(WindowSystems, OfWindowsAndMacOsAreAsked) {
  current_of_platform = nullptr;
  EXPECT_FALSE(current_of_wgl());
  EXPECT_FALSE(current_of_cgl());
  static int context = 0;
  current_of_platform = &context;
  for (const auto& [found, system] : {std::pair{current_of_wgl(), System::wgl}, {current_of_cgl(), System::cgl}}) {
    ASSERT_TRUE(found);
    EXPECT_EQ(found->system, system);
    EXPECT_EQ(found->context, &context);
    EXPECT_EQ(found->display, &group_of_platform);
  }
}

TEST(WindowSystems, HavePropertiesOfTheirOwn) {
  int context = 0, display = 0, platform = 0;
  const auto properties = [&](System system) {
    return ocl::sharing_properties({system, &context, &display}, &platform);
  };
  const auto with = [&](std::intptr_t name) {
    return ElementsAre(CL_GL_CONTEXT_KHR, number(&context), name, number(&display), CL_CONTEXT_PLATFORM,
                       number(&platform), 0);
  };
  EXPECT_THAT(properties(System::egl), with(CL_EGL_DISPLAY_KHR));
  EXPECT_THAT(properties(System::glx), with(CL_GLX_DISPLAY_KHR));
  EXPECT_THAT(properties(System::wgl), with(CL_WGL_HDC_KHR));
  constexpr std::intptr_t apple_share_group = 0x10000000;  // CL_CONTEXT_PROPERTY_USE_CGL_SHAREGROUP_APPLE
  EXPECT_THAT(properties(System::cgl),
              ElementsAre(apple_share_group, number(&display), CL_CONTEXT_PLATFORM, number(&platform), 0));
}

}  // namespace
}  // namespace lenslet::gl
