// Every outcome, in the order in which tables show them.
#pragma once

#include <array>
#include <lenslet/verify.hpp>

namespace lenslet::cli {

inline constexpr std::array outcomes{Outcome::correct,       Outcome::wrong,   Outcome::build_failed,
                                     Outcome::launch_failed, Outcome::timeout, Outcome::excluded};

}  // namespace lenslet::cli
