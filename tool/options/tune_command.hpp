// A work in words: the command that tunes it.
#pragma once

#include <lenslet/work.hpp>

#include <string>

namespace lenslet::cli {

// Returns a line for a shell, "lenslet tune median:ksize=7 --like photo.png", whose result a run of this work takes.
// `file` is an image of the inputs' type, channels and size, or empty; so is `device`, a value of --device. Returns an
// empty text where the options of 'lenslet tune' do not say the work: inputs of several types, --ddepth.
std::string tune_command(const Work& work, const std::string& file, const std::string& device);

}  // namespace lenslet::cli
