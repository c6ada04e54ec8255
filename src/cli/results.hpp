// What is done with the results of one call before they are written, and what is said of them.
#pragma once

#include <lenslet/plot.hpp>
#include <optional>
#include <string>
#include <vector>

#include "inputs.hpp"

namespace lenslet::cli {

// A value and the file that it comes from or goes to.
struct ReportedValue {
  std::string name;  // "image", "x", "counts"
  std::string file;  // empty: the value is printed
  ValueType type;
  std::string column = {};             // what a table's heading calls it
  std::optional<Array> elements = {};  // of what is printed
};

std::vector<ReportedValue> reported_inputs(const OpInfo& info, const Inputs& inputs);
std::vector<ReportedValue> reported_outputs(const std::vector<std::string>& names,
                                            const std::vector<std::string>& files,
                                            const std::vector<HostValue>& values);

std::vector<Array> arrays_of(const std::vector<HostValue>& values);

// The input's last channel in each result.
void restore_alpha(const Array& input, std::vector<HostValue>& results);

// Results of u16 as u8, scaled, where `wanted` or where a file's format has no u16. Gives a note for each.
std::vector<std::string> scale_results(bool wanted, const std::vector<std::string>& files,
                                       std::vector<HostValue>& results);

// With the names of a table's columns at the axes.
Plot with_columns(Plot plot, const OpInfo& info, const Inputs& inputs);

}  // namespace lenslet::cli
