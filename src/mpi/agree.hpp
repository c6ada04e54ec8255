// What all ranks must find together.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>

#include "mpi/message.hpp"

namespace lenslet::mpi {

// Calls the function on all ranks. Where it fails on one, all throw.
template <class Function>
void agree(const Ranks& ranks, const Function& function) {
  std::optional<Error> failure;
  try {
    function();
  } catch (const Error& error) {
    failure = error;
  } catch (const std::exception& error) {
    failure.emplace(ErrorKind::io, error.what());
  }
  ranks.meet(failure ? &*failure : nullptr);
}

// The least and the most of what the ranks have.
std::int64_t least_of(const Ranks::State& ranks, std::int64_t mine);
std::int64_t most_of(const Ranks::State& ranks, std::int64_t mine);
double most_of(const Ranks::State& ranks, double mine);

}  // namespace lenslet::mpi
