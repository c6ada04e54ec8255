// What the host prepares for the device's decoding. It is one piece of memory, so that one transfer moves it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "jpeg/decode_graph.hpp"
#include "ocl/mapping.hpp"

#pragma GCC visibility push(default)
namespace lenslet::codec {

// Memory of the host from which transfers are fast. It only grows.
class InputMemory {
 public:
  explicit InputMemory(const ocl::Queue& queue) : queue_(queue) {}

  // Makes room for so many bytes, and keeps the first `kept` bytes.
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
  std::vector<QuantTable> quant = {};  // one for each component, where the host found others than the header
  std::vector<std::string> warnings = {};
  bool has_fill = false;  // see CodedData
};

// Fills in a call for a batch. Returns the images' layouts; their outputs lie one after the other. If no stretch needs
// to be split, Entropy::parts becomes Entropy::whole.
std::vector<LayoutImage> prepare(InputMemory& memory, std::span<DeviceFile> files, int scale, Entropy& entropy,
                                 const DeviceInfo& device, DecodeCall& call);

}  // namespace lenslet::codec
#pragma GCC visibility pop
