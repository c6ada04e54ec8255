// Ops that are in no registry: users' filters and pipelines.
#include <filesystem>

#include "op/op.hpp"
#include "pipeline/definition.hpp"
#include "pipeline/made.hpp"
#include "user/table.hpp"

namespace lenslet::op {

// A path may contain '|', and a pipeline may end with a path.
const Op* made_op(std::string_view text) {
  std::error_code ignored;
  const bool is_pipeline = pipeline::is_text(text);
  if (user::is_path(text) && (!is_pipeline || std::filesystem::exists(text, ignored))) return &user::op_in(text);
  return is_pipeline ? &pipeline::made(text) : user::op_called(text);
}

std::vector<std::string> texts_in(std::string_view name) {
  return user::texts_named_in(name);
}

void add_text(const std::string& text) {
  user::op_of(text, "filter.cl", {});
}

}  // namespace lenslet::op
