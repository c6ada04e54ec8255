// Proves a problem by the problems that it is made of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/session.hpp>

#include "op/problem.hpp"

namespace lenslet {

// Runs each part by itself, compares what it makes with its reference, and the outputs with the last ones' bits. What
// is wrong; nothing where all is right. Of `large` inputs references look at some of what parts make.
std::optional<std::string> mismatch_with_parts(const Session& session, const op::Parts& parts,
                                               const std::vector<HostValue>& inputs,
                                               const std::vector<HostValue>& outputs, bool large = false);

}  // namespace lenslet
