// The texts of programs: files that the build embeds, and texts that users bring.
#pragma once

#include <string>
#include <string_view>

namespace lenslet {

// Keeps a text until the process ends, because programs can be made of it at any time. The name must differ from all
// others. A known name keeps its text.
void keep_kernel_text(const std::string& name, const std::string& text);

// What stands before a file's text in a program. With it the compiler's messages have the file's own name and lines.
std::string line_mark(std::string_view file);

// A kept text, or the text of an embedded file. Throws std::logic_error for any other name.
std::string_view kernel_text(std::string_view name);

// The text behind a #define that gives the macro a new value, so that a program can have a file several times.
std::string kernel_text_with(std::string_view name, std::string_view macro, std::string_view value);

// The nearest float as OpenCL C writes it, with nine significant digits, which identify a float.
std::string float_literal(double value);

}  // namespace lenslet
