// The programs of `lenslet kernel`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lenslet/kernel.hpp>

namespace lenslet::cli {

bool is_binary(const std::string& file);    // what --binary wrote
bool is_compiled(const std::string& file);  // a binary or SPIR-V

// Reads what the command's files and options say.
Program read_program(const CLI::App& app, const Session& session, const std::vector<std::string>& files);

// Reads one file of any kind. With `unchecked`, SPIR-V is not checked by spirv-val.
Program read_program(const Session& session, const std::string& file, const std::string& options, bool unchecked);

// Compiles one of several files by itself. If it fails, the message says that they may be parts of one program.
Program compiled_alone(const Session& session, const std::string& file, const std::vector<std::string>& files,
                       const CLI::App& app);

// Compiles each file by itself and links them, with the command's options for the compiler and the linker.
Program linked_files(const CLI::App& app, const Session& session, const std::vector<std::string>& files);

// Returns the name, or that of the only kernel.
std::string wanted_kernel(const std::optional<std::string>& name, const Program& program);

}  // namespace lenslet::cli
