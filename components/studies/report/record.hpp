// What one run of `lenslet study` found, where, and how. Reports are made of such records, one for each device.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <lenslet/study.hpp>

namespace lenslet::report {

using Json = nlohmann::ordered_json;

// A study that ended with an error.
struct Failure {
  std::string study;
  std::string error;
};

struct Record {         // NOLINT(bugprone-exception-escape): Json may throw where memory is broken
  Json device;          // facts: an object of texts, numbers and flags, with the text "name"
  std::string machine;  // that the device is in, see machine.hpp; empty in older records
  std::string version;
  std::string time;  // when the run began: 2026-01-31T12:00:00Z
  double scale = 1;
  int runs = 0;
  double point_seconds = 0;
  bool stopped = false;  // by the user, before all was measured
  std::vector<StudyReport> studies;
  std::vector<Failure> failures;
};

// Returns the text of a fact of the device, or an empty one.
std::string fact(const Record& record, const char* name);

// Returns a page's name for each record's device: its own, with its day or else a number if two are equal.
std::vector<std::string> device_labels(const std::vector<Record>& records);

// Returns names that also say on which machine, by which driver's platform and on which day each record was measured. A
// CPU is called by its machine.
std::vector<std::string> dated_labels(const std::vector<Record>& records);

// Finds a study by its name; null where the record has none.
const StudyReport* find(const Record& record, std::string_view study);

// Joins records to those that are compared. Records of one device become one if they were measured alike, on one
// machine and day, and share no study, like the parts of a run that was stopped. A study that was cut short is left out
// if another record has it.
std::vector<Record> joined(std::vector<Record> records);

// Lists the names of all studies, in the order of the records.
std::vector<std::string> study_names(const std::vector<Record>& records);

}  // namespace lenslet::report
