// Compares what is read with what is written.
#include "session/apart.hpp"

#include <cstddef>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet {
namespace {

template <class Targets>
std::vector<Laid> laid_of_all(const Targets& targets) {
  std::vector<Laid> all;
  for (const auto& target : targets)
    std::visit(
        [&](const auto& known) {
          if constexpr (std::convertible_to<decltype(known), const ImageView&>)
            all.push_back(laid_of(static_cast<const ImageView&>(known)));
          else if constexpr (std::convertible_to<decltype(known), const ArrayView&>)
            all.push_back(laid_of(static_cast<const ArrayView&>(known)));
          else
            all.push_back(laid_of(static_cast<const StackView&>(known)));
        },
        target);
  return all;
}

}  // namespace

std::vector<Laid> laid_of(const HostTargets& targets) {
  return laid_of_all(targets);
}

std::vector<Laid> laid_of(const StackTargets& targets) {
  return laid_of_all(targets);
}

void check_apart(const std::vector<Laid>& targets) {
  for (std::size_t i = 0; i < targets.size(); ++i)
    for (std::size_t j = i + 1; j < targets.size(); ++j)
      if (overlap(targets[i], targets[j]))
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("targets {} and {} overlap; allowed: memory of their own", i, j));
}

void check_apart(const std::vector<Laid>& inputs, const std::vector<Laid>& targets, const char* call) {
  for (std::size_t i = 0; i < targets.size(); ++i)
    for (const Laid& input : inputs)
      if (overlap(input, targets[i]))
        throw Error(ErrorKind::invalid_argument, fmt::format("target {} overlaps an input of a call {}", i, call));
}

void check_apart(const StackViews& inputs, const std::vector<Laid>& targets, bool by_pages) {
  const std::vector<Laid> read = laid_of_all(inputs);
  for (std::size_t i = 0; i < targets.size(); ++i)
    for (std::size_t input = 0; input < read.size(); ++input) {
      const bool is_same = by_pages && std::holds_alternative<StackView>(inputs[input]) && read[input] == targets[i];
      if (!is_same && overlap(read[input], targets[i]))
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("target {} overlaps input {} of a call on {}; allowed: memory apart{}", i, input,
                                by_pages ? "stacks" : "volumes", by_pages ? ", or a stack's own" : ""));
    }
}

}  // namespace lenslet
