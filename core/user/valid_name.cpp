// Names must be valid in C, because kernels have them, and as words of the command line.
#include "user/valid_name.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <lenslet/op.hpp>

#include "system/printable.hpp"

namespace lenslet::user {
namespace {

constexpr std::size_t longest = 40;

// Options that every op has.
constexpr std::string_view options[] = {
    "accuracy", "alpha",   "border",    "budget",     "channels", "ddepth",  "device",   "elements", "explain", "files",
    "format",   "help",    "jobs",      "json",       "like",     "limit",   "memory",   "pipeline", "quality", "quiet",
    "region",   "repeats", "schedule",  "seed",       "size",     "storage", "strategy", "timeout",  "tune",    "type",
    "verbose",  "version", "overwrite", "specialize", "effort",   "plot",    "html",     "markdown", "nodata",  "nan"};

// Words of C, and words that the families' macros are made of.
constexpr std::string_view of_kernels[] = {
    "auto",       "break",   "case",     "char",     "const",  "continue", "default",
    "do",         "double",  "else",     "enum",     "extern", "float",    "for",
    "goto",       "half",    "if",       "inline",   "int",    "long",     "register",
    "restrict",   "return",  "short",    "signed",   "sizeof", "static",   "struct",
    "switch",     "typedef", "union",    "unsigned", "void",   "volatile", "while",
    "bool",       "uint",    "uchar",    "ushort",   "ulong",  "true",     "false",
    "window",     "inside",  "item_row", "sums",     "number", "numbers",  "place",
    "samples",    "rows",    "v",        "n",        "out",    "min",      "max",
    "clamp",      "fma",     "select",   "x",        "y",      "z",        "w",
    "global",     "local",   "constant", "private",  "kernel", "image",    "border_value",
    "other_pixel"};

// Names that kernels have for other inputs than the first, see stencil/operands.cl.
bool is_of_other_image(std::string_view name) {
  constexpr std::string_view operands[] = {"other", "other_offset", "other_stride", "other_held"};
  const bool numbered = !name.empty() && name.back() >= '1' && name.back() <= '3';
  return numbered && std::ranges::count(operands, name.substr(0, name.size() - 1)) > 0;
}

bool is_name(std::string_view name) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && name.size() <= longest && name.front() >= 'a' && name.front() <= 'z' &&
         std::ranges::all_of(name, allowed);
}

std::string no_name(std::string_view name) {
  return fmt::format("'{}' is no name; allowed: up to {} small letters, digits and '_', from a letter on",
                     system::excerpt(name), longest);
}

}  // namespace

std::string wrong_with_filter(std::string_view name) {
  if (!is_name(name)) return no_name(name);
  for (const OpInfo& op : all_ops())
    if (op.name == name || full_name(op) == name || op.family == name)
      return fmt::format("'{}' is the name of a built-in op; allowed: any other", name);
  return {};
}

std::string wrong_with_parameter(std::string_view name) {
  if (!is_name(name)) return no_name(name);
  if (std::ranges::count(options, name) > 0)
    return fmt::format("'{}' is an option of every op; allowed: any other name", name);
  return wrong_with_function(name);
}

std::string wrong_with_function(std::string_view name) {
  if (!is_name(name)) return no_name(name);
  if (std::ranges::count(of_kernels, name) > 0 || is_of_other_image(name))
    return fmt::format("'{}' has a meaning in kernels; allowed: any other name", name);
  return {};
}

}  // namespace lenslet::user
