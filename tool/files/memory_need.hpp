// How much memory a job takes at its peak, beside the program's and the driver's own.
#pragma once

#include <cstdint>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>
#include <string>
#include <vector>

#include "tool/files/value_file.hpp"

namespace lenslet::cli {

// Adds sizes. The largest number stands for all larger ones: files may claim such sizes.
std::uint64_t plus(std::uint64_t a, std::uint64_t b);
std::uint64_t twice(std::uint64_t a);

// The host memory that a value takes on a device. An image takes some, with the gaps between rows, if the device shares
// the host's memory. An array takes some on every device.
std::uint64_t device_bytes(const Session& session, const ValueType& type);
std::uint64_t scratch_bytes(const Session& session, const Plan& plan, Size size);

struct RunWork {
  const Session& session;
  const std::vector<ValueFile>& inputs;
  const std::vector<ValueType>& input_types;  // the types as which inputs are taken
  const std::vector<ValueType>& uploaded;     // the part of them that the device gets
  const std::vector<ValueType>& outputs;
  const std::vector<std::string>& files = {};  // for the first outputs
  std::uint64_t scratch = 0;                   // that the plan keeps
  bool keeps_inputs = false;                   // on the device, until the results are downloaded
  bool keeps_host_inputs = false;              // until the results are written
};

std::uint64_t run_need(const RunWork& work);

}  // namespace lenslet::cli
