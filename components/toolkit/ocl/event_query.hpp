// Asks an event about its command, and calls when it ends.
#pragma once

#include <cstdint>
#include <functional>

#include <lenslet/event_info.hpp>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

CommandType command_type_of(const Event& event);
std::uint32_t references_of(const Event& event);

// See lenslet::when_ended().
void when_ended(const Event& event, std::function<void(bool failed)> call);

}  // namespace lenslet::ocl
