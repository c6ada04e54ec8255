// Building a study's kernels.
#include "study/program.hpp"

#include <fmt/format.h>

#include "session/state.hpp"
#include "study/kernels.hpp"

namespace lenslet::study {
namespace {

std::string source_of(std::string_view file, const std::vector<StudyProgram::Define>& defines) {
  std::string text;
  for (const auto& [name, value] : defines) text += fmt::format("#define {} {}\n", name, value);
  return text + std::string(kernel_source(file));
}

}  // namespace

StudyProgram::StudyProgram(const Experiment& experiment, std::string_view file, const std::vector<Define>& defines,
                           const std::string& options)
    : source_(source_of(file, defines)), program_(state_of(experiment.session()).build(source_, options).program) {}

StudyProgram::StudyProgram(const ocl::Queue& queue, std::string_view file, const std::vector<Define>& defines)
    : source_(source_of(file, defines)), program_(ocl::build(queue, {source_, {}}).program) {}

}  // namespace lenslet::study
