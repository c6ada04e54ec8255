// What all strips of a layout read together.
#pragma once

#include <string>
#include <vector>

#include "session/strip_layout.hpp"

namespace lenslet {

// The strips of which the plan is asked: all where they are few; else those at both ends, where borders are, and some
// in between, whose places have no period in common with what a scale reads.
std::vector<std::int64_t> looked_at(const StripLayout& layout);

// Sources give each row once. Says where a strip reads rows above those of one before it; nothing where none does.
std::string disorder(const std::vector<Plan>& plans, const StripLayout& layout);

// How often each row of the inputs is read.
double times_read(const std::vector<Plan>& plans, const StripLayout& layout);

}  // namespace lenslet
