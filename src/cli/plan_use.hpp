// Plans that serve many jobs, and values on their way through one.
#pragma once

#include <cstdint>
#include <lenslet/session.hpp>
#include <vector>

namespace lenslet::cli {

const ImageType* image_of(const ValueType& type);  // null for an array

// Whether the plan for `work` serves `other`, which has the same options. One of images does for images of about the
// same size, if it makes images of its inputs'.
bool serves(const Plan& plan, const Work& work, const Work& other);

// What the plan makes of the work's inputs, which may be images of another size than it was made for; and keeps.
std::vector<ValueType> outputs_of(const Plan& plan, const Work& work);
std::uint64_t scratch_of(const Session& session, const Plan& plan, const Work& work);

// To where the plan reads it without a copy, and back.
DeviceValue upload(const Session& session, const Plan& plan, const HostValue& value);
HostValue download(const Session& session, const DeviceValue& value);

// Of up to 5 launches within half a second.
Timing fastest(const Plan& plan, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs);

}  // namespace lenslet::cli
