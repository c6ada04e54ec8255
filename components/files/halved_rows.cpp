// Each level keeps one row and a row of tiles. All levels together take no more memory than the image's own row of
// tiles.
#include "files/halved_rows.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <string>
#include <utility>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "files/vips.hpp"
#include "system/read_at.hpp"
#include "system/target_file.hpp"

namespace lenslet::io {
namespace {

template <class Sample>
Sample mean(Sample a, Sample b, Sample c, Sample d) {
  if constexpr (std::is_floating_point_v<Sample>)
    return (a + b + c + d) / 4;
  else
    return static_cast<Sample>((std::int64_t{a} + b + c + d + 2) >> 2);
}

// Averages colours weighted by their alpha; 0 if all alphas are 0.
template <class Sample>
Sample weighted(const std::array<const Sample*, 4>& pixels, int channel, int alpha) {
  double sum = 0, weight = 0;
  for (const Sample* pixel : pixels) {
    sum += static_cast<double>(pixel[channel]) * static_cast<double>(pixel[alpha]);
    weight += static_cast<double>(pixel[alpha]);
  }
  if (!(weight > 0)) return 0;
  return static_cast<Sample>(std::is_floating_point_v<Sample> ? sum / weight : std::floor(sum / weight + 0.5));
}

// If there is only one column, it serves as both.
template <class Sample>
void halve(const Bytes& first, const std::byte* second, std::int64_t width, PixelFormat format, Bytes& made) {
  const int channels = format.channels, colours = format.alpha ? channels - 1 : 0;  // those weighted by alpha
  const auto* a = reinterpret_cast<const Sample*>(first.data());
  const auto* b = reinterpret_cast<const Sample*>(second);
  auto* to = reinterpret_cast<Sample*>(made.data());
  const std::int64_t next = width > 1 ? channels : 0;
  for (std::int64_t x = 0; x < std::max<std::int64_t>(width / 2, 1); ++x, a += 2 * channels, b += 2 * channels) {
    for (int c = 0; c < colours; ++c) *to++ = weighted<Sample>({a, a + next, b, b + next}, c, colours);
    for (int c = colours; c < channels; ++c) *to++ = mean(a[c], a[next + c], b[c], b[next + c]);
  }
}

// Files of TIFF have neither f16 nor integers of 64 bits.
void halve_row(const Bytes& first, const std::byte* second, std::int64_t width, PixelFormat format, Bytes& made) {
  with_type(format.type, [&](auto sample) {
    if constexpr (std::is_floating_point_v<decltype(sample)> || sizeof sample < 8)
      halve<decltype(sample)>(first, second, width, format, made);
  });
}

}  // namespace

Size halved(Size whole) {
  return {std::max<std::int64_t>(whole.width / 2, 1), std::max<std::int64_t>(whole.height / 2, 1)};
}

HalvedRows::HalvedRows(PixelFormat format, Size whole)
    : format_(format),
      whole_(whole),
      size_(halved(whole)),
      first_(static_cast<std::size_t>(whole.width) * format.bytes()),
      made_(static_cast<std::size_t>(size_.width) * format.bytes()) {}

void HalvedRows::take(const std::byte* row, const std::function<void(const std::byte*)>& use) {
  const bool is_second = taken_++ % 2 == 1;
  if (!is_second) std::copy_n(row, first_.size(), first_.data());
  if (!is_second && whole_.height > 1) return;
  halve_row(first_, row, whole_.width, format_, made_);
  use(made_.data());
}

Levels::Levels(const ImageType& image, const std::filesystem::path& path) : path_(path) {
  for (Size size = image.size; std::max(size.width, size.height) > tile_side; size = levels_.back().rows.size()) {
    HalvedRows rows(image.format, size);
    const std::int64_t width = rows.size().width;
    levels_.push_back({std::move(rows), {image.format, width, 0}});
  }
  std::string name = (system::target_of(path).parent_path() / ".lenslet-XXXXXX").string();
  file_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (file_ < 0) fail();
  ::unlink(name.c_str());
}

Levels::~Levels() {
  if (file_ >= 0) ::close(file_);
}

void Levels::fail() const {
  throw file_error("write", path_, system_reason());
}

void Levels::take(const std::byte* row) {
  take(0, row);
}

void Levels::take(std::size_t i, const std::byte* row) {
  if (i == levels_.size()) return;
  levels_[i].rows.take(row, [&](const std::byte* made) {
    Level& level = levels_[i];
    const std::size_t bytes = static_cast<std::size_t>(level.pending.width) * level.pending.format.bytes();
    level.pending.samples.insert(level.pending.samples.end(), made, made + bytes);
    if (++level.pending.rows == tile_side) keep(level);
    take(i + 1, made);
  });
}

void Levels::keep(Level& level) {
  RowsOfTiles next{level.pending.format, level.pending.width, 0};
  for (const Bytes& tile : CodedTiles(std::exchange(level.pending, std::move(next))).take()) {
    if (!system::write_at(file_, tile.data(), tile.size(), end_)) fail();
    level.tiles.emplace_back(end_, tile.size());
    end_ += static_cast<std::int64_t>(tile.size());
  }
}

void Levels::give(const std::function<void(Size)>& begin, const std::function<void(const Bytes&)>& tile) {
  for (Level& level : levels_) {
    if (level.pending.rows > 0) keep(level);
    begin(level.rows.size());
    for (const auto& [place, bytes] : level.tiles) {
      Bytes read(bytes);
      const ssize_t count = system::read_at(file_, read.data(), bytes, place);
      if (count < 0) fail();
      if (count != static_cast<ssize_t>(bytes)) throw file_error("write", path_, "a level of the pyramid is cut off");
      tile(read);
    }
  }
}

}  // namespace lenslet::io
