// Sessions and values from a caller's OpenCL handles. core/ocl/foreign.cpp checks the handles.
#include <lenslet/opencl.hpp>

#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/layers.hpp"
#include "image/layout.hpp"
#include "ocl/foreign.hpp"
#include "ocl/order.hpp"
#include "session/state.hpp"

namespace lenslet::opencl {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

}  // namespace

Session session(cl_context context, cl_device_id device, cl_command_queue queue, const SessionOptions& options) {
  if (!options.device.empty())
    refuse(
        fmt::format("SessionOptions::device is '{}' beside a device of the caller's; allowed: none", options.device));
  return internal::Access::session(
      std::make_shared<Session::State>(options, ocl::adopt(context, device, queue, options.timing)));
}

SessionHandles handles_of(const Session& session) {
  const ocl::QueueHandles handles = ocl::handles_of(state_of(session).queue);
  return {handles.context, handles.device, handles.queue};
}

DeviceImage image(const Session& session, cl_mem memory, const ImageType& type, const ImageLayout& layout) {
  const ocl::Buffer buffer = ocl::adopt(state_of(session).queue, memory);
  const ImageLayout checked = checked_layout(type, layout);
  if (!end_within(buffer.bytes(), type, checked))
    refuse(fmt::format("{} with rows {} bytes apart from byte {} on, in a buffer of {} bytes; allowed: what ends in it",
                       to_string(type), checked.stride, checked.offset, buffer.bytes()));
  return image_at(buffer, type, checked);
}

DeviceArray array(const Session& session, cl_mem memory, const ArrayType& type, std::uint64_t offset) {
  const ocl::Queue& queue = state_of(session).queue;
  const ocl::Buffer buffer = ocl::adopt(queue, memory);
  check(type);
  if (type.bytes() == 0) return {type, buffer};
  if (offset > buffer.bytes() || type.bytes() > buffer.bytes() - offset)
    refuse(fmt::format("{} of {} bytes from byte {} on, in a buffer of {} bytes; allowed: what ends in it",
                       to_string(type), type.bytes(), offset, buffer.bytes()));
  return {type, ocl::part_of(queue, buffer, offset, type.bytes())};
}

ImageMemory memory_of(const DeviceImage& image) {
  if (!image.in_buffer()) {
    if (!has_whole_object(image))
      refuse(fmt::format("{} of an object's {} layers; allowed: all", image.layers(), image.object().texels().layers));
    return {ocl::handle_of(image.object()), {}};
  }
  return {ocl::handle_of(image.buffer()), layout_of(image)};
}

cl_mem memory_of(const DeviceArray& array) {
  return ocl::handle_of(array.buffer());
}

Event event(const Session& session, cl_event event) {
  return Event(std::make_shared<const ocl::Event>(ocl::adopt(state_of(session).queue, event)));
}

cl_event handle_of(const Session& session, const Event& event) {
  if (event.handle() != nullptr) return event.handle()->share().release();
  const ocl::Queue& queue = state_of(session).queue;
  cl_event marker = ocl::marker(queue).release();
  queue.flush();
  return marker;
}

}  // namespace lenslet::opencl
