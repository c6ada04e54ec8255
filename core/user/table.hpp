// The users' filters that this process knows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/user_op.hpp>

#include "op/op.hpp"

namespace lenslet::user {

inline constexpr std::uint64_t max_file_bytes = 1 << 20;  // of a filter

// Tells whether the name is the path of a filter's file.
bool is_path(std::string_view name);

// Returns the op in a file, which is read at each call: a changed text is another op. A file that has disappeared
// keeps its last op. Throws io, and invalid_argument with the place in the file.
op::OpPtr op_in(const std::filesystem::path& file);

// Returns the op of a text. Its name is known as long as somebody holds the op, and at least until a text with the same
// name in its head is read. A known op without a reference takes the one that is given.
op::OpPtr op_of(const std::string& text, const std::string& file, UserReference reference);

// Returns an op by the name that op_of() gave it, or that a file of LENSLET_OPS_PATH declares; null for other names.
// Throws what is wrong with the file.
op::OpPtr op_called(std::string_view name);

// Returns the op of a pipeline's text, or of the name or path of a user's filter; null for other texts.
op::OpPtr op_of_text(std::string_view text);

// How many users' filters are known now.
std::size_t known_ops();

// Returns the folders of LENSLET_OPS_PATH.
std::vector<std::filesystem::path> folder_paths();

// Returns the names that files of LENSLET_OPS_PATH declare. A file with an error has its own name here.
std::vector<std::string> names_in_folders();

// Returns the texts of those ops of op_of() whose names occur in a text.
std::vector<std::string> texts_named_in(std::string_view text);

}  // namespace lenslet::user
