// Options that several commands have: their names, help and values once.
#pragma once

#include <CLI/CLI.hpp>
#include <lenslet/image_file.hpp>
#include <lenslet/session.hpp>

#include "batch.hpp"

namespace lenslet::cli {

void add_device_option(CLI::App& app);
SessionOptions read_device_option(const CLI::App& app);

// --device and --no-cache.
void add_session_options(CLI::App& app);
SessionOptions read_session_options(const CLI::App& app);

// --quality and --no-sync.
void add_write_options(CLI::App& app);
WriteOptions read_write_options(const CLI::App& app);

// --out-dir and --format, whose value begins with a point or is empty.
void add_folder_options(CLI::App& app);
std::string read_format_option(const CLI::App& app);

// --json, --verbose and --quiet.
void add_verbosity(CLI::App& app);
Verbosity read_verbosity(const CLI::App& app);

}  // namespace lenslet::cli
