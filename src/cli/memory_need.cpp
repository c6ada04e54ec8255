// A job goes through stages, and each frees what the next does not need: the need is that of the greediest.
#include "memory_need.hpp"

#include <algorithm>

namespace lenslet::cli {
namespace {

std::uint64_t host_bytes(Size size, PixelFormat format) {
  return static_cast<std::uint64_t>(size.width * size.height) * format.bytes();
}

// Rows on a device begin at multiples of this; a device with memory of its own takes none of the host's.
constexpr std::int64_t row_alignment = 128;

std::uint64_t device_bytes(const Session& session, Size size, PixelFormat format) {
  if (!session.device().host_memory) return 0;
  const auto row = size.width * static_cast<std::int64_t>(format.bytes());
  return static_cast<std::uint64_t>((row + row_alignment - 1) / row_alignment * row_alignment * size.height);
}

std::uint64_t scratch_bytes(const Session& session, const Plan& plan, Size size) {
  return session.device().host_memory ? plan.scratch_bytes(size) : 0;
}

std::uint64_t reading_need(const FileWork& work) {
  const Size size = work.header.size;
  const bool converts = work.header.format.type != work.format.type;
  const std::uint64_t both = host_bytes(size, work.header.format) + host_bytes(size, work.format);
  return std::max(work.header.memory_bytes, converts ? both : 0);
}

// The plans that Pyramid::build makes, each of which keeps its scratch until all levels are there.
std::uint64_t blur_bytes(const FileWork& work, const PyramidOptions& options) {
  std::uint64_t bytes = 0;
  for (const double sigma : options.sigmas) {
    if (sigma == 0) continue;
    const Plan plan = work.session.plan({"gaussian", {{"sigma", sigma}}}, work.format, {.border = options.border});
    bytes += scratch_bytes(work.session, plan, work.header.size);
  }
  return bytes;
}

std::uint64_t level_bytes(const FileWork& work, const PyramidOptions& options) {
  if (!work.session.device().host_memory) return 0;
  const auto sample = static_cast<std::int64_t>(size_of(work.format.type));
  const PyramidLayout layout =
      pyramid_layout(work.header.size, work.format.channels, options.octaves, options.levels, row_alignment / sample);
  return static_cast<std::uint64_t>(layout.samples * sample);
}

}  // namespace

std::uint64_t filter_need(const FileWork& work, const Plan& plan, bool keeps_input) {
  const Size size = work.header.size;
  const std::uint64_t results = plan.output_names().size();
  const std::uint64_t scratch = scratch_bytes(work.session, plan, size);
  const std::uint64_t input = device_bytes(work.session, size, work.format),
                      output = device_bytes(work.session, size, plan.output_format());
  const std::uint64_t result = host_bytes(size, plan.output_format());
  const std::uint64_t upload = host_bytes(size, work.format) + input;
  const std::uint64_t launch = input + results * output + scratch;
  const std::uint64_t download = std::max(result + results * output, results * result) + scratch;
  const std::uint64_t write = results * result + write_image_bytes(work.output, size, plan.output_format()) + scratch;
  return std::max({reading_need(work), upload, launch, download + (keeps_input ? input : 0), write});
}

std::uint64_t pyramid_need(const FileWork& work, const PyramidOptions& options) {
  const Size size = work.header.size;
  const std::uint64_t levels = level_bytes(work, options), base = device_bytes(work.session, size, work.format);
  const bool objects = options.storage == Storage::image || options.storage == Storage::image_array;
  const std::uint64_t host = host_bytes(size, work.format);
  const std::uint64_t build = host + levels + base + base / 4 + blur_bytes(work, options);
  const std::uint64_t convert = host + levels + (objects ? levels : 0);
  const std::uint64_t write = levels + host + write_image_bytes(work.output, size, work.format);
  return std::max({reading_need(work), build, convert, write});
}

}  // namespace lenslet::cli
