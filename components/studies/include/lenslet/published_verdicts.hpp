// What became of the studies' claims on the devices that docs/studies.md shows.
#pragma once

#include <string>
#include <vector>

#include <lenslet/study.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

struct PublishedVerdict {
  int claim = 0;       // its number
  std::string device;  // "NVIDIA H200, NVIDIA CUDA"
  std::string day;     // "2026-11-23"
  Verdict verdict = Verdict::untested;
};

// In the order of the claims' numbers.
std::vector<PublishedVerdict> published_verdicts();

}  // namespace lenslet
#pragma GCC visibility pop
