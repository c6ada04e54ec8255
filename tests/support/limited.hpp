// A session on a device that reports less than it can do.
#pragma once

#include <functional>
#include <memory>

#include <lenslet/device.hpp>
#include <lenslet/session.hpp>

#include "session/state.hpp"

namespace lenslet {

inline Session limited(const std::function<void(DeviceInfo&)>& limit) {
  Session session({.cache = false});
  DeviceInfo info = session.device();
  limit(info);
  const std::shared_ptr<Session::State> state = internal::Access::state(session);
  state->queue = ocl::Queue(state->queue.device().with(info));
  return session;
}

}  // namespace lenslet
