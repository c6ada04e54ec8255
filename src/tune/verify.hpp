// One plan on one guarded image of random pixels, compared with the reference.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>

#include "stencil/problem.hpp"

namespace lenslet {

// What is wrong; nothing where all is right. `problem` is the plan's.
std::optional<std::string> fault_in(const Session& session, const Plan& plan, const stencil::Problem& problem,
                                    Size size, std::uint32_t seed);

}  // namespace lenslet
