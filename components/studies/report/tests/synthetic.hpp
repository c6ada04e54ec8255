// A made-up record with every feature.
#pragma once

#include "studies/report/record.hpp"

namespace lenslet::report {

Record synthetic_record(const std::string& device = "A device");

}  // namespace lenslet::report
