// Writes heads.
#include <fmt/ranges.h>

#include "names.hpp"
#include "user/head.hpp"
#include "user/head_parameter.hpp"

namespace lenslet::user {
namespace {

std::string side_text(const Side& side) {
  if (side.parameter.empty()) return fmt::format("{}", side.offset);
  return fmt::format("{}*{}+{}", side.factor, side.parameter, side.offset);
}

std::string mask_text(const MaskRows& rows) {
  std::string text;
  for (const auto& row : rows) text += fmt::format("{}{}", text.empty() ? "" : "; ", fmt::join(row, " "));
  return text;
}

}  // namespace

// Writes line comments, because a summary may contain the end of a block comment.
std::string text_of(const Head& head) {
  std::string text;
  const auto add = [&text](const char* key, const std::string& value) {
    text += fmt::format("// {}: {}\n", key, value);
  };
  add("name", head.name);
  add("summary", head.summary);
  if (!head.details.empty()) add("details", head.details);
  add("inputs", joined(head.inputs));
  add("outputs", joined(head.outputs));
  for (const Parameter& parameter : head.parameters) add("parameter", text_of(parameter));
  if (head.kind == Kind::window) add("window", fmt::format("{} x {}", side_text(head.width), side_text(head.height)));
  if (head.kind == Kind::kernel) text += text_of(head.kernel);
  for (const MaskRows& rows : head.masks) add("mask", mask_text(rows));
  if (head.kind == Kind::masks) add("scale", fmt::format("{}", head.scale));
  if (head.kind == Kind::pixels) add("pixels", head.channels > 0 ? fmt::format("{}", head.channels) : std::string());
  if (head.native) add("samples", "native");
  if (head.not_negative) add("results", "not_negative");
  add("tolerance", fmt::format("{}", head.tolerance));
  return text;
}

}  // namespace lenslet::user
