// lenslet explain OP --memory SIZE: what strips of an image will cost.
#pragma once

#include <CLI/CLI.hpp>
#include <lenslet/session.hpp>
#include <lenslet/work.hpp>

namespace lenslet::cli {

void add_strip_options(CLI::App& app);
bool wants_strips(const CLI::App& app);
int explain_strips(const CLI::App& app, const Work& work, const Session& session);

}  // namespace lenslet::cli
