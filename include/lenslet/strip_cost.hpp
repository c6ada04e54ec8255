// What strips of an image will cost: how many there are, how many bytes each step moves, and how long that takes here.
#pragma once

#include <cstdint>
#include <string_view>

#include <lenslet/strips.hpp>
#include <lenslet/work.hpp>

namespace lenslet {

// A step of all strips together.
struct StripStep {
  std::uint64_t bytes = 0;
  double seconds = 0;
};

struct StripCost {
  std::int64_t strips = 0, rows = 0;  // how many, and of how many rows of results all but the last
  std::uint64_t memory = 0;           // bytes that they take on host and device
  int passes = 0;                     // that go before the one that makes results: see merging.hpp

  std::uint64_t read = 0;     // bytes of the inputs' rows that each pass reads; what that takes is the source's affair
  std::uint64_t written = 0;  // bytes of all results
  StripStep halo;             // rows that two strips read, which the host keeps and copies
  StripStep upload, compute, download;  // of the pass that makes results; computing counts the least bytes

  // On a device with memory of its own the steps overlap: the longest. On one that computes with the host's cores and
  // memory they share these: the sum.
  bool overlaps = false;
  double seconds() const;
  std::string_view bound() const;  // the longest step: "halo", "upload", "compute" or "download"
};

// Measures one strip from the middle of the image, which takes about as long as a few such strips do, and multiplies.
// The whole image is not needed. Throws as merged() and Strips do.
StripCost strip_cost(const Session& session, const Work& work, const StripOptions& options = {});

}  // namespace lenslet
