// The storage is chosen by a key or a button, while the view runs.
#include "view/keypoint_scene.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <utility>

namespace lenslet::view {
namespace {

constexpr Storage storages[] = {Storage::buffer, Storage::image_buffer, Storage::image, Storage::image_array};

std::string label_of(Storage storage) {
  return fmt::format("{} {}", static_cast<int>(storage) + 1, name_of(storage));
}

}  // namespace

KeypointScene::KeypointScene(const gl::Context& context, const KeypointOptions& options)
    : context_(context), storage_(options.storage), keypoints_(context.session(), options) {}

void KeypointScene::set_frame(const Image& frame) {
  const ImageType type{frame.format(), frame.size()};
  if (!original_ || original_->type() != type) original_ = std::make_unique<SharedTexture>(context_, type);
  frame_ = context_.session().upload(frame);
  original_->shared().acquire();
  context_.session().copy(*frame_, original_->shared().image());
  original_->shared().release();
}

FilterTimes KeypointScene::run(const Call& corners) {
  const std::vector<Mark> marks = keypoints_.find(*frame_, storage_, corners);
  painter_.set(marks);
  marks_ = marks.size();
  FilterTimes times;
  for (const Stage& stage : keypoints_.stages()) times.filter_ms += stage.ms;
  return times;
}

void KeypointScene::draw(const Painter& painter, Size surface, bool) const {
  const Rect all{0, 0, surface.width, surface.height};
  painter.draw(original_->picture(), all, surface);
  painter_.draw(original_->type().size, all, surface);
}

std::vector<std::string> KeypointScene::lines() const {
  std::vector<std::string> lines{fmt::format("{} key points", marks_)};
  for (const Stage& stage : keypoints_.stages())
    lines.push_back(fmt::format("{} {:.2f} ms, launches: {}", stage.name, stage.ms, stage.launches));
  return lines;
}

bool KeypointScene::choose(Storage storage) {
  return std::exchange(storage_, storage) != storage;
}

bool KeypointScene::edit() {
  bool changed = false;
  for (const Storage storage : storages) {
    if (storage != storages[0]) ImGui::SameLine();
    if (ImGui::RadioButton(label_of(storage).c_str(), storage_ == storage) && choose(storage)) changed = true;
  }
  return changed;
}

bool KeypointScene::press(const Surface& surface) {
  for (const Storage storage : storages)
    if (surface.pressed(label_of(storage).front())) return choose(storage);
  return false;
}

void KeypointScene::fill(Figures& figures) const {
  figures.stages = keypoints_.stages();
  figures.marks = marks_;
  figures.storage = storage_;
}

}  // namespace lenslet::view
