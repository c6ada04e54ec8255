// lenslet explain OP --memory SIZE, or --device with several devices: the cost of strips of an image.
#pragma once

#include <CLI/CLI.hpp>
#include <lenslet/work.hpp>

namespace lenslet::cli {

void add_strip_options(CLI::App& app);
bool wants_strips(const CLI::App& app);  // loads drivers only if several devices may be meant
int explain_strips(const CLI::App& app, const Work& work);

}  // namespace lenslet::cli
