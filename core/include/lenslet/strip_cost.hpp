// What strips of an image will cost: their number, their shares among devices, and the bytes and time of each step.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/device_group.hpp>
#include <lenslet/strips.hpp>
#include <lenslet/work.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// The name in the tuning store for measured heights of strips.
inline constexpr std::string_view height_of_strips = "strips";

// One step, summed over all strips.
struct StripStep {
  std::uint64_t bytes = 0;
  double seconds = 0;
};

// What one device has to do. On a device with its own memory the steps overlap, and the longest of them decides. A
// device that uses the host's cores and memory does the steps one after the other, and their sum decides.
struct DeviceCost {
  std::string device;       // as GroupPlan::devices
  std::int64_t strips = 0;  // that the device gets: each strip goes to the device that would end it first

  // Of the device's strips, in the pass that makes results. `compute` counts the least bytes that kernels must move.
  StripStep upload = {}, compute = {}, download = {};
  bool overlaps = false;

  double seconds() const;          // of all the device's strips
  std::string_view bound() const;  // the longest step: "upload", "compute" or "download"
};

// A height of strips that was tried.
struct StripTrial {
  std::int64_t rows = 0;
  std::uint64_t bytes = 0;  // of the inputs and results of a strip
  double seconds = 0;       // for all strips, without the file, scaled up from some strips in the middle of the image
};

struct StripCost {
  std::int64_t strips = 0, rows = 0;  // strips, and rows of results in each but the last
  std::uint64_t memory = 0;           // bytes of all strips together, on the host and the devices
  int passes = 0;                     // before the one that makes results: see merging.hpp

  std::uint64_t read = 0;                // bytes that each pass reads of the inputs; their time depends on the source
  std::uint64_t written = 0;             // bytes of all results
  StripStep halo = {};                   // rows that two strips read: the host keeps and copies them
  std::vector<DeviceCost> devices = {};  // in the group's order
  std::vector<StripTrial> trials = {};   // the height was chosen among them; empty where there was no choice

  // The time of all strips, if the source takes `reading` seconds for all rows. Everything overlaps, so the longest
  // step decides. Where a device uses the host's cores and memory, the host's work and the devices' longest time add
  // up.
  double seconds(double reading = 0) const;
  std::string bound(double reading = 0) const;  // "file", "halo", or the last device and its longest step
};

// Estimates what strips cost without the whole image. Where StripOptions::rows is 0, a few strips of each of several
// heights are timed first, for up to a few seconds, and the fastest height is taken. It is stored: all later strips of
// such works on these devices take it, in other processes, too. Then one strip from the middle of the image is measured
// on each device. Its time stands for that of every strip. Throws as merged() and Strips do.
StripCost strip_cost(const DeviceGroup& group, const Work& work, const StripOptions& options = {});

}  // namespace lenslet
#pragma GCC visibility pop
