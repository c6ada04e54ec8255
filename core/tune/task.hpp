// Writes a work as a line of text, which tells a worker process what to do.
#pragma once

#include <string>

#include <lenslet/work.hpp>

namespace lenslet::tune {

// Leaves out the options' schedule and tuning, which mean nothing to what tries schedules.
std::string to_line(const Work& work);

// Reads such a line. Throws invalid_argument for what is none.
Work parse_work(const std::string& line);

}  // namespace lenslet::tune
