// A study's own kernels, with the clock for what it launches and the way to their buffers.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ocl/program.hpp"
#include "ocl/values.hpp"
#include "study/clock.hpp"
#include "study/experiment.hpp"

namespace lenslet::study {

// An embedded .cl file with macros in front of it, built for the experiment's device. `options` are the compiler's.
class StudyProgram {
 public:
  using Define = std::pair<std::string_view, std::int64_t>;
  StudyProgram(const Experiment& experiment, std::string_view file, const std::vector<Define>& defines = {},
               const std::string& options = {});

  // For a queue beside the session's, past the session's memory of programs.
  StudyProgram(const ocl::Queue& queue, std::string_view file, const std::vector<Define>& defines = {});

  const std::string& source() const { return source_; }
  ocl::Kernel kernel(const std::string& name) const { return {program_, name}; }

 private:
  std::string source_;
  ocl::Program program_;
};

using ocl::bytes_of;
using ocl::download;
using ocl::upload;

}  // namespace lenslet::study
