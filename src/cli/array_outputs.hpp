// The files that an op of arrays leaves: its outputs, and a picture of them.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "array_inputs.hpp"

namespace lenslet::cli {

void add_plot_option(CLI::App& app);

class ArrayOutputs {
 public:
  // The words that are left are files for the first outputs. Throws before the work where one of them is too much,
  // cannot be written, cannot hold its output, or is an input or another output.
  ArrayOutputs(const OpInfo& info, const ArrayInputs& inputs, Words& words, std::optional<std::string> plot);

  const std::vector<std::string>& files() const { return files_; }

  // All of them or, where that fails, none that is new. `sync`: the disk has them when this returns.
  void write(const ArrayInputs& inputs, const Result& result, bool sync) const;

 private:
  std::vector<std::string> files_;
  std::optional<std::string> plot_;
};

}  // namespace lenslet::cli
