// A window of GLFW's.
#include <epoxy/gl.h>  // before GLFW's header, which brings OpenGL's otherwise

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include <lenslet/error.hpp>

#include "view/surface.hpp"
#include "view/widgets.hpp"

namespace lenslet::view {
namespace {

constexpr Size usual{640, 400}, least{320, 240};  // the smallest window of unknown size, and of any size

std::string glfw_problem() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text != nullptr ? text : "no reason is told";
}

[[noreturn]] void refuse(const std::string& what) {
  const std::string problem = glfw_problem();
  glfwTerminate();
  throw Error(ErrorKind::unsupported, fmt::format("{}: {}; --offscreen OUT.png draws without a window", what, problem));
}

GLFWwindow* open(const std::string& title, Size size) {
  if (!glfwInit()) refuse("no window system");
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  GLFWwindow* window =
      glfwCreateWindow(static_cast<int>(size.width), static_cast<int>(size.height), title.c_str(), nullptr, nullptr);
  if (window == nullptr) refuse("no window with OpenGL 4.5");
  glfwSetWindowSizeLimits(window, static_cast<int>(least.width), static_cast<int>(least.height), GLFW_DONT_CARE,
                          GLFW_DONT_CARE);
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);
  glfwSetInputMode(window, GLFW_STICKY_KEYS, GLFW_TRUE);  // a short press counts even if the key is up again
  return window;
}

// A window never fills the whole screen, but has room for the sliders.
Size size_of_window(const Extent& extent) {
  Size size = extent.size;
  if (!extent.exact) size = {std::max(size.width, usual.width), std::max(size.height, usual.height)};
  GLFWmonitor* monitor = glfwInit() ? glfwGetPrimaryMonitor() : nullptr;
  const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  if (mode != nullptr) size = fitting(size, {mode->width * 9 / 10, mode->height * 17 / 20});
  return {std::max(size.width, least.width), std::max(size.height, least.height)};
}

class Window : public Surface {
 public:
  Window(const std::string& title, const Extent& extent, bool panel) : window_(open(title, size_of_window(extent))) {
    if (!panel) return;
    widgets_.emplace();
    ImGui_ImplGlfw_InitForOpenGL(window_, true);
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  ~Window() override {
    if (widgets_) ImGui_ImplGlfw_Shutdown();
    widgets_.reset();
    glfwDestroyWindow(window_);
    glfwTerminate();
  }

  Size size() const override {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    return {std::max(width, 1), std::max(height, 1)};
  }

  bool begin(double longest_wait) override {
    longest_wait > 0 ? glfwWaitEventsTimeout(longest_wait) : glfwPollEvents();
    if (glfwGetKey(window_, GLFW_KEY_ESCAPE) == GLFW_PRESS) return false;
    return !glfwWindowShouldClose(window_);
  }

  void begin_panel() override {
    ImGui_ImplGlfw_NewFrame();
    widgets_->begin();
  }

  bool pressed(char key) const override {
    return !(widgets_ && ImGui::GetIO().WantTextInput) && glfwGetKey(window_, key) == GLFW_PRESS;
  }

  void end() override { glfwSwapBuffers(window_); }

 private:
  GLFWwindow* window_;
  std::optional<Widgets> widgets_;
};

}  // namespace

std::unique_ptr<Surface> open_window(const std::string& title, const Extent& extent, bool panel) {
  return std::make_unique<Window>(title, extent, panel);
}

}  // namespace lenslet::view
