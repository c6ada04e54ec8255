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
  // Throws if a file cannot be written or is among `names`. It does so before hours of measuring.
  explicit StudyOutputs(const CLI::App& app, FileNames names = {});

  bool on_standard_output() const;  // if so, nothing else may be printed there

  // Writes only the files, until more is measured: a pipe takes one report. A failing file is reported once.
  void keep(const std::vector<report::Record>& records);

  // Writes all outputs. Reports failing files on standard error, and returns false if there was one.
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
