// Moves arrays, and values of any kind, between the host and the device.
#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>

#include "image/layout.hpp"
#include "session/memory.hpp"
#include "session/plan.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

// Empty arrays have memory, too, because kernels take no null.
constexpr std::uint64_t min_bytes = 16;

void check_buffer(const DeviceInfo& device, const ArrayType& type) {
  if (type.bytes() > device.max_allocation)
    throw Error(ErrorKind::unsupported, fmt::format("an array of {} has {} bytes, {} allows {} in one buffer",
                                                    to_string(type), type.bytes(), device.name, device.max_allocation));
}

}  // namespace

void check_arrays(const DeviceInfo& device, const op::Problem& problem) {
  for (const auto& types : {problem.inputs(), problem.outputs()})
    for (const ValueType& type : types)
      if (const auto* array = std::get_if<ArrayType>(&type)) check_buffer(device, *array);
}

// Also checks the sum: values that each fit a buffer may together be too much.
void check_device_memory(const DeviceInfo& device, const op::Problem& problem) {
  check_arrays(device, problem);
  const Work& work = problem.work();
  std::uint64_t bytes = 0;
  for (const auto& types : {problem.inputs(), problem.outputs()})
    for (const ValueType& type : types) bytes += bytes_of(type);
  if (bytes > device.global_memory)
    throw Error(ErrorKind::unsupported,
                fmt::format("{} of {} needs {} bytes with its results, {} has {}", system::shown_name(work.call.op),
                            to_string(work.inputs.front()), bytes, device.name, device.global_memory));
}

void check_device_memory(const Session& session, const Work& work) {
  check_device_memory(session.device(), *make_problem(work));
}

DeviceArray Session::allocate(const ArrayType& type) const {
  check(type);
  check_buffer(device(), type);
  return {type, state_->queue.allocate(std::max(type.bytes(), min_bytes))};
}

DeviceArray Session::upload(const Array& array) const {
  DeviceArray result = allocate(array.type());
  if (array.count() > 0) state_->queue.write(result.buffer(), 0, array.bytes());
  return result;
}

Array Session::download(const DeviceArray& array) const {
  check_own(*this, array);
  Array result(array.type());
  if (array.count() > 0) state_->queue.read(array.buffer(), 0, result.bytes());
  return result;
}

DeviceValue allocate_value(const Session& session, const ValueType& type) {
  if (const auto* array = std::get_if<ArrayType>(&type)) return session.allocate(*array);
  const auto& image = std::get<ImageType>(type);
  return session.allocate(image.size, image.format, Storage::buffer, image.layers);
}

DeviceValue upload_value(const Session& session, const HostValue& value) {
  return std::visit([&](const auto& known) -> DeviceValue { return session.upload(known); }, value);
}

HostValue download_value(const Session& session, const DeviceValue& value) {
  return std::visit([&](const auto& known) -> HostValue { return session.download(known); }, value);
}

}  // namespace lenslet
