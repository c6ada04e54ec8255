// Finds markers, and copies what is between them.
#include "jpeg/coded_data.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "rounding.hpp"

namespace lenslet::codec {
namespace {

constexpr std::byte fill{0xff};
constexpr int first_frame = 0xc0, first_restart = 0xd0, end_of_image = 0xd9, restarts = 8;

// Walks over the bytes of a file from marker to marker. The file's end counts as an end of image.
class Walk {
 public:
  explicit Walk(std::span<const std::byte> data) : now_(data.data()), end_(data.data() + data.size()) {}

  // Copies the bytes before the next marker, and passes the marker. Returns where the copy ends.
  std::byte* copy(std::byte* to) {
    while (true) {
      const std::byte* found = find();
      to = std::copy(now_, found, to);
      now_ = found;
      const std::byte* const begin = now_;
      if (!is_stuffed()) return to;
      has_fill_ = has_fill_ || now_ - begin > 2;
      *to++ = fill;
    }
  }

  int skip() {  // to the next marker
    do now_ = find();
    while (is_stuffed());
    return marker_;
  }

  int marker() const { return marker_; }
  bool has_fill() const { return has_fill_; }  // whether fill bytes stood before a stuffed byte

  bool reaches_end_of_image() {
    while (marker_ != end_of_image) skip();
    return !is_cut_;
  }

 private:
  const std::byte* find() const {
    if (now_ == end_) return end_;
    const void* found = std::memchr(now_, 0xff, static_cast<std::size_t>(end_ - now_));
    return found ? static_cast<const std::byte*>(found) : end_;
  }

  // Passes fill bytes and the byte after them. Returns whether that is a zero; otherwise it is a marker.
  bool is_stuffed() {
    while (now_ != end_ && *now_ == fill) ++now_;
    is_cut_ = now_ == end_;
    marker_ = is_cut_ ? end_of_image : std::to_integer<int>(*now_++);
    return marker_ == 0;
  }

  const std::byte* now_;
  const std::byte* end_;
  int marker_ = 0;
  bool has_fill_ = false;
  bool is_cut_ = false;  // the file ended where a marker was expected
};

enum class Resync : std::uint8_t { begin, search, leave };

// Decides what to do with a marker where the restart marker of number `expected` should be.
Resync resync_of(int marker, int expected) {
  if (marker < first_frame) return Resync::search;
  if (marker < first_restart || marker >= first_restart + restarts) return Resync::leave;
  const int ahead = (marker - first_restart - expected + restarts) % restarts;
  if (ahead == 1 || ahead == 2) return Resync::leave;
  if (ahead == restarts - 1 || ahead == restarts - 2) return Resync::search;
  return Resync::begin;
}

// Goes to the data of the next interval. Returns false if the marker says that it is lost.
bool begin_interval(Walk& walk, int& marker, int expected) {
  while (true) {
    const Resync resync = resync_of(marker, expected);
    if (resync != Resync::search) return resync == Resync::begin;
    marker = walk.skip();
  }
}

}  // namespace

void CodedData::add(std::span<const std::byte> data, const LayoutImage& image, std::uint32_t number,
                    std::uint32_t restart) {
  Walk walk(data);
  const std::uint32_t interval = restart > 0 ? restart : image.mcus;
  int expected = 0, missing = 0;
  for (std::uint32_t mcu = 0; mcu < image.mcus;) {
    std::byte* const begin = words_.data() + used_;
    std::byte* const end = walk.copy(begin);
    const auto bytes = static_cast<std::uint64_t>(end - begin);
    const auto whole = static_cast<std::uint64_t>(round_up(bytes, sizeof(std::uint32_t)));
    std::fill_n(end, whole - bytes, std::byte{0});
    stretches_.push_back({static_cast<std::uint32_t>(used_ / sizeof(std::uint32_t)),
                          static_cast<std::uint32_t>(8 * bytes), number, mcu, 0, interval});
    used_ += whole;
    int marker = walk.marker();
    bool begins = false;
    while (mcu < image.mcus && !begins) {
      mcu += std::min(interval, image.mcus - mcu);
      if (mcu == image.mcus) break;
      missing += marker != first_restart + expected;
      begins = begin_interval(walk, marker, expected);
      expected = (expected + 1) % restarts;
    }
    stretches_.back().mcus = mcu - stretches_.back().first_mcu;
  }
  has_fill_ = walk.has_fill();
  if (!walk.reaches_end_of_image()) warnings_.emplace_back("the file ends without its end marker");
  if (missing > 0) warnings_.push_back(fmt::format("{} restart markers are missing or out of order", missing));
}

std::vector<Item> CodedData::items(std::uint64_t item_bits, std::uint32_t part_bits,
                                   std::span<LayoutImage> images) const {
  std::vector<Item> items;
  std::uint32_t parts = 0;
  for (std::uint32_t s = 0; s < stretches_.size(); ++s) {
    const Stretch& stretch = stretches_[s];
    const std::uint64_t count =
        item_bits > 0 ? std::max<std::uint64_t>(1, (stretch.bits + item_bits / 2) / item_bits) : 1;
    const auto step = static_cast<std::uint32_t>(round_up(divide_up(std::uint64_t{stretch.bits}, count), part_bits));
    LayoutImage& image = images[stretch.image];
    if (image.items == 0) image.first_item = static_cast<std::uint32_t>(items.size());
    std::uint32_t begin = 0;
    do {
      const std::uint32_t end = stretch.bits - begin > step ? begin + step : stretch.bits;
      items.push_back({s, begin, end, parts});
      ++image.items;
      if (end < stretch.bits) parts += step / part_bits;
      begin = end;
    } while (begin < stretch.bits);
  }
  return items;
}

}  // namespace lenslet::codec
