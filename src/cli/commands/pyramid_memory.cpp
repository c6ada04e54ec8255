// A job goes through stages, and each frees what the next does not need: the need is that of the greediest.
#include "cli/commands/pyramid_memory.hpp"

#include <algorithm>

#include "cli/files/memory_need.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t level_alignment = 128;  // bytes, of rows on a device

// The plans that Pyramid::build makes, each of which keeps its scratch until all levels are there.
std::uint64_t blur_bytes(const FileWork& work, const PyramidOptions& options) {
  std::uint64_t bytes = 0;
  for (const double sigma : options.sigmas) {
    if (sigma == 0) continue;
    const Plan plan = work.session.plan({"gaussian", {{"sigma", sigma}}}, work.format, {.border = options.border});
    bytes += scratch_bytes(work.session, plan, work.source.header().size);
  }
  return bytes;
}

std::uint64_t level_bytes(const FileWork& work, const PyramidOptions& options) {
  if (!work.session.device().host_memory) return 0;
  const auto sample = static_cast<std::int64_t>(size_of(work.format.type));
  const PyramidLayout layout = pyramid_layout(work.source.header().size, work.format.channels, options.octaves,
                                              options.levels, level_alignment / sample);
  return static_cast<std::uint64_t>(layout.samples * sample);
}

}  // namespace

std::uint64_t pyramid_need(const FileWork& work, const PyramidOptions& options) {
  const Size size = work.source.header().size;
  const std::uint64_t levels = level_bytes(work, options),
                      base = device_bytes(work.session, ImageType{work.format, size});
  const bool objects = options.storage == Storage::image || options.storage == Storage::image_array;
  const std::uint64_t host = bytes_of(ImageType{work.format, size});
  const std::uint64_t build = host + levels + base + base / 4 + blur_bytes(work, options);
  const std::uint64_t convert = host + levels + (objects ? levels : 0);
  const std::uint64_t write = levels + host + write_image_bytes(work.output, size, work.format);
  return std::max({work.source.taking_bytes({work.format, size}), build, convert, write});
}

}  // namespace lenslet::cli
