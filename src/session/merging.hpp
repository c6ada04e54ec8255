// What merged() does before it reads a row.
#pragma once

#include <vector>

#include <lenslet/merging.hpp>

namespace lenslet {

// The work as merged() returns it, but for numbers that only the image tells.
Work as_merged(Work work);

// Throws what merged() does before the first row is read: for too little memory, and for works without strips.
void check_strips(const Session& session, const Work& work, StripOptions options);

// The inputs' types. Throws unsupported where one is no image.
std::vector<ImageType> images_of(const Work& work);

}  // namespace lenslet
