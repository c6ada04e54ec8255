// How exact a call wants its results.
#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/plan.hpp>

#include "names.hpp"
#include "op/op.hpp"

namespace lenslet {

void op::refuse_level(const OpInfo& op, const std::string& reason) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: accuracy 'level' has no meaning: {}; allowed: exact", full_name(op), reason));
}

std::string_view name_of(Accuracy accuracy) {
  constexpr std::string_view names[] = {"exact", "level"};
  return names[static_cast<std::size_t>(accuracy)];
}

Accuracy parse_accuracy(std::string_view word) {
  return parse_name("unknown accuracy", word, accuracies);
}

}  // namespace lenslet
