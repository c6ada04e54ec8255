// Options of images that an op refuses.
#pragma once

#include <CLI/CLI.hpp>

#include <lenslet/op.hpp>

namespace lenslet::cli {

// Hides in the help what the op refuses, whatever its value. The options stay, so that a refusal can name the reason.
void hide_refused_options(CLI::App& app, const OpInfo& op);

}  // namespace lenslet::cli
