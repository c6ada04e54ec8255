// The 15 tips of a book on OpenCL (2013) as numbers of a device, and what they mean for a kernel.
#pragma once

#include <lenslet/kernel_info.hpp>
#include <lenslet/session.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tool/commands/kernel_text.hpp"

namespace lenslet::cli {

struct Tip {
  int number;
  const char* says;
  const char* study;        // that tries it
  std::vector<int> claims;  // by which it is judged
};

std::span<const Tip> tips();

// What transfers and launches cost, measured once.
struct Costs {
  double to_device, to_host;  // bytes per second
  double copy;                // the same of the device's own copy
  double least_ms;            // of a transfer of four bytes
};

Costs measure_costs(const Session& session);

// The numbers of the device that a tip is about.
std::string numbers_for(const Tip& tip, const DeviceInfo& device, const Costs& costs);

// A kernel, how it is meant to be launched, and its text.
struct AdvisedKernel {
  KernelInfo info;
  std::vector<std::size_t> group = {}, range = {};  // work-items along each dimension; empty: not said
  std::uint64_t local_arguments = 0;                // bytes of __local arguments, as far as said
  KernelText text;
};

// What a tip means for the kernel: each a sentence. Empty: nothing.
std::vector<std::string> advice_for(const Tip& tip, const AdvisedKernel& kernel, const DeviceInfo& device);

}  // namespace lenslet::cli
