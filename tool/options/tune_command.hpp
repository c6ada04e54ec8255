// Writes the command that tunes a work.
#pragma once

#include <lenslet/work.hpp>

#include <string>

namespace lenslet::cli {

// Returns a line for a shell, "lenslet tune median:ksize=7 --like photo.png". A run of this work uses the result of
// that command. `file` is an image of the inputs' type, channels and size, or empty. `device` is a value of --device,
// or empty. Returns an empty text if the options of 'lenslet tune' cannot describe the work: inputs of several types,
// --ddepth.
std::string tune_command(const Work& work, const std::string& file, const std::string& device);

}  // namespace lenslet::cli
