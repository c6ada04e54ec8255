// What a launch of arrays checks, and who may launch at a time.
#include "array/computation.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::array {
namespace {

const DeviceArray& array_of(const char* what, const DeviceValue& value) {
  if (const auto* array = std::get_if<DeviceArray>(&value)) return *array;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("the {} is an image, {}; this plan is for arrays", what, to_string(type_of(value))));
}

DeviceArrays checked(const char* what, const std::vector<DeviceValue>& given, const std::vector<ArrayType>& wanted) {
  if (given.size() != wanted.size())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} {}s, this plan has {}", given.size(), what, wanted.size()));
  DeviceArrays arrays;
  for (std::size_t i = 0; i < given.size(); ++i) {
    arrays.push_back(array_of(what, given[i]));
    if (arrays.back().type() != wanted[i])
      throw Error(ErrorKind::invalid_argument, fmt::format("the {} is {}, this plan is for {}", what,
                                                           to_string(arrays.back().type()), to_string(wanted[i])));
  }
  return arrays;
}

void check_apart(const DeviceArrays& inputs, const DeviceArrays& outputs) {
  for (const DeviceArray& output : outputs)
    for (const DeviceArray& input : inputs)
      if (output.shares_memory(input)) throw Error(ErrorKind::invalid_argument, "an input cannot be an output");
  for (const DeviceArray& output : outputs)
    for (const DeviceArray& other : outputs)
      if (&output != &other && output.shares_memory(other))
        throw Error(ErrorKind::invalid_argument, "one array cannot take two outputs");
}

}  // namespace

Computation::Computation(const Op& op, Problem problem, const ArraySchedule& schedule, const ocl::Queue& queue,
                         const op::Build& build)
    : queue_(queue), problem_(std::move(problem)), least_bytes_(least_bytes(op, problem_)) {
  const Maker maker(queue, [&build](const std::string& source, const std::string& options) {
    return build(source, options).program;
  });
  run_ = op.make(problem_, schedule, maker);
}

Launch Computation::launch(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) const {
  const DeviceArrays from = checked("input", inputs, problem_.inputs),
                     to = checked("output", outputs, problem_.outputs);
  check_apart(from, to);
  Launches launches;
  {
    const std::lock_guard lock(mutex_);
    run_(from, to, launches);
  }
  queue_.flush();
  return {std::move(launches), least_bytes_, queue_.timed()};
}

}  // namespace lenslet::array
