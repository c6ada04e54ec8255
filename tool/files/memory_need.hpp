// How much memory a job takes at its peak, beside what the program and the driver take for themselves.
#pragma once

#include <cstdint>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>
#include <string>
#include <vector>

#include "tool/files/value_file.hpp"

namespace lenslet::cli {

// The largest number stands for any that is larger: files may claim such sizes.
std::uint64_t plus(std::uint64_t a, std::uint64_t b);
std::uint64_t twice(std::uint64_t a);

// Counts host memory that a value takes on a device: an image where the device shares it, with the gaps between rows,
// an array on every device.
std::uint64_t device_bytes(const Session& session, const ValueType& type);
std::uint64_t scratch_bytes(const Session& session, const Plan& plan, Size size);

struct RunWork {
  const Session& session;
  const std::vector<ValueFile>& inputs;
  const std::vector<ValueType>& input_types;  // that the inputs are taken as
  const std::vector<ValueType>& uploaded;     // what of them the device gets
  const std::vector<ValueType>& outputs;
  const std::vector<std::string>& files = {};  // of the first outputs
  std::uint64_t scratch = 0;                   // what the plan keeps
  bool keeps_inputs = false;                   // on the device, until the results are downloaded
  bool keeps_host_inputs = false;              // until the results are written
};

std::uint64_t run_need(const RunWork& work);

}  // namespace lenslet::cli
