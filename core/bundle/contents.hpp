// A bundle's bytes, and searches in its lists.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/bundle.hpp>

#pragma GCC visibility push(default)
namespace lenslet::bundle {

// The source of a linked program begins with this mark. The source says how the program is made of its parts.
inline constexpr std::string_view linked_mark = "lenslet linked program 1\n";

std::string pack(const Bundle& bundle);

// Throws build for bytes that are no bundle, a damaged one, or one of another format.
Bundle unpack(std::string_view bytes);

// Returns the index of a text in a list. Adds it at the end where it is missing.
std::size_t place_of(std::vector<std::string>& texts, const std::string& text);

// Returns the program's index. Adds it where it is missing.
std::size_t place_of(Bundle& bundle, const BundleProgram& program);

// Adds an entry, unless there is one of the same kind, program and target.
void add_entry(Bundle& bundle, BundleEntry entry);

std::optional<std::size_t> find_program(const Bundle& bundle, std::string_view source, std::string_view options);

// Returns the entry of this target; null where there is none.
const BundleEntry* find_entry(const Bundle& bundle, BundleKind kind, std::size_t program, std::string_view target);

// Says how a target of the bundle differs from this one: "its code is for driver '1', this is '2'".
std::string difference(std::string_view target, std::string_view here);

// The target of SPIR-V entries, which belong to no device.
std::string spirv_target(int address_bits);

}  // namespace lenslet::bundle
#pragma GCC visibility pop
