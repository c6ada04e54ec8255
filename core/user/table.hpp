// The users' filters that this process knows.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/user_op.hpp>

#include "op/op.hpp"

namespace lenslet::user {

// Tells whether the name is the path of a filter's file.
bool is_path(std::string_view name);

// The op in a file, whose text is read at each call: a changed one is another op, and a file that is gone has the op
// that it had. Throws io, and invalid_argument with the place in the file.
const op::Op& op_in(const std::filesystem::path& file);

// The op of a text, by its content. A reference that comes later than the op is its from then on.
const op::Op& op_of(const std::string& text, const std::string& file, UserReference reference);

// By the name that op_of() gave it, or that a file of LENSLET_OPS_PATH declares; null where there is none. Throws what
// is wrong with the file that would have it.
const op::Op* op_called(std::string_view name);

// The folders that LENSLET_OPS_PATH names.
std::vector<std::filesystem::path> folder_paths();

// The names that files of LENSLET_OPS_PATH declare, and of those that are wrong their own.
std::vector<std::string> names_in_folders();

// The texts of all ops of op_of() whose names are found in a text.
std::vector<std::string> texts_named_in(std::string_view text);

}  // namespace lenslet::user
