// The values of one call in memory of the host. Where the device uses the host's memory, kernels read and write images
// where they lie; other values are copied.
#pragma once

#include <optional>
#include <vector>

#include <lenslet/host_views.hpp>
#include <lenslet/session.hpp>

namespace lenslet {

class HostCall {
 public:
  // Uploads what has to be copied. With `targets` the results go there, else into new values. The views must live until
  // the object ends, and so must the session.
  HostCall(const Session& session, const Plan& plan, const HostViews& inputs, const HostTargets* targets);
  HostCall(const HostCall&) = delete;
  HostCall& operator=(const HostCall&) = delete;

  // Runs a plan and waits for it. It may run again, with a plan of more room.
  DeviceResults run(const Plan& plan, Timing& timing);

  // Puts what run() made last into the targets, or into the result.
  void download(const DeviceResults& outputs, Result& result);

 private:
  // A result that kernels write where it lies.
  struct InPlace {
    std::optional<Image> made;  // without targets
    DeviceImage image;
  };

  std::optional<InPlace> place_for(const Plan& plan, std::size_t output) const;
  std::vector<DeviceValue> make_outputs(const Plan& plan);
  void wait_for(const Launch& launch) const;

  const Session& session_;
  const HostTargets* targets_;
  std::vector<DeviceValue> inputs_;
  std::vector<std::optional<InPlace>> in_place_;  // of the last run, one for each output
};

}  // namespace lenslet
