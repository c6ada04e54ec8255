// A program's code for storage outside: with facts that the driver does not keep, and a checksum, because drivers crash
// on damaged code.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/kernel_info.hpp>

#pragma GCC visibility push(default)
namespace lenslet::bundle {

struct Packed {
  std::string device;  // the device, with its driver, that the code is for
  std::vector<std::pair<std::string, std::vector<ArgumentInfo>>> kernels = {};
  std::vector<unsigned char> code = {};
};

std::vector<unsigned char> pack(const Packed& program);

// Throws build for bytes that are no such program, or a damaged one.
Packed unpack(std::span<const unsigned char> bytes);

}  // namespace lenslet::bundle
#pragma GCC visibility pop
