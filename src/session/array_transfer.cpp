// Arrays between the host and the device.
#include <fmt/format.h>

#include <lenslet/array_op.hpp>
#include <lenslet/error.hpp>

#include "session/array_plan.hpp"
#include "session/state.hpp"

namespace lenslet {

namespace {

// Empty arrays have memory too: kernels take no null.
constexpr std::uint64_t least_bytes = 16;

void check_buffer(const Session& session, const ArrayType& type) {
  const std::uint64_t most = session.device().max_allocation;
  if (type.bytes() > most)
    throw Error(ErrorKind::unsupported, fmt::format("an array of {} has {} bytes, {} allows {} in one buffer",
                                                    to_string(type), type.bytes(), session.device().name, most));
}

}  // namespace

DeviceArray::DeviceArray(ArrayType type, ocl::Buffer buffer)
    : type_(std::move(type)), buffer_(std::make_shared<const ocl::Buffer>(std::move(buffer))) {}

void check_device_memory(const Session& session, const array::Problem& problem) {
  for (const auto* types : {&problem.inputs, &problem.outputs})
    for (const ArrayType& type : *types) check_buffer(session, type);
}

void check_device_memory(const Session& session, const Call& call, const std::vector<ArrayType>& inputs) {
  check_device_memory(session, array::problem_of(array::find(call.op), call, inputs));
}

DeviceArray allocate(const Session& session, const ArrayType& type) {
  check(type);
  check_buffer(session, type);
  return {type, session.state()->queue.allocate(std::max(type.bytes(), least_bytes))};
}

DeviceArray upload(const Session& session, const Array& array) {
  DeviceArray result = allocate(session, array.type());
  if (array.count() > 0) session.state()->queue.write(result.buffer(), 0, array.bytes());
  return result;
}

Array download(const Session& session, const DeviceArray& array) {
  Array result(array.type());
  if (array.count() > 0) session.state()->queue.read(array.buffer(), 0, result.bytes());
  return result;
}

}  // namespace lenslet
