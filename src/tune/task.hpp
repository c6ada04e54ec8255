// A work as a line of text: what a worker process is told.
#pragma once

#include <string>

#include <lenslet/work.hpp>

namespace lenslet::tune {

// Without the options' schedule and tuning, which are of no account for what tries schedules.
std::string to_line(const Work& work);

// Throws invalid_argument.
Work parse_work(const std::string& line);

}  // namespace lenslet::tune
