// What a run over rows of files is, in words, so that another one can tell whether it is the same: what is computed of
// what, and how.
#pragma once

#include <string>
#include <vector>

#include <lenslet/run_rows.hpp>

namespace lenslet::io {

std::string identity_of(const std::filesystem::path& file);  // its path, size and time

// Returns what may round floats in another order: "device", "schedule" and "program", with a ": " and a value, a line
// for each.
std::vector<std::string> rounding_identity(const DeviceGroup& devices, const GroupPlan& plans);

// Returns lines of "name: value" that hold for the very bits of the result: the call with the files that its words
// name, the options, the inputs, the result, and rounding_identity().
std::string run_identity(const DeviceGroup& devices, const GroupPlan& plans, const Work& work,
                         const std::vector<RowInput>& inputs, const ImageType& result, const RowRun& run);

}  // namespace lenslet::io
