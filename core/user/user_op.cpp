// Users' filters from C++.
#include <lenslet/user_op.hpp>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "system/input_file.hpp"
#include "user/filter.hpp"
#include "user/lines.hpp"
#include "user/table.hpp"

namespace lenslet {
namespace {

constexpr char own_text[] = "filter.cl";  // what messages call a text that is in no file

std::shared_ptr<const OpInfo> info_of(const op::OpPtr& op) {
  return {op, &op->info};
}

}  // namespace

UserOp UserOp::from_file(const std::filesystem::path& file, UserReference reference) {
  std::string text = system::read_input(file, user::max_file_bytes);
  auto info = info_of(user::op_of(text, file.string(), std::move(reference)));
  return {std::move(info), std::move(text)};
}

UserOp UserOp::from_text(const std::string& text, UserReference reference) {
  return {info_of(user::op_of(text, own_text, std::move(reference))), text};
}

// The window's text is checked when the head is read again.
UserOp UserOp::from_body(const OpInfo& info, const std::string& window, const std::string& body,
                         UserReference reference, double tolerance) {
  user::Head head;
  head.name = info.name;
  head.summary = info.summary;
  head.details = info.details;
  head.parameters = info.parameters;
  head.inputs = names_of(info.inputs);
  if (!info.outputs.empty()) head.outputs = names_of(info.outputs);
  head.tolerance = tolerance;
  head.kind = user::Kind::inputs;  // so that no window is written
  std::string text = user::text_of(head);
  if (!window.empty()) text += fmt::format("// window: {}\n", window);
  return from_text(text + '\n' + body, std::move(reference));
}

bool is_of_user(const OpInfo& op) {
  return op.of_user;
}

std::vector<std::filesystem::path> missing_op_folders() {
  std::vector<std::filesystem::path> missing = user::folder_paths();
  std::error_code ignored;
  std::erase_if(missing, [&](const auto& folder) { return std::filesystem::is_directory(folder, ignored); });
  return missing;
}

std::vector<std::string> user_op_names() {
  return user::names_in_folders();
}

}  // namespace lenslet
