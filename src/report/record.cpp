// Looks things up in records.
#include "report/record.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lenslet::report {

std::string fact(const Record& record, const char* name) {
  const auto found = record.device.find(name);
  if (found == record.device.end()) return {};
  return found->is_string() ? found->get<std::string>() : found->dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> device_labels(const std::vector<Record>& records) {
  std::vector<std::string> names, labels;
  for (const Record& record : records) names.push_back(fact(record, "name"));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto before = std::count(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]);
    const bool alone = std::ranges::count(names, names[i]) == 1;
    labels.push_back(alone ? names[i] : fmt::format("{} ({})", names[i], before + 1));
  }
  return labels;
}

const StudyReport* find(const Record& record, std::string_view study) {
  const auto found = std::ranges::find(record.studies, study, &StudyReport::name);
  return found == record.studies.end() ? nullptr : &*found;
}

std::vector<std::string> study_names(const std::vector<Record>& records) {
  std::vector<std::string> names;
  for (const Record& record : records)
    for (const StudyReport& study : record.studies)
      if (std::ranges::find(names, study.name) == names.end()) names.push_back(study.name);
  return names;
}

}  // namespace lenslet::report
