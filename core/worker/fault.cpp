// Reads the variable and makes the programs that it names wrong.
#include "fault.hpp"

#include <chrono>
#include <cstdlib>
#include <map>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet {
namespace {

// Makes work-items compute what others compute. The macro's own name in its text is not replaced again.
constexpr char skip_odd_items[] = "#define get_local_id(d) (get_local_id(d) & ~(size_t)1)\n";
constexpr char skip_odd_items_of_many[] =
    "#define get_local_id(d) (get_local_id(d) & ~(size_t)(get_global_size(1) > 100))\n";

std::string with_fault(const std::string& kind, const std::string& source) {
  if (kind == "wrong") return skip_odd_items + source;
  if (kind == "wrong_large") return skip_odd_items_of_many + source;
  if (kind == "hang") std::this_thread::sleep_for(std::chrono::hours(24));
  if (kind == "crash") std::abort();
  throw Error(ErrorKind::invalid_argument,
              fmt::format("LENSLET_TEST_FAULT: unknown fault '{}', allowed: wrong, wrong_large, hang, crash", kind));
}

}  // namespace

tune::Tamper fault_from_environment() {
  const char* variable = std::getenv("LENSLET_TEST_FAULT");
  if (variable == nullptr) return {};
  std::map<std::string, std::string> faults;
  std::istringstream words(variable);
  for (std::string word; std::getline(words, word, ',');)
    faults[word.substr(word.find(':') + 1)] = word.substr(0, word.find(':'));
  return [faults](const std::string& schedule, const std::string& source) {
    const auto found = faults.find(schedule);
    return found == faults.end() ? source : with_fault(found->second, source);
  };
}

}  // namespace lenslet
