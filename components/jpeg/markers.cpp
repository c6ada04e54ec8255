// A segment is a marker, its length, which includes the length's own two bytes, and its contents (T.81 B.1.1.4).
#include "jpeg/markers.hpp"

#include <algorithm>
#include <span>
#include <string_view>

namespace lenslet::codec {
namespace {

enum Marker : int {
  soi = 0xd8,
  app0 = 0xe0,
  app1,
  app2,
  dqt = 0xdb,
  sof0 = 0xc0,
  sof1,
  dht = 0xc4,
  dri = 0xdd,
  sos = 0xda
};

constexpr std::size_t icc_part = 65519;  // bytes of a profile in one segment

class Bytes {
 public:
  Bytes& byte(std::integral auto value) {
    bytes_.push_back(static_cast<std::byte>(value));
    return *this;
  }
  Bytes& word(std::integral auto value) { return byte(value >> 8 & 255).byte(value & 255); }
  Bytes& text(std::string_view text) {  // with a zero at its end
    for (const char c : text) byte(c);
    return byte(0);
  }
  Bytes& all(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }

  Bytes& marker(Marker which) { return byte(0xff).byte(static_cast<int>(which)); }
  Bytes& segment(Marker which, const Bytes& content) {
    return marker(which).word(content.bytes_.size() + 2).all(content.bytes_);
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

// Version 1.01, pixels of unknown size that are as wide as high, no thumbnail.
Bytes jfif() {
  return Bytes().text("JFIF").word(0x0101).byte(0).word(1).word(1).byte(0).byte(0);
}

void add_profile(Bytes& file, std::span<const std::byte> icc) {
  const std::size_t parts = (icc.size() + icc_part - 1) / icc_part;
  for (std::size_t part = 0; part < parts; ++part)
    file.segment(app2, Bytes()
                           .text("ICC_PROFILE")
                           .byte(part + 1)
                           .byte(parts)
                           .all(icc.subspan(part * icc_part, std::min(icc_part, icc.size() - part * icc_part))));
}

bool is_wide(const QuantTable& table) {
  return std::ranges::any_of(table, [](std::uint16_t entry) { return entry > 255; });
}

Bytes quantization(const QuantTable& table, std::size_t id) {
  Bytes bytes;
  const bool wide = is_wide(table);
  bytes.byte((wide ? 16u : 0u) + id);
  for (const std::uint8_t place : natural_order) wide ? bytes.word(table[place]) : bytes.byte(table[place]);
  return bytes;
}

Bytes frame_header(const Frame& frame) {
  Bytes bytes;
  bytes.byte(8).word(frame.size.height).word(frame.size.width).byte(frame.components.size());
  for (const Component& each : frame.components)
    bytes.byte(each.spec.id).byte(each.spec.h << 4 | each.spec.v).byte(each.spec.quant);
  return bytes;
}

Bytes huffman(const HuffmanTable& table, std::size_t id) {
  Bytes bytes;
  bytes.byte(id);
  for (std::size_t length = 1; length <= max_code_length; ++length) bytes.byte(table.counts[length]);
  for (const std::uint8_t symbol : table.symbols) bytes.byte(symbol);
  return bytes;
}

// One scan has all components, all coefficients and all bits.
Bytes scan_header(const Frame& frame) {
  Bytes bytes;
  bytes.byte(frame.components.size());
  for (const Component& each : frame.components) bytes.byte(each.spec.id).byte(each.spec.quant << 4 | each.spec.quant);
  return bytes.byte(0).byte(block_samples - 1).byte(0);
}

}  // namespace

std::vector<std::byte> header_of(const Frame& frame, const CodingTables& tables, const Jpeg& options) {
  Bytes file;
  file.marker(soi).segment(app0, jfif());
  if (!options.exif.empty()) file.segment(app1, Bytes().text("Exif").byte(0).all(options.exif));
  add_profile(file, options.icc);
  for (std::size_t id = 0; id < tables.quant.size(); ++id) file.segment(dqt, quantization(tables.quant[id], id));
  file.segment(std::ranges::any_of(tables.quant, is_wide) ? sof1 : sof0, frame_header(frame));
  for (std::size_t id = 0; id < tables.dc.size(); ++id)
    file.segment(dht, huffman(tables.dc[id], id)).segment(dht, huffman(tables.ac[id], 16 + id));
  if (frame.restart > 0) file.segment(dri, Bytes().word(frame.restart));
  return file.segment(sos, scan_header(frame)).take();
}

}  // namespace lenslet::codec
