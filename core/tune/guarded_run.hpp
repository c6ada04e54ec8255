// What a plan computes, beside the truth, and what it writes beside its outputs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/session.hpp>

#include "op/problem.hpp"

namespace lenslet {

struct GuardedResult {
  std::vector<HostValue> outputs;
  std::string mismatch;  // what was written outside an output; empty where nothing was
};

// Runs a plan with outputs of these types, which are surrounded by, and hold before the run, what no op writes by
// chance. Images that are inputs on the host get such surroundings, too, so that reads of them spoil the result.
GuardedResult run_guarded(const Session& session, const Plan& plan, const std::vector<HostValue>& inputs,
                          const std::vector<ValueType>& outputs);
GuardedResult run_guarded(const Session& session, const Plan& plan, const std::vector<DeviceValue>& inputs,
                          const std::vector<ValueType>& outputs);

// What is wrong with such a result of the problem's inputs, by this schedule; nothing where all is right. What is
// proved by its parts has them run.
std::optional<std::string> mismatch(const Session& session, const op::Problem& problem, const std::string& schedule,
                                    const std::vector<HostValue>& inputs, const GuardedResult& result);

// What is wrong with what the plan makes of the problem's inputs, or writes beside it; nothing where all is right.
std::optional<std::string> mismatch(const Session& session, const Plan& plan, const op::Problem& problem,
                                    const std::vector<HostValue>& inputs);

}  // namespace lenslet
