// Where the texts of programs come from: the files that the build embeds, and what users bring.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace lenslet {

// Puts a text among those that programs are made of, under a name that tells it from all others, for as long as
// somebody holds what is returned. A name that is known keeps its text.
[[nodiscard]] std::shared_ptr<const std::string> keep_kernel_text(const std::string& name, const std::string& text);
std::size_t kept_kernel_texts();  // how many are held

// What stands in front of a file's text in a program, so that the compiler's messages have its own name and lines.
std::string line_mark(std::string_view file);

// A kept text, which the caller holds, or that of an embedded file; throws std::logic_error for a name that is
// neither's.
std::string_view kernel_text(std::string_view name);

// The text behind a value that the macro then has anew: a file can stand in a program several times.
std::string kernel_text_with(std::string_view name, std::string_view macro, std::string_view value);

// The one float next to a number as OpenCL C writes it: nine significant digits name it.
std::string float_literal(double value);

}  // namespace lenslet
