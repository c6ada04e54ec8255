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

void check_types(const char* what, const std::vector<DeviceValue>& given, const std::vector<ArrayType>& wanted) {
  if (given.size() != wanted.size())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} {}s, this plan has {}", given.size(), what, wanted.size()));
  for (std::size_t i = 0; i < given.size(); ++i)
    if (const ArrayType& type = array_of(what, given[i]).type(); type != wanted[i])
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("the {} is {}, this plan is for {}", what, to_string(type), to_string(wanted[i])));
}

void check_apart(const DeviceArrays& inputs, const DeviceArrays& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t k = 0; k < inputs.size(); ++k)
      if (outputs[i].shares_memory(inputs[k])) throw Error(ErrorKind::invalid_argument, "an input cannot be an output");
    for (std::size_t k = 0; k < i; ++k)
      if (outputs[i].shares_memory(outputs[k]))
        throw Error(ErrorKind::invalid_argument, "one array cannot take two outputs");
  }
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
  check_types("input", inputs, problem_.inputs);
  check_types("output", outputs, problem_.outputs);
  const DeviceArrays from(inputs), to(outputs);
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
