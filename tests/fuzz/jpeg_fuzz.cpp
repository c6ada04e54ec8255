// JPEG: what a header says is possible, and the coded data behind it is taken apart within its memory: its stretches
// have each MCU once, and the items of these each bit.
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "jpeg/coded_data.hpp"

namespace lenslet::fuzz {
namespace {

constexpr std::int64_t max_pixel_count = 1 << 20;

void check_stretches(const codec::CodedData& coded, const codec::LayoutImage& image, std::uint64_t words) {
  std::uint32_t mcu = 0, word = 0;
  for (const codec::Stretch& stretch : coded.stretches()) {
    expect(stretch.first_mcu == mcu && stretch.mcus > 0, "stretches have each MCU once");
    expect(stretch.first_word == word, "stretches lie one behind the other");
    mcu += stretch.mcus;
    word += (stretch.bits + 31) / 32;
  }
  expect(mcu == image.mcus, "stretches have all MCUs");
  expect(word <= words, "stretches lie in their memory");
}

void check_items(const codec::CodedData& coded, codec::LayoutImage& image, std::uint64_t item_bits) {
  const std::vector<codec::Item> items = coded.items(item_bits, 1024, {&image, 1});
  std::size_t next = 0;
  std::uint32_t parts = 0;
  for (std::size_t s = 0; s < coded.stretches().size(); ++s) {
    std::uint32_t at = 0;
    do {
      expect(next < items.size() && items[next].stretch == s && items[next].begin == at, "items have each bit once");
      expect(items[next].first_part >= parts, "items have parts of their own");
      at = items[next].end;
      parts = items[next].first_part;
    } while (items[next++].end < coded.stretches()[s].bits);
    expect(at == coded.stretches()[s].bits, "items end where stretches do");
  }
  expect(next == items.size() && image.items == next, "an image has its items");
}

}  // namespace

void run(std::string_view text) {
  const std::span bytes(reinterpret_cast<const std::byte*>(text.data()), text.size());
  const auto header = accepted([&] {
    codec::Header found = codec::parse_header(bytes);
    codec::check_size(found, max_pixel_count);
    return found;
  });
  if (!header) return;
  expect(header->data <= bytes.size(), "coded data begins in the file");
  const int orientation = codec::orientation_of(header->exif);
  expect(orientation >= 1 && orientation <= 8, "an orientation is one of eight");
  if (!codec::hindrance(*header).empty()) return;
  const codec::Frame frame = codec::frame_of(*header);
  codec::Taken taken;
  codec::LayoutImage image = codec::layout_of(frame, header->color, 1, taken);
  const auto data = bytes.subspan(header->data);
  std::vector<std::byte> words(codec::stretch_bytes(data.size()));
  codec::CodedData coded(words);
  coded.add(data, image, 0, static_cast<std::uint32_t>(frame.restart));
  check_stretches(coded, image, words.size() / 4);
  check_items(coded, image, 1024);
  image.items = 0;
  check_items(coded, image, 0);
  for (const codec::ComponentTables& each : header->scan)
    expect(codec::look_up_table(*header->ac[each.ac], codec::HuffmanClass::ac).size() == codec::table_words,
           "a table has its words");
}

}  // namespace lenslet::fuzz
