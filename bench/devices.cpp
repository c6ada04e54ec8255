// How much faster several devices are than one: strips of an image that is made as it is read and thrown away as it is
// computed, so that no file has a part in it.
//
//   devices 16384x16384 "gaussian ksize=9" pocl pocl/2          each list of devices, in turns
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include <lenslet/lenslet.hpp>

namespace lenslet {
namespace {

constexpr int turns = 5;

// Repeats rows of noise, which are made once: to copy rows is what reading a file costs at least.
class Noise {
 public:
  explicit Noise(std::int64_t width) : width_(static_cast<std::size_t>(width)), rows_(width_ * 64) {
    std::uint32_t state = 1;
    for (std::byte& each : rows_) each = static_cast<std::byte>((state = state * 1664525 + 1013904223) >> 24);
  }

  void copy(std::int64_t first, std::int64_t rows, std::byte* to) const {
    for (std::int64_t y = first; y < first + rows; ++y, to += width_)
      std::memcpy(to, rows_.data() + static_cast<std::size_t>(y % 64) * width_, width_);
  }

 private:
  std::size_t width_;
  std::vector<std::byte> rows_;
};

// A group with its plan, and how long it took at best.
struct Candidate {
  DeviceGroup group;
  GroupPlan plan;
  double seconds = 0;
  std::vector<DeviceShare> shares = {};

  void run(const ImageType& type, const Noise& noise) {
    const auto begin = std::chrono::steady_clock::now();
    Strips strips(plan, {type}, {[&](auto first, auto rows, auto* to) { noise.copy(first, rows, to); }});
    while (strips.next()) continue;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    seconds = seconds > 0 ? std::min(seconds, took.count()) : took.count();
    shares = strips.shares();
  }
};

void run(const std::vector<std::string>& words) {
  ImageType type{{PixelType::u8, 1}, {}};
  if (std::sscanf(words[0].c_str(), "%ldx%ld", &type.size.width, &type.size.height) != 2)
    throw Error(ErrorKind::invalid_argument, words[0] + " is no size; allowed: 16384x16384");
  const Noise noise(type.size.width);
  std::vector<Candidate> candidates;
  for (std::size_t i = 2; i < words.size(); ++i) {
    DeviceGroup group({.device = words[i]});
    GroupPlan plan = group.plan(Pipeline::parse(words[1]), type.format, {.size = type.size});
    candidates.push_back({std::move(group), std::move(plan)});
  }
  for (int turn = 0; turn < turns; ++turn)
    for (Candidate& each : candidates) each.run(type, noise);
  const double pixels = static_cast<double>(type.pixels());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& each = candidates[i];
    std::printf("%-16s %8.3f s %8.0f Mpx/s %6.2f times the first; strips:", words[i + 2].c_str(), each.seconds,
                pixels / each.seconds * 1e-6, candidates[0].seconds / each.seconds);
    for (const DeviceShare& share : each.shares) std::printf(" %ld", static_cast<long>(share.strips));
    std::printf("\n");
  }
}

}  // namespace
}  // namespace lenslet

int main(int argc, char** argv) try {
  if (argc < 4) {
    std::fprintf(stderr, "devices WIDTHxHEIGHT OP-OR-PIPELINE DEVICES...\n");
    return 2;
  }
  lenslet::run({argv + 1, argv + argc});
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
