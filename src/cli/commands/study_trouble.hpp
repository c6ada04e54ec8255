// What a device cannot do is a finding of a study. This is what is none.
#pragma once

#include <string>

#include "report/record.hpp"

namespace lenslet::cli {

// That a study ended early, measured nothing at all, or found a wrong result. Empty: none of these.
std::string trouble_of(const StudyReport& study);

// Whether studies were stopped, failed or had trouble: what the exit status tells.
bool went_wrong(const report::Record& record);

}  // namespace lenslet::cli
