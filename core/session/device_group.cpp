// A session for each device. Strips makes them work together.
#include <lenslet/device_group.hpp>

#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/device.hpp"
#include "session/merging.hpp"
#include "session/problem.hpp"
#include "session/run_in_strips.hpp"

namespace lenslet {
namespace {

std::vector<std::string> numbers(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(std::to_string(i));
  return names;
}

}  // namespace

std::vector<std::string> device_selectors(std::string_view list) {
  return ocl::device_selectors(list);
}

DeviceGroup::DeviceGroup(const SessionOptions& options) : devices_(device_selectors(options.device)) {
  for (const std::string& device : devices_) {
    SessionOptions one = options;
    one.device = device;
    sessions_.emplace_back(one);
  }
}

DeviceGroup::DeviceGroup(std::vector<Session> sessions)
    : sessions_(std::move(sessions)), devices_(numbers(sessions_.size())) {
  if (sessions_.empty())
    throw Error(ErrorKind::invalid_argument, "a group of no sessions; allowed are groups of one and more");
}

GroupPlan DeviceGroup::plan(const Call& call, PixelFormat input, const OpOptions& options) const {
  return plan(work_for_format(call, input, options));
}

GroupPlan DeviceGroup::plan(const Work& work) const {
  GroupPlan plan{{}, devices_};
  for (std::size_t i = 0; i < sessions_.size(); ++i) try {
      plan.plans.push_back(sessions_[i].plan(work));
    } catch (const Error& error) {
      if (sessions_.size() == 1) throw;
      throw Error(error.kind(), fmt::format("device {}, {}: {}", devices_[i], sessions_[i].device().name, error.what()),
                  error.detail());
    }
  return plan;
}

GroupResult DeviceGroup::run(const Call& call, const std::vector<Image>& inputs, const OpOptions& options,
                             const StripOptions& asked) const {
  StripOptions strip_options = asked;
  if (strip_options.memory == 0) strip_options.memory = options.memory;
  const std::vector<ImageView> images(inputs.begin(), inputs.end());
  const std::vector<ImageType> types = types_of(images);
  const Work work{call, {types.begin(), types.end()}, options};
  Strips strips(plan(merged_images(*this, work, images, strip_options)), images, strip_options);
  GroupResult whole{strips.join(), {}};
  whole.shares = strips.shares();
  return whole;
}

}  // namespace lenslet
