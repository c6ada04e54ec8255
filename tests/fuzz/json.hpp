// What targets want of the JSON library, compiled once: its printer takes seconds in each file that uses it.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace lenslet::fuzz {

// Prints JSON on one line, as the tool does: bytes that are no UTF-8 are replaced.
std::string dumped(const nlohmann::ordered_json& json);

// Tells whether it is UTF-8 as the JSON library sees it, which is others' work.
bool is_utf8(const std::string& text);

}  // namespace lenslet::fuzz
