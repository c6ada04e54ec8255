#include "session/own_memory.hpp"

#include "ocl/foreign.hpp"
#include "session/state.hpp"

namespace lenslet {

bool share_context(const ocl::Queue& queue, const DeviceImage& image) {
  return image.in_buffer() ? ocl::share_context(queue, image.buffer()) : ocl::share_context(queue, image.object());
}

void check_own(const Session& session, const DeviceImage& image, std::string_view what) {
  if (!share_context(state_of(session).queue, image)) ocl::refuse_memory(what, "the session");
}

void check_own(const Session& session, const DeviceArray& array, std::string_view what) {
  if (!ocl::share_context(state_of(session).queue, array.buffer())) ocl::refuse_memory(what, "the session");
}

}  // namespace lenslet
