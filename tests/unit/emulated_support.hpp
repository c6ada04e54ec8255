// Runs kernels for what the device lacks, behind macros that stand for it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ocl/values.hpp"
#include "ocl_test_support.hpp"
#include "op/dimensions.hpp"
#include "op/op_computation.hpp"

namespace lenslet::op {

class EmulatedTest : public ocl::DeviceTest {
 protected:
  // What is wrong with the op's result for these inputs.
  std::optional<std::string> mismatch(const std::string& macros, const std::string& name, const std::string& words,
                                      const std::vector<Array>& inputs) const {
    const Build build = [&](const std::string& source, const std::string&) {
      ocl::BuildRequest request;
      request.source = macros + source;
      return ocl::build(queue(), request);
    };
    const Op& op = *find(name, ValueKind::array);
    const Instance problem = instance_of(op, {name}, types_of(inputs));
    const DimensionSchedule schedule = parse(words, op.space(problem, queue().device().info()));
    std::vector<DeviceValue> in;
    for (const Array& input : inputs) {
      const DeviceArray& array =
          std::get<DeviceArray>(in.emplace_back(DeviceArray(input.type(), queue().allocate(input.type().bytes()))));
      queue().write(array.buffer(), 0, input.bytes());
    }
    const DeviceArray out(problem.outputs[0], queue().allocate(16));
    OpComputation(held(op), problem, schedule, queue(), build).launch(in, std::vector<DeviceValue>{out}, {}).wait();
    Array result(problem.outputs[0]);
    queue().read(out.buffer(), 0, result.bytes());
    return op.mismatch(problem, inputs, std::vector{result});
  }
};

}  // namespace lenslet::op
