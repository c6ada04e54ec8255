// libvips and drivers of OpenCL set variables of the environment as they start (PoCL one for hwloc), and setenv() may
// move what another thread's getenv() reads. So both start here one after the other, before a thread decodes the image.
#include "tool/files/reading.hpp"

#include "tool/components/files.hpp"
#include "tool/options/open_session.hpp"

namespace lenslet::cli {
namespace {

// A small image fits whatever is done with it: results, scratch images and an encoder's planes are a few times the
// image as floats.
bool is_small(const ImageHeader& header, const InputLimits& limits) {
  constexpr std::uint64_t max_copies = 16;
  const auto samples = static_cast<std::uint64_t>(header.size.width) * static_cast<std::uint64_t>(header.size.height) *
                       static_cast<std::uint64_t>(header.format.channels);
  return samples * sizeof(float) <= limits.max_memory / max_copies;
}

}  // namespace

ReadOptions read_options(const InputLimits& limits) {
  return {limits.unsafe_loaders, limits.max_pixels, limits.max_memory, limits.strict, limits.page};
}

Source::Source(const std::filesystem::path& path, const InputLimits& limits)
    : path_(path),
      limits_(limits),
      header_(files_component.get(path.string()).read_image_header(path, read_options(limits))) {}

void Source::read_ahead() {
  if (!is_small(header_, limits_)) return;
  const auto read = [path = path_, options = read_options(limits_)] {
    return files_component->read_image(path, options);
  };
  ahead_ = std::async(std::launch::async, read);
}

void Source::check_ahead() {
  if (ahead_.valid()) ahead_.get();
}

std::uint64_t Source::taking_bytes(const ImageType& as) const {
  const ImageType read{header_.format, header_.size};
  return std::max(header_.memory_bytes, read.format.type == as.format.type ? 0 : bytes_of(read) + bytes_of(as));
}

FileImage Source::take(SampleType type) {
  FileImage file = ahead_.valid() ? ahead_.get() : files_component->read_image(path_, read_options(limits_));
  if (type != file.image.format().type) file.image = convert(file.image, type);
  return file;
}

Source open_source(const std::filesystem::path& path, const InputLimits& limits, std::optional<Session>& session,
                   const SessionOptions& options, bool leaves_jpeg) {
  Source source(path, limits);
  const auto begin = [&] {
    if (!leaves_jpeg || source.header().file_format != "jpeg") source.read_ahead();
  };
  if (session) return source;
  try {
    session = open_session(options);
  } catch (const std::exception&) {
    begin();
    source.check_ahead();
    throw;
  }
  begin();
  return source;
}

}  // namespace lenslet::cli
