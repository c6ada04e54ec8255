// Plans that serve many jobs, and values on their way through one.
#pragma once

#include <lenslet/session.hpp>
#include <optional>
#include <vector>

namespace lenslet::cli {

// Whether the plan for `work` serves `other`, which has the same options. One of images does for images of about the
// same size, if it makes images of its inputs'.
bool serves(const Plan& plan, const Work& work, const Work& other);

// Uploads to where the plan reads it without a copy, of an image no more than the region reads; and downloads.
DeviceValue upload(const Session& session, const Plan& plan, const HostValue& value, const std::optional<Rect>& region);
HostValue download(const Session& session, const DeviceValue& value);

// Takes the fastest of up to 5 launches within half a second.
Timing fastest(const Plan& plan, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
               const std::optional<Rect>& region);

}  // namespace lenslet::cli
