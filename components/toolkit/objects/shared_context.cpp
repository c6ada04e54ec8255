// Makes a session for each device, in one context.
#include <lenslet/shared_context.hpp>

#include <utility>

#include "ocl/device.hpp"
#include "session/state.hpp"
#include "toolkit/ocl/shared_context.hpp"

namespace lenslet {

std::vector<Session> sessions_in_one_context(const SharedContextOptions& options) {
  std::vector<ocl::Device> devices;
  for (const std::string& selector : ocl::device_selectors(options.session.device))
    devices.push_back(ocl::choose_device(selector));
  std::vector<Session> sessions;
  for (ocl::Queue& queue : ocl::queues_in_one_context(devices, options.session.timing, options.on_error))
    sessions.push_back(internal::Access::session(std::make_shared<Session::State>(options.session, std::move(queue))));
  return sessions;
}

std::vector<Session> sessions_in_one_context(std::string_view devices) {
  return sessions_in_one_context({.session = {.device = std::string(devices)}});
}

}  // namespace lenslet
