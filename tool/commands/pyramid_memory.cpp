// A job goes through stages, and each frees what the next does not need: the need is that of the greediest.
#include "tool/commands/pyramid_memory.hpp"

#include <algorithm>

#include "tool/files/memory_need.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t level_alignment = 128;  // bytes, of rows on a device

// The plans that Pyramid::build makes, each of which keeps its scratch until all levels are there.
std::uint64_t blur_bytes(const Session& session, const ImageType& image, const PyramidOptions& options) {
  std::uint64_t bytes = 0;
  for (const double sigma : options.sigmas) {
    if (sigma == 0) continue;
    const Plan plan = session.plan({"gaussian", {{"sigma", sigma}}}, image.format, {.border = options.border});
    bytes += scratch_bytes(session, plan, image.size);
  }
  return bytes;
}

std::uint64_t level_bytes(const Session& session, const ImageType& image, const PyramidOptions& options) {
  if (!session.device().host_memory) return 0;
  const auto sample = static_cast<std::int64_t>(size_of(image.format.type));
  const PyramidLayout layout =
      pyramid_layout(image.size, image.format.channels, options.octaves, options.levels, level_alignment / sample);
  return static_cast<std::uint64_t>(layout.samples * sample);
}

}  // namespace

std::uint64_t pyramid_need(const Session& session, const ImageType& image, const PyramidOptions& options,
                           const std::filesystem::path& output) {
  const std::uint64_t host = bytes_of(image), base = device_bytes(session, image),
                      levels = level_bytes(session, image, options);
  const bool objects = options.storage == Storage::image || options.storage == Storage::image_array;
  const std::uint64_t build = host + levels + base + base / 4 + base / 16 + blur_bytes(session, image, options);
  const std::uint64_t convert = host + levels + (objects ? levels : 0);
  const std::uint64_t write = levels + host + (output.empty() ? 0 : writing_bytes(output, image));
  return std::max({build, convert, write});
}

}  // namespace lenslet::cli
