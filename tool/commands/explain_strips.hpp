// lenslet explain OP --memory SIZE, or --device with several: what strips of an image will cost.
#pragma once

#include <CLI/CLI.hpp>
#include <lenslet/work.hpp>

namespace lenslet::cli {

void add_strip_options(CLI::App& app);
bool wants_strips(const CLI::App& app);  // loads drivers only where several devices may be meant
int explain_strips(const CLI::App& app, const Work& work);

}  // namespace lenslet::cli
