// What the copies of a gl::Context have together.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <lenslet/gl.hpp>

#include "gl/copy_shaders.hpp"
#include "ocl/queue.hpp"

namespace lenslet::gl {

struct ContextState {
  Session session;
  void* context;  // OpenGL's, as its window system knows it
  Sharing sharing = Sharing::copies;
  bool semaphores = false;
  std::string reason = {};
  std::string renderer = {};
  std::shared_ptr<const MemoryExporter> exporter = {};
  Traffic traffic = {};
  std::optional<TexelCopy> texel_copy = {};  // that is wanted
  CopyShaders shaders = {};
};

const ocl::Queue& queue_of(const ContextState& state);

// Throws invalid_argument where the OpenGL context of this state is not the one that is current in this thread.
void check_current(const ContextState& state);

}  // namespace lenslet::gl
