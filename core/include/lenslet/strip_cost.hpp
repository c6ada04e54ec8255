// What strips of an image will cost: how many there are, which device gets how many, how many bytes each step moves,
// and how long that takes here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/device_group.hpp>
#include <lenslet/strips.hpp>
#include <lenslet/work.hpp>

namespace lenslet {

// As the tuning store calls what heights are measured for.
inline constexpr std::string_view height_of_strips = "strips";

// A step of all strips together.
struct StripStep {
  std::uint64_t bytes = 0;
  double seconds = 0;
};

// What one of the devices has to do. Its steps overlap where it has memory of its own, and the longest is what a strip
// takes; a device that computes with the host's cores and memory shares these among its steps, and it is their sum.
struct DeviceCost {
  std::string device;       // as GroupPlan::devices
  std::int64_t strips = 0;  // that it gets: each goes to the device that will have it first
  StripStep upload = {}, compute = {},
            download = {};  // of these, in the pass that makes results; computing counts the least bytes
  bool overlaps = false;

  double seconds() const;
  std::string_view bound() const;  // the longest step: "upload", "compute" or "download"
};

// A height of strips that was tried.
struct StripTrial {
  std::int64_t rows = 0;
  std::uint64_t bytes = 0;  // of the inputs and results of a strip
  double seconds = 0;       // that all strips take but for the file, from some in the middle of the image
};

struct StripCost {
  std::int64_t strips = 0, rows = 0;  // how many, and of how many rows of results all but the last
  std::uint64_t memory = 0;           // bytes that they take on host and devices
  int passes = 0;                     // that go before the one that makes results: see merging.hpp

  std::uint64_t read = 0;     // bytes of the inputs' rows that each pass reads; what that takes is the source's affair
  std::uint64_t written = 0;  // bytes of all results
  StripStep halo = {};        // rows that two strips read, which the host keeps and copies
  std::vector<DeviceCost> devices = {};  // in the group's order
  std::vector<StripTrial> trials = {};   // which the height was chosen from; none where there was no choice

  // With a source that takes so long for all rows: what takes longest, as it all overlaps; where a device shares the
  // host's cores and memory, the sum of what the host does and the devices' longest time.
  double seconds(double reading = 0) const;
  std::string bound(double reading = 0) const;  // "file", "halo", or the device that ends last and its longest step
};

// Where StripOptions::rows gives no height, some strips of each of several heights pass through the devices, up to a
// few seconds, and the fastest is taken: by this call, and from then on by all strips of such works on these devices,
// in other processes, too. Then one strip from the middle of the image is measured on each device, which takes about as
// long as a few such strips do, and multiplied. The whole image is not needed. Throws as merged() and Strips do.
StripCost strip_cost(const DeviceGroup& group, const Work& work, const StripOptions& options = {});

}  // namespace lenslet
