// Takes the coded data of a file apart into stretches between markers, without stuffing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "jpeg/layout.hpp"

namespace lenslet::codec {

// Bytes that the stretches of so much coded data need at most.
inline std::uint64_t stretch_bytes(std::uint64_t file_bytes) {
  return file_bytes + file_bytes / 2 + 8;
}

// Which bytes of damaged data belong to which restart interval is found as libjpeg-turbo does
// (`jpeg_resync_to_restart`).
class CodedData {
 public:
  // Writes into `words`, which belongs to all images of a batch.
  explicit CodedData(std::span<std::byte> words) : words_(words) {}

  // Adds an image's data, from its first byte to the file's end.
  void add(std::span<const std::byte> data, const LayoutImage& image, std::uint32_t number, std::uint32_t restart);

  std::uint64_t bytes() const { return used_; }
  const std::vector<Stretch>& stretches() const { return stretches_; }
  std::vector<std::string> take_warnings() { return std::exchange(warnings_, {}); }

  // Whether the data of the last image has bytes of ones in front of one with its stuffed zero. Where libjpeg-turbo
  // takes them for a marker first, some coefficients are left of that when it decodes the MCU again.
  bool has_fill() const { return has_fill_; }

  // Splits stretches into items of so many bits, in whole parts, or of whole stretches where that is 0; says in the
  // images which are theirs.
  std::vector<Item> items(std::uint64_t item_bits, std::uint32_t part_bits, std::span<LayoutImage> images) const;

 private:
  std::span<std::byte> words_;
  std::uint64_t used_ = 0;
  std::vector<Stretch> stretches_;
  std::vector<std::string> warnings_;
  bool has_fill_ = false;
};

}  // namespace lenslet::codec
