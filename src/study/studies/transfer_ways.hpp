// The ways of bytes between host and device that the study `transfer` compares. Each has a place in host memory where
// its data begins and ends, so that all deliver the same.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ocl/queue.hpp"

namespace lenslet::study {

class TransferWay {
 public:
  virtual ~TransferWay() = default;

  virtual std::span<std::byte> host() = 0;
  virtual const ocl::Buffer& buffer() const = 0;
  virtual void put() = 0;  // host() to the device, and waits
  virtual void get() = 0;  // back
};

struct TransferWayMaker {
  std::array<std::string, 3> names;  // there, back, and both with a kernel between
  std::string how;
  std::function<std::unique_ptr<TransferWay>(const ocl::Queue&, std::size_t bytes)> make;
};

const std::vector<TransferWayMaker>& transfer_ways();

// Their places in the list.
inline constexpr std::size_t by_commands = 0, by_mapping = 2, by_mapping_alloc = 3, by_mapping_use = 4;

}  // namespace lenslet::study
