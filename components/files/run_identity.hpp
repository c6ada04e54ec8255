// Describes a run over rows of files, so that another one can tell whether it is the same: what is computed from what,
// and how.
#pragma once

#include <string>
#include <vector>

#include <lenslet/run_rows.hpp>

namespace lenslet::io {

std::string identity_of(const std::filesystem::path& file);  // its path, size and time

// Returns what may change the order in which floats are rounded: a line each for "device", "schedule" and "program",
// with ": " and a value.
std::vector<std::string> rounding_identity(const DeviceGroup& devices, const GroupPlan& plans);

// Returns what processes that compute one image together must have in common, whatever their hosts: one line.
std::string common_text(const Work& work, const ImageType& result, const RowRun& run);

// Returns lines "name: value" on which the bits of the result depend: the call with the files that its words name, the
// options, the inputs, the result, and rounding_identity().
std::string run_identity(const DeviceGroup& devices, const GroupPlan& plans, const Work& work,
                         const std::vector<RowInput>& inputs, const ImageType& result, const RowRun& run);

}  // namespace lenslet::io
