// What all ranks find together.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "mpi/message.hpp"
#include "system/failure_of.hpp"

namespace lenslet::mpi {

// Calls the function on all ranks. If it fails on one, all throw.
template <class Function>
void agree(const Ranks& ranks, const Function& function) {
  const std::optional<Error> failure = system::failure_of(function);
  ranks.meet(failure ? &*failure : nullptr);
}

// The least and the most of the ranks' numbers.
std::int64_t least_of(const Ranks::State& ranks, std::int64_t mine);
std::int64_t most_of(const Ranks::State& ranks, std::int64_t mine);
double most_of(const Ranks::State& ranks, double mine);

}  // namespace lenslet::mpi
