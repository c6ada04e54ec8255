// Pipelines on the command line: their text in the place of an op, or in a file that --pipeline names.
#pragma once

#include <lenslet/pipeline.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lenslet::cli {

inline constexpr char pipeline_option[] = "--pipeline";
inline constexpr char pipeline_help[] = "Take the pipeline that this file describes for the op: docs/pipelines.md";

// Whether the word is the text of a pipeline: "gaussian | gradient". A file's name is none.
bool is_pipeline(const std::string& word);

// Reads a pipeline's file. Throws io, and what Pipeline::parse() throws with the file's name in front.
Pipeline read_pipeline(const std::string& file);

// Takes the pipeline that stands for an op from the words of a command, from the third one on; messages and help then
// show what was written (terminal/written_op.hpp).
std::optional<Pipeline> take_pipeline(std::vector<std::string>& words);

// The op of the pipeline, whose parameters have the arguments of its text for defaults.
OpInfo info_of(const Pipeline& pipeline);

}  // namespace lenslet::cli
