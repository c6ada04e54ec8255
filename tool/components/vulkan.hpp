// The component lenslet::vulkan, as the tool uses it.
#pragma once

#include <lenslet/external_memory.hpp>
#include <lenslet/session.hpp>
#include <memory>

#include "tool/components/component.hpp"

namespace lenslet::cli {

// Returns an exporter of Vulkan's memory for the session's device; null if this machine has none.
using MakeExporter = std::shared_ptr<const MemoryExporter>(const Session& session);

inline constinit Component<MakeExporter> vulkan_memory{
    {"lenslet::vulkan", "memory that OpenCL and OpenGL share", "LENSLET_VULKAN", "Vulkan's loader (libvulkan-dev)"}};

}  // namespace lenslet::cli
