// What the host prepares for the device's decoding: everything in one piece of memory, so that one transfer moves it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "jpeg/decode_graph.hpp"
#include "ocl/mapping.hpp"

namespace lenslet::codec {

// Memory of the host from which transfers are fast. It grows and is kept.
class InputMemory {
 public:
  explicit InputMemory(const ocl::Queue& queue) : queue_(queue) {}

  // Makes room for so many bytes, and keeps the first `kept` ones.
  std::span<std::byte> fit(std::uint64_t bytes, std::uint64_t kept = 0);

 private:
  const ocl::Queue& queue_;
  std::optional<ocl::Buffer> buffer_;
  std::optional<ocl::Mapping> mapping_;
};

// A file that the device decodes.
struct DeviceFile {
  std::span<const std::byte> bytes;
  Header header;
  Frame frame;
  std::vector<QuantTable> quant = {};  // of each component, where the host found other ones
  std::vector<std::string> warnings = {};
  bool has_fill = false;  // of its coded data, see CodedData
};

// Fills in a call for a batch. Returns the images' layouts, whose outputs lie one behind the other. Stretches that need
// not be split make Entropy::whole of Entropy::parts.
std::vector<LayoutImage> prepare(InputMemory& memory, std::span<DeviceFile> files, int scale, Entropy& entropy,
                                 const DeviceInfo& device, DecodeCall& call);

}  // namespace lenslet::codec
