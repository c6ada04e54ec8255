// One widget for each kind of parameter.
#include "view/panel.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <lenslet/argument_text.hpp>
#include <lenslet/error.hpp>

#include <algorithm>
#include <cmath>

namespace lenslet::view {
namespace {

// How far from its first value a slider goes if the range is wider. People try multiples of a small radius, but not of
// a large level.
constexpr double small = 10, times_small = 10, times_large = 2;
constexpr float wide = 220;

double number_of(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&value);
  return real != nullptr ? *real : 0;
}

bool edit_integer(const Parameter& parameter, Value& value) {
  const SliderRange range = slider_range(parameter);
  auto number = static_cast<std::int64_t>(number_of(value));
  const auto low = static_cast<std::int64_t>(range.low), high = static_cast<std::int64_t>(range.high);
  if (!ImGui::SliderScalar(parameter.name.c_str(), ImGuiDataType_S64, &number, &low, &high)) return false;
  const double clamped = std::clamp(static_cast<double>(number), parameter.minimum, parameter.maximum);
  value = static_cast<std::int64_t>(clamped);
  return true;
}

bool edit_real(const Parameter& parameter, Value& value) {
  const SliderRange range = slider_range(parameter);
  double number = number_of(value);
  if (!ImGui::SliderScalar(parameter.name.c_str(), ImGuiDataType_Double, &number, &range.low, &range.high, "%.4g"))
    return false;
  value = std::clamp(number, parameter.minimum, parameter.maximum);
  return true;
}

bool edit_flag(const Parameter& parameter, Value& value) {
  bool on = std::get<bool>(value);
  if (!ImGui::Checkbox(parameter.name.c_str(), &on)) return false;
  value = on;
  return true;
}

bool edit_choice(const Parameter& parameter, Value& value) {
  bool changed = false;
  if (!ImGui::BeginCombo(parameter.name.c_str(), std::get<std::string>(value).c_str())) return false;
  for (const std::string& choice : parameter.choices)
    if (ImGui::Selectable(choice.c_str(), choice == std::get<std::string>(value))) {
      value = choice;
      changed = true;
    }
  ImGui::EndCombo();
  return changed;
}

bool edit_text(const Parameter& parameter, Value& value) {
  std::string text = value_text(value);
  if (!ImGui::InputText(parameter.name.c_str(), &text, ImGuiInputTextFlags_EnterReturnsTrue)) return false;
  try {
    value = parse_argument(parameter, text);
  } catch (const Error&) {
    return false;  // the value stays, and is shown again
  }
  return true;
}

}  // namespace

SliderRange slider_range(const Parameter& parameter) {
  const double initial = number_of(parameter.initial), size = std::max(std::abs(initial), 1.0);
  if (initial == 0 && std::isfinite(parameter.minimum) && std::isfinite(parameter.maximum))
    return {parameter.minimum, parameter.maximum};
  const double far = size * (size > small ? times_large : times_small);
  const double low = std::max(parameter.minimum, initial > 0 ? 0 : initial - far);
  return {low, std::max(low, std::min(parameter.maximum, initial + far))};
}

Panel::Panel(const OpInfo& op, const Call& call, bool has_original)
    : parameters_(op.parameters), has_original_(has_original) {
  for (const Parameter& parameter : parameters_) {
    const auto given = call.arguments.find(parameter.name);
    values_.push_back(given != call.arguments.end() ? given->second : parameter.initial);
  }
  initial_ = values_;
}

// If the op may choose the number, the value is a word until somebody sets a number.
bool Panel::edit(const Parameter& parameter, Value& value) const {
  if (parameter.automatic && std::holds_alternative<std::string>(value)) {
    bool automatic = true;
    if (!ImGui::Checkbox((parameter.name + " auto").c_str(), &automatic)) return false;
    value = static_cast<std::int64_t>(slider_range(parameter).low);
    return true;
  }
  switch (parameter.kind) {
    case ParameterKind::flag:
      return edit_flag(parameter, value);
    case ParameterKind::integer:
      return edit_integer(parameter, value);
    case ParameterKind::real:
      return edit_real(parameter, value);
    case ParameterKind::choice:
      return edit_choice(parameter, value);
    default:
      return edit_text(parameter, value);
  }
}

bool Panel::edit_all(Call& call) {
  bool changed = false;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (!edit(parameters_[i], values_[i])) continue;
    call.arguments[parameters_[i].name] = values_[i];
    changed = true;
  }
  if (!parameters_.empty() && ImGui::Button("reset")) {
    values_ = initial_;
    for (std::size_t i = 0; i < parameters_.size(); ++i) call.arguments[parameters_[i].name] = values_[i];
    changed = true;
  }
  return changed;
}

bool Panel::draw(Call& call, const std::function<bool()>& more, const std::vector<std::string>& lines,
                 const std::string& problem) {
  ImGui::SetNextWindowPos({8, 8}, ImGuiCond_FirstUseEver);
  ImGui::Begin("lenslet", nullptr, ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::PushItemWidth(wide);
  bool changed = edit_all(call);
  ImGui::PopItemWidth();
  if (more()) changed = true;
  if (has_original_) ImGui::Checkbox("original beside it", &shows_original_);
  for (const std::string& line : lines) ImGui::TextUnformatted(line.c_str());
  if (!problem.empty()) {
    ImGui::PushTextWrapPos(wide * 2);
    ImGui::TextColored({1, 0.5f, 0.4f, 1}, "%s", problem.c_str());
    ImGui::PopTextWrapPos();
  }
  ImGui::End();
  return changed;
}

}  // namespace lenslet::view
