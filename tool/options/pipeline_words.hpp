// Pipelines on the command line: their text in place of an op, or a file that --pipeline names.
#pragma once

#include <lenslet/pipeline.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lenslet::cli {

inline constexpr char pipeline_option[] = "--pipeline";
inline constexpr char pipeline_help[] = "Take the pipeline that this file describes for the op: docs/pipelines.md";

// Whether the word is the text of a pipeline: "gaussian | gradient". A file's name is not.
bool is_pipeline(const std::string& word);

// Reads a pipeline's file. Throws io, and the exceptions of Pipeline::parse() with the file's name in front.
Pipeline read_pipeline(const std::string& file);

// Takes the pipeline that stands for an op from a command's words, from the third on. Messages and help then show it as
// written (terminal/written_op.hpp).
std::optional<Pipeline> take_pipeline(std::vector<std::string>& words);

// The op of the pipeline. The arguments of its text are its parameters' defaults.
OpInfo info_of(const Pipeline& pipeline);

}  // namespace lenslet::cli
