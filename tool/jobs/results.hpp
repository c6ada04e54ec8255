// What happens to the results of one call before they are written, and the notes on them.
#pragma once

#include <lenslet/plot.hpp>
#include <lenslet/strips.hpp>
#include <string>
#include <vector>

#include "tool/jobs/inputs.hpp"
#include "tool/jobs/run_options.hpp"
#include "tool/jobs/run_report.hpp"

namespace lenslet::cli {

std::vector<ReportedValue> reported_inputs(const Inputs& inputs);
std::vector<ReportedValue> reported_outputs(const std::vector<std::string>& names,
                                            const std::vector<std::string>& files, const std::vector<HostValue>& values,
                                            const std::vector<ValueType>& types);

// Adds the notes on a file.
void add_notes(const std::string& file, const std::vector<std::string>& said, std::vector<std::string>& notes);

// Puts the input's last channel into each result.
void restore_alpha(const Array& input, std::vector<HostValue>& results);

// Whether results of u16 for which u8 is asked must be scaled, since nearly all of their values exceed 255. The plan
// then makes u16.
bool takes_scaling(const RunOptions& options, const ValueType& first, OpOptions& filter);

// Whether a result of this type is scaled to u8: if that is `wanted`, or if the file's format has no u16.
bool is_scaled(bool wanted, const std::string& file, SampleType type);
std::string scaling_note(const std::string& file);

// Scales results and returns a note for each.
std::vector<std::string> scale_results(bool wanted, const std::vector<std::string>& files,
                                       std::vector<HostValue>& results);

// Draws a call's results, with the names of a table's columns at the axes.
Plot plot_with_columns(const Inputs& inputs, const Call& call, const std::vector<HostValue>& values,
                       const std::vector<HostValue>& results);

// Lets the program end without devices that hang: to wait for one might take for ever.
void leave_hanging(const std::vector<DeviceShare>& shares);

void note_failures(const std::vector<DeviceShare>& shares, std::vector<std::string>& notes);

}  // namespace lenslet::cli
