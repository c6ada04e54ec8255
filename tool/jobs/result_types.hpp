// Results whose type the format of their file has not.
#pragma once

#include <lenslet/work.hpp>

#include <string>
#include <vector>

#include "tool/jobs/inputs.hpp"
#include "tool/jobs/run_options.hpp"

namespace lenslet::cli {

// Throws unsupported, before anything is compiled, where a file cannot hold its result of images: the message has the
// formats that can, and what makes another type here. Results of u16 go into files of u8 where they are scaled.
void check_result_types(const Work& work, const std::vector<WorkOutput>& outputs, const std::vector<std::string>& files,
                        const RunOptions& options);

// Says that a call without arguments makes another type than the input's, as convert does, which people may have called
// for another file format. Empty where there is nothing to say; so is the other.
std::string note_of_usual_type(const Work& work, const std::vector<WorkOutput>& outputs,
                               const std::vector<std::string>& files);

// Adds what an op says of its work on that file.
void add_note(const std::vector<WorkOutput>& outputs, const std::string& file, std::vector<std::string>& notes);

// Says that numbers stay as they are where files of u8 are taken as u16.
std::string note_of_raised_type(const Inputs& inputs);

}  // namespace lenslet::cli
