// The files that `lenslet study` writes.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "studies/report/record.hpp"
#include "tool/files/result_files.hpp"

namespace lenslet::cli {

void add_study_outputs(CLI::App& app);

class StudyOutputs {
 public:
  // Throws where one of them cannot be written or is among `names`, before hours of measuring.
  explicit StudyOutputs(const CLI::App& app, FileNames names = {});

  bool on_standard_output() const;  // which then is for nothing else

  // Writes the files alone, for the time until more is measured, because a pipe takes one report. A file that fails is
  // told once.
  void keep(const std::vector<report::Record>& records);

  // Writes all; a file that fails is told on standard error. Returns false where one failed.
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
