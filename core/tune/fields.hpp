// Lines of fields, as the tuner and its worker exchange them: tabs between fields, a backslash before n, t and itself.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lenslet::tune {

std::string join_fields(std::span<const std::string> fields);  // without a newline at the end
std::vector<std::string> split_fields(std::string_view line);

// Reads a number. Throws invalid_argument for what is none.
double parse_number(const std::string& field);

}  // namespace lenslet::tune
