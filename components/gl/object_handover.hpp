// Hands an object of OpenGL's over to a session and back (cl_khr_gl_sharing), and waits as the context says.
#pragma once

#include "gl/api.hpp"
#include "gl/context_state.hpp"

struct _cl_mem;

namespace lenslet::gl {

class ObjectHandover {
 public:
  ObjectHandover(ContextState& state, _cl_mem* object) : state_(state), object_(object) {}
  ObjectHandover(const ObjectHandover&) = delete;
  ObjectHandover& operator=(const ObjectHandover&) = delete;
  ~ObjectHandover();  // releases what is acquired, as OpenGL could not use it ever after

  void to_session();
  void to_opengl();  // does nothing if an earlier call released the object and then failed

 private:
  bool hold_opengl(const ocl::Event& released);

  ContextState& state_;
  _cl_mem* object_;
  bool acquired_ = false;
  Fence drawn_, computed_;  // the devices wait for them, so each stays until the next one
};

}  // namespace lenslet::gl
