// Pictures with known histograms, and the kernels that count them, for the study histogram.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "study/experiment.hpp"

namespace lenslet::study::counting {

using Counts = std::vector<std::uint32_t>;

// Pixels of 32 bits; R, G and B are counted, with 256 bins each.
struct Picture {
  Size size;
  std::vector<std::uint32_t> pixels;
  ocl::Buffer buffer;
  Counts counts;

  std::size_t width() const { return static_cast<std::size_t>(size.width); }
  std::size_t height() const { return static_cast<std::size_t>(size.height); }
};

std::shared_ptr<const Picture> make_picture(const ocl::Queue& queue, Size size, bool equal);

constexpr std::size_t pixels_of_group = 65536;  // of Way::atomics, where groups can have 256 work-items

// How pixels are shared among groups and their items.
enum class Way { private_bins, atomics, chosen };

struct Line {
  const char* name;
  Way way;
  bool image;
};

// `whole`: with reading the sub-histograms back and merging them on the host.
Ready ready(const Experiment& experiment, const Line& line, const std::shared_ptr<const Picture>& picture, bool whole);

}  // namespace lenslet::study::counting
