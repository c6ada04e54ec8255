// verify --random: programs and images drawn at random.
#pragma once

#include <CLI/App.hpp>

#include <string>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet::cli {

void add_random_options(CLI::App& app);

// Whether --random is given. Then other options that choose cases are refused.
bool is_random(const CLI::App& app);

// Verifies as many images as the options say, with these ops. Returns the exit status.
int run_random(const CLI::App& app, const Session& session, const std::vector<std::string>& ops);

}  // namespace lenslet::cli
