// What the copies of a gl::Context share.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <lenslet/gl.hpp>

#include "gl/cl_objects.hpp"
#include "gl/copy_shaders.hpp"
#include "ocl/queue.hpp"

namespace lenslet::gl {

struct ContextState {
  Session session;
  ocl::GlContext context;
  Sharing sharing = Sharing::copies;
  bool semaphores = false;
  Waits waits = Waits::host;
  std::string reason = {};
  std::string renderer = {};
  std::shared_ptr<const MemoryExporter> exporter = {};
  Traffic traffic = {};
  std::optional<TexelCopy> texel_copy = {};  // the one that the caller wants
  CopyShaders shaders = {};
};

const ocl::Queue& queue_of(const ContextState& state);

// Throws invalid_argument if the state's OpenGL context is not current in this thread.
void check_current(const ContextState& state);

}  // namespace lenslet::gl
