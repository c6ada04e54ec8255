// The widgets write no files: the positions of windows are not kept.
#include "view/widgets.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <lenslet/error.hpp>

namespace lenslet::view {

Widgets::Widgets() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::StyleColorsDark();
  if (ImGui_ImplOpenGL3_Init("#version 330 core")) return;
  ImGui::DestroyContext();
  throw Error(ErrorKind::unsupported, "sliders need libGL.so.1, which is not there; the picture alone does not");
}

Widgets::~Widgets() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void Widgets::begin() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

void Widgets::draw() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace lenslet::view
