// The texts of programs: files that the build embeds, and texts that users bring.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace lenslet {

// Keeps a text as long as somebody holds the result: programs can be made of it until then. The name must differ from
// all others. A known name keeps its text.
[[nodiscard]] std::shared_ptr<const std::string> keep_kernel_text(const std::string& name, const std::string& text);
std::size_t kept_kernel_texts();  // how many texts are held

// What stands before a file's text in a program. With it the compiler's messages have the file's own name and lines.
std::string line_mark(std::string_view file);

// A kept text, which the caller must hold, or the text of an embedded file. Throws std::logic_error for any other name.
std::string_view kernel_text(std::string_view name);

// The text behind a #define that gives the macro a new value, so that a program can have a file several times.
std::string kernel_text_with(std::string_view name, std::string_view macro, std::string_view value);

// The nearest float as OpenCL C writes it, with nine significant digits, which identify a float.
std::string float_literal(double value);

}  // namespace lenslet
#pragma GCC visibility pop
