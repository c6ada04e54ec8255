// Sessions in another module's context, and values in its buffers.
#include "python/interop.hpp"

#include <fmt/format.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <lenslet/opencl.hpp>

#include "python/device_values.hpp"
#include "python/errors.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lenslet::python {

namespace {

using Number = std::uintptr_t;

template <class Handle>
Handle handle_of(Number number) {
  return reinterpret_cast<Handle>(number);  // NOLINT(performance-no-int-to-ptr): that is what pyopencl gives
}

template <class Handle>
Number number_of(Handle handle) {
  return reinterpret_cast<Number>(handle);
}

nb::dict handles(const PySession& session) {
  const opencl::SessionHandles all = opencl::handles_of(session.use()->session);
  nb::dict result;
  result["context"] = number_of(all.context);
  result["device"] = number_of(all.device);
  result["queue"] = number_of(all.queue);
  return result;
}

// The image whose rows lie in a buffer: axes 'yx', or 'yxc' where the shape has three sides.
PyImage image_of(const PySession& session, Number buffer, const std::vector<std::int64_t>& shape, nb::handle dtype,
                 std::int64_t offset, std::int64_t row_stride) {
  if (shape.size() != 2 && shape.size() != 3)
    throw value_error(
        fmt::format("shape is {}, allowed: (rows, columns) or (rows, columns, channels)", shape_text(shape)));
  const PixelFormat format{sample_type_of_python(dtype), shape.size() == 3 ? static_cast<int>(shape[2]) : 1, false};
  const SessionPtr& state = session.use();
  const DeviceImage image = opencl::image(state->session, handle_of<cl_mem>(buffer), {format, {shape[1], shape[0]}},
                                          {.offset = offset, .stride = row_stride});
  return {state, image, shape.size() == 3 ? "yxc" : "yx"};
}

PyArray array_of(const PySession& session, Number buffer, const std::vector<std::int64_t>& shape, nb::handle dtype,
                 std::uint64_t offset) {
  const SessionPtr& state = session.use();
  return {state,
          opencl::array(state->session, handle_of<cl_mem>(buffer), {sample_type_of_python(dtype), shape}, offset)};
}

}  // namespace

Session session_of(const Handles& handles) {
  return opencl::session(handle_of<cl_context>(handles.context), handle_of<cl_device_id>(handles.device),
                         handle_of<cl_command_queue>(handles.queue));
}

std::uintptr_t memory_of(const PyImage& image) {
  return number_of(opencl::memory_of(image.image()).memory);
}

std::pair<std::int64_t, std::int64_t> layout_of(const PyImage& image) {
  const ImageLayout layout = opencl::memory_of(image.image()).layout;
  return {layout.offset, layout.stride};
}

std::uintptr_t memory_of(const PyArray& array) {
  return number_of(opencl::memory_of(array.array()));
}

void bind_interop(nb::module_& module) {
  module.def("handles_of", handles, nb::sig("def handles_of(session: Session) -> dict[str, int]"));
  module.def("image_of", image_of);
  module.def("array_of", array_of);
}

}  // namespace lenslet::python
