// Finds out what a person meant by words that the tool does not know.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>

namespace lenslet::cli {

// Finds the (sub-)command that the arguments chose.
const CLI::App& chosen(const CLI::App& app);

// Throws for the first argument that no part of the parser took: an unknown command, op or option.
void check_leftovers(const CLI::App& app);

// Gives the words after "--" to the (sub-)command that the arguments chose. None of them counts as an option. Throws if
// the command takes no words.
void add_words(CLI::App& app, std::span<char* const> words);

// Puts the parser's own complaint into the tool's words.
std::string message_of(const CLI::ParseError& error);

}  // namespace lenslet::cli
