// Writes verdicts.
#include <lenslet/study.hpp>

namespace lenslet {

std::string_view name_of(Verdict verdict) {
  constexpr std::string_view names[] = {"holds", "does not hold", "undecided", "untested"};
  return names[static_cast<std::size_t>(verdict)];
}

}  // namespace lenslet
