// How exact a call wants its results.
#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/plan.hpp>

#include "names.hpp"
#include "op/op.hpp"

namespace lenslet {

void op::refuse_accuracy(const OpInfo& op, Accuracy accuracy, const std::string& reason, const std::string& allowed) {
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: accuracy '{}' has no meaning: {}; allowed: {}",
                                                       full_name(op), name_of(accuracy), reason, allowed));
}

std::string_view name_of(Accuracy accuracy) {
  constexpr std::string_view names[] = {"exact", "level", "half"};
  return names[static_cast<std::size_t>(accuracy)];
}

Accuracy parse_accuracy(std::string_view word) {
  return parse_name("unknown accuracy", word, accuracies);
}

}  // namespace lenslet
