// Finds and joins parts of records.
#include "studies/report/record.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace lenslet::report {
namespace {

std::string day(const Record& record) {
  return record.time.substr(0, record.time.find('T'));
}

bool were_measured_alike(const Record& a, const Record& b) {
  const auto same = [&](const char* name) { return fact(a, name) == fact(b, name); };
  return same("name") && same("platform") && same("driver") && a.machine == b.machine && day(a) == day(b) &&
         a.version == b.version && a.scale == b.scale && a.runs == b.runs && a.point_seconds == b.point_seconds;
}

// Counts equal names.
std::vector<std::string> numbered(const std::vector<std::string>& names) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto before = std::count(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]);
    const bool alone = std::ranges::count(names, names[i]) == 1;
    labels.push_back(alone ? names[i] : fmt::format("{} ({})", names[i], before + 1));
  }
  return labels;
}

// What people call a platform.
std::string runtime_of(const Record& record) {
  const std::string platform = fact(record, "platform");
  if (platform == "Portable Computing Language") return "PoCL";
  return platform.starts_with("Intel(R)") ? "Intel's runtime" : platform;
}

bool have_one_in_common(const Record& a, const Record& b) {
  return std::ranges::any_of(a.studies, [&b](const StudyReport& study) { return find(b, study.name) != nullptr; });
}

// Removes the last study of a stopped run if another record has it whole.
void drop_cut_study(Record& record, const Record& other) {
  if (!record.stopped || record.studies.empty() || !find(other, record.studies.back().name)) return;
  record.studies.pop_back();
  record.stopped = false;
}

template <class T>
void append(std::vector<T>& to, std::vector<T>& from) {
  std::ranges::move(from, std::back_inserter(to));
}

bool join(Record& first, Record next) {
  if (!were_measured_alike(first, next)) return false;
  Record joint = first;
  drop_cut_study(joint, next);
  drop_cut_study(next, joint);
  if (have_one_in_common(joint, next) || (joint.stopped && next.stopped)) return false;
  if (joint.stopped) std::swap(joint.studies, next.studies);  // the study that was cut short stays the last
  append(joint.studies, next.studies);
  append(joint.failures, next.failures);
  joint.stopped = joint.stopped || next.stopped;
  first = std::move(joint);
  return true;
}

}  // namespace

std::vector<Record> joined(std::vector<Record> records) {
  std::vector<Record> result;
  for (Record& record : records)
    if (std::ranges::none_of(result, [&record](Record& first) { return join(first, record); }))
      result.push_back(std::move(record));
  return result;
}

std::string fact(const Record& record, const char* name) {
  const auto found = record.device.find(name);
  if (found == record.device.end()) return {};
  return found->is_string() ? found->get<std::string>() : found->dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> device_labels(const std::vector<Record>& records) {
  std::vector<std::string> names, days;
  for (const Record& record : records) {
    names.push_back(fact(record, "name"));
    days.push_back(fmt::format("{}, {}", names.back(), day(record)));
  }
  std::vector<std::string> labels = numbered(names);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::ranges::count(names, names[i]) > 1 && std::ranges::count(days, days[i]) == 1) labels[i] = days[i];
  return labels;
}

std::vector<std::string> dated_labels(const std::vector<Record>& records) {
  std::vector<std::string> names;
  for (const Record& record : records) {
    const bool by_machine = fact(record, "kind") == "cpu" && !record.machine.empty();
    const std::string name =
        by_machine ? fmt::format("{} by {}", record.machine, runtime_of(record)) : fact(record, "name");
    names.push_back(fmt::format("{}, {}", name, day(record)));
  }
  return numbered(names);
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
