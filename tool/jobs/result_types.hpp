// Results of a type that their file's format lacks.
#pragma once

#include <lenslet/work.hpp>

#include <string>
#include <vector>

#include "tool/jobs/inputs.hpp"
#include "tool/jobs/run_options.hpp"

namespace lenslet::cli {

// Throws unsupported, before anything is compiled, if a file cannot hold its result of images. The message names the
// formats that can, and what makes another type. Scaled results of u16 may go into files of u8.
void check_result_types(const Work& work, const std::vector<WorkOutput>& outputs, const std::vector<std::string>& files,
                        const RunOptions& options);

// Says that a call without arguments makes another type than the input's, like convert, which people may have called
// for another file format. Empty if there is nothing to say.
std::string note_of_usual_type(const Work& work, const std::vector<WorkOutput>& outputs,
                               const std::vector<std::string>& files);

// Adds an op's own notes on its work to those of that file.
void add_note(const std::vector<WorkOutput>& outputs, const std::string& file, std::vector<std::string>& notes);

// Says that numbers stay as they are if files of u8 are taken as u16; empty otherwise.
std::string note_of_raised_type(const Inputs& inputs);

}  // namespace lenslet::cli
