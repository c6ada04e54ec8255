// The files that `lenslet study` writes.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/files/file_names.hpp"
#include "report/record.hpp"

namespace lenslet::cli {

void add_study_outputs(CLI::App& app);

class StudyOutputs {
 public:
  // Throws where one of them cannot be written or is among `names`, before hours of measuring.
  explicit StudyOutputs(const CLI::App& app, FileNames names = {});

  bool on_standard_output() const;  // which then is for nothing else

  // The files alone, for the time until more is measured: a pipe takes one report. One that fails is said once.
  void keep(const std::vector<report::Record>& records);

  // One that fails is said on standard error, and the others are written. False where one failed.
  bool write(const std::vector<report::Record>& records) const;

 private:
  struct Output {
    std::string path;
    std::string (*text)(const std::vector<report::Record>& records);
    bool warned = false;
  };
  std::vector<Output> outputs_;
};

}  // namespace lenslet::cli
