// Array plans from inside: made with a schedule that was chosen, and run where guards show what is written too far.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <lenslet/array_op.hpp>

#include "array/op.hpp"
#include "ocl/program.hpp"
#include "session/array_choose.hpp"

namespace lenslet {

using ArrayBuild = std::function<ocl::BuildResult(const std::string& source, const std::string& options)>;

ArrayPlan make_array_plan(const Session& session, const array::Op& op, array::Problem problem,
                          const ArrayChoice& choice, const ArrayBuild& build);

// Throws unsupported where an input or output is too large for a buffer.
void check_device_memory(const Session& session, const array::Problem& problem);

struct GuardedResult {
  std::vector<Array> outputs;
  std::string damage;  // that was done behind an output; empty where there is none
};

// Outputs hold what no op writes by chance before the run.
GuardedResult run_guarded(const Session& session, const ArrayPlan& plan, const std::vector<DeviceArray>& inputs);

}  // namespace lenslet
