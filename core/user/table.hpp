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

// Returns the op in a file. The text is read at each call: a changed text is another op, and a file that has
// disappeared keeps its last op. Throws io, and invalid_argument with the place in the file.
const op::Op& op_in(const std::filesystem::path& file);

// Returns the op of a text, identified by its content. A reference that is given later belongs to the op from then on.
const op::Op& op_of(const std::string& text, const std::string& file, UserReference reference);

// Returns the op that has its name from op_of() or from a file of LENSLET_OPS_PATH; null where there is none. Throws
// the error of a file that would have the name.
const op::Op* op_called(std::string_view name);

// Returns the folders of LENSLET_OPS_PATH.
std::vector<std::filesystem::path> folder_paths();

// Returns the names that files of LENSLET_OPS_PATH declare. A file with an error has its own name here.
std::vector<std::string> names_in_folders();

// Returns the texts of those ops of op_of() whose names occur in a text.
std::vector<std::string> texts_named_in(std::string_view text);

}  // namespace lenslet::user
