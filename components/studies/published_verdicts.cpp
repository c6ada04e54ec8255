// Reads verdicts.txt, which tools/write_studies makes of docs/studies/data.
#include <lenslet/published_verdicts.hpp>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "studies/claims.hpp"
#include "studies/kernels.hpp"

namespace lenslet {
namespace {

Verdict verdict_named(const std::string& name) {
  const auto found = std::ranges::find_if(verdicts, [&](Verdict verdict) { return name_of(verdict) == name; });
  if (found == std::end(verdicts)) throw std::logic_error(fmt::format("verdicts.txt: '{}' is no verdict", name));
  return *found;
}

}  // namespace

std::vector<PublishedVerdict> published_verdicts() {
  std::vector<PublishedVerdict> all;
  std::istringstream lines(std::string(study::kernel_source("verdicts.txt")));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string> fields = study::claim_fields(line);
    if (fields.size() != 4) throw std::logic_error(fmt::format("verdicts.txt: '{}' has no four fields", line));
    all.push_back({std::stoi(fields[0]), fields[1], fields[2], verdict_named(fields[3])});
  }
  return all;
}

}  // namespace lenslet
