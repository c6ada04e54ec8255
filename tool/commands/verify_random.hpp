// verify --random: programs and images drawn at random.
#pragma once

#include <CLI/App.hpp>

#include <string>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet::cli {

void add_random_options(CLI::App& app);

// Whether that is asked for. Then other options that choose cases are refused.
bool is_random(const CLI::App& app);

// Verifies so many images as the options say, of these ops; returns the exit status.
int run_random(const CLI::App& app, const Session& session, const std::vector<std::string>& ops);

}  // namespace lenslet::cli
