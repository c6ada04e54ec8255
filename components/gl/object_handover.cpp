// Three ways to keep the order: the host waits, the driver does by itself, or each device waits for the other's fence.
#include "gl/object_handover.hpp"

#include <lenslet/error.hpp>

#include "gl/cl_objects.hpp"
#include "gl/current.hpp"

namespace lenslet::gl {

ObjectHandover::~ObjectHandover() {
  const auto current = current_context();
  if (!acquired_ || !current || current->context != state_.context.context) return;
  try {
    ocl::release_to_gl(queue_of(state_), object_).wait();
  } catch (...) {  // the device has failed, or memory is short: nobody can be told
  }
}

void ObjectHandover::to_session() {
  const ocl::Queue& queue = queue_of(state_);
  if (state_.waits == Waits::fences) {
    drawn_ = Fence::put();
    ocl::acquire_from_gl(queue, object_, drawn_.sync());
  } else {
    if (state_.waits == Waits::host) wait_for_opengl();
    ocl::acquire_from_gl(queue, object_);
  }
  acquired_ = true;
}

void ObjectHandover::to_opengl() {
  if (!acquired_) return;
  const ocl::Queue& queue = queue_of(state_);
  const ocl::Event released = ocl::release_to_gl(queue, object_);
  acquired_ = false;
  if (state_.waits == Waits::implicit) return;
  if (state_.waits == Waits::fences && has_fences_of_events() && hold_opengl(released)) return;
  released.wait();
}

// Returns false where the driver makes no fence. The object is released by then, so only waiting keeps the order.
bool ObjectHandover::hold_opengl(const ocl::Event& released) {
  try {
    computed_ = Fence::of_event(ocl::context_of(queue_of(state_)), released.handle());
    computed_.hold_opengl();
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace lenslet::gl
