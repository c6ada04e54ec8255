// Memory that is too long by a guard.
#include <algorithm>

#include "session/array_plan.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

constexpr std::size_t guard_bytes = 256;
constexpr std::byte poison{0xA5};

DeviceArray guarded(const ocl::Queue& queue, const ArrayType& type) {
  const std::vector<std::byte> bytes(type.bytes() + guard_bytes, poison);
  const ocl::Buffer buffer = queue.allocate(bytes.size());
  queue.write(buffer, 0, bytes);
  return {type, buffer};
}

bool guard_is_whole(const ocl::Queue& queue, const DeviceArray& array) {
  std::vector<std::byte> guard(guard_bytes);
  queue.read(array.buffer(), array.type().bytes(), guard);
  return std::ranges::all_of(guard, [](std::byte byte) { return byte == poison; });
}

}  // namespace

GuardedResult run_guarded(const Session& session, const ArrayPlan& plan, const std::vector<DeviceArray>& inputs) {
  const ocl::Queue& queue = session.state()->queue;
  std::vector<DeviceArray> outputs;
  for (const ArrayType& type : plan.outputs()) outputs.push_back(guarded(queue, type));
  plan.run_into(inputs, outputs);
  GuardedResult result;
  for (const DeviceArray& output : outputs) {
    if (!guard_is_whole(queue, output)) result.damage = "it wrote behind the end of an output";
    result.outputs.push_back(download(session, output));
  }
  return result;
}

}  // namespace lenslet
