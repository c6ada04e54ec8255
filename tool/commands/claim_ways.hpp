// What a line of one's own claims runs: `kernel` or `run` with the words of these commands.
#pragma once

#include <CLI/CLI.hpp>

#include <lenslet/own_claims.hpp>
#include <string>
#include <vector>

#include "tool/components/component.hpp"

namespace lenslet::cli {

using ClaimWords = std::vector<std::string>;

// Divides a command as a shell does: quotes of both kinds hold blanks. Throws invalid_argument for one that is open.
ClaimWords claim_words(const std::string& command);

// Throws invalid_argument, with the word and what is allowed, for a command that neither is.
OwnWay claim_way(const Session& session, const std::string& command);

// An op: `run OP [options] FILE...`.
OwnWay op_way(const Session& session, const ClaimWords& words);

// A kernel of one's own: `kernel FILE... --range N --arg A... --result NAME...`.
using KernelWay = OwnWay(const Session& session, const ClaimWords& words);
inline constinit Component<KernelWay> kernel_way{
    {"lenslet::toolkit", "OpenCL's own kernels, queues and image objects", "LENSLET_TOOLKIT"}};

// Reads the words by the options that `app` has. Throws invalid_argument for others.
void parse_claim_words(CLI::App& app, const ClaimWords& words);

}  // namespace lenslet::cli
