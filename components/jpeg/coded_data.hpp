// Splits the coded data of a file into stretches between markers, and removes the stuffing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "jpeg/layout.hpp"

namespace lenslet::codec {

// The most bytes that the stretches of so much coded data need.
inline std::uint64_t stretch_bytes(std::uint64_t file_bytes) {
  return file_bytes + file_bytes / 2 + 8;
}

// Assigns the bytes of damaged data to restart intervals as libjpeg-turbo does (`jpeg_resync_to_restart`).
class CodedData {
 public:
  // Writes into `words`, which all images of a batch share.
  explicit CodedData(std::span<std::byte> words) : words_(words) {}

  // Adds an image's data, from its first byte to the file's end.
  void add(std::span<const std::byte> data, const LayoutImage& image, std::uint32_t number, std::uint32_t restart);

  std::uint64_t bytes() const { return used_; }
  const std::vector<Stretch>& stretches() const { return stretches_; }
  std::vector<std::string> take_warnings() { return std::exchange(warnings_, {}); }

  // Whether the last image's data has fill bytes before a byte of ones with its stuffed zero. If libjpeg-turbo first
  // takes them for a marker, it decodes the MCU again and keeps some of the first coefficients.
  bool has_fill() const { return has_fill_; }

  // Splits stretches into items of so many bits, in whole parts. With 0 bits items are whole stretches. Sets in the
  // images which items are theirs.
  std::vector<Item> items(std::uint64_t item_bits, std::uint32_t part_bits, std::span<LayoutImage> images) const;

 private:
  std::span<std::byte> words_;
  std::uint64_t used_ = 0;
  std::vector<Stretch> stretches_;
  std::vector<std::string> warnings_;
  bool has_fill_ = false;
};

}  // namespace lenslet::codec
