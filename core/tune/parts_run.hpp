// Proves a problem by the problems that it is made of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/session.hpp>

#include "op/problem.hpp"

namespace lenslet {

// Runs each part by itself and compares its outputs with its reference. Then compares `outputs` with the last parts'
// outputs. Returns what is wrong; absent where all is right. With `large`, references only look at some places.
std::optional<std::string> mismatch_with_parts(const Session& session, const op::Parts& parts,
                                               const std::vector<HostValue>& inputs,
                                               const std::vector<HostValue>& outputs, bool large = false);

}  // namespace lenslet
