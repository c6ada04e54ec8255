// Walks over the segments up to the first scan.
#include "jpeg/parse.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::codec {
namespace {

[[noreturn]] void damaged(const std::string& what) {
  throw Error(ErrorKind::io, "a damaged JPEG file: " + what);
}

// Takes bytes one by one, and knows the file's offset for messages.
class Reader {
 public:
  Reader(std::span<const std::byte> bytes, std::size_t offset) : bytes_(bytes), offset_(offset) {}

  std::size_t at() const { return offset_ + place_; }
  std::size_t left() const { return bytes_.size() - place_; }
  int byte() {
    if (left() == 0) damaged(fmt::format("it ends at byte {}, before its coded data", at()));
    return std::to_integer<int>(bytes_[place_++]);
  }
  int word() {
    const int high = byte();
    return high << 8 | byte();
  }
  Reader take(std::size_t count) {
    if (left() < count) damaged(fmt::format("a segment at byte {} goes beyond the file's end", at()));
    const Reader part(bytes_.subspan(place_, count), at());
    place_ += count;
    return part;
  }
  std::span<const std::byte> rest() const { return bytes_.subspan(place_); }
  bool begins_with(std::string_view text) const {
    return left() >= text.size() && std::ranges::equal(rest().first(text.size()), std::as_bytes(std::span(text)));
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t offset_, place_ = 0;
};

void read_quantization(Reader segment, Header& header) {
  while (segment.left() > 0) {
    const int what = segment.byte(), id = what & 15;
    if (id > 3) damaged(fmt::format("a quantisation table {} at byte {}, allowed: 0 to 3", id, segment.at() - 1));
    QuantTable table{};
    for (const std::uint8_t place : natural_order)
      table[place] = static_cast<std::uint16_t>(what >> 4 ? segment.word() : segment.byte());
    header.quant[static_cast<std::size_t>(id)] = table;
    header.quant_bits[static_cast<std::size_t>(id)] = what >> 4 ? 16 : 8;
  }
}

// No code is all ones, and the codes of DC coefficients stand for their sizes (T.81 C.2, F.1.2.1).
void check_codes(const HuffmanTable& table, bool is_dc, std::size_t at) {
  int code = 0;
  for (int length = 1; length <= max_code_length; ++length, code <<= 1) {
    code += table.counts[static_cast<std::size_t>(length)];
    if (table.counts[static_cast<std::size_t>(length)] > 0 && code >= 1 << length)
      damaged(fmt::format("the Huffman table at byte {} has more codes of {} bits than there are", at, length));
  }
  if (is_dc && std::ranges::any_of(table.symbols, [](std::uint8_t symbol) { return symbol > 15; }))
    damaged(fmt::format("the Huffman table at byte {} has sizes of DC coefficients above 15", at));
}

void read_huffman(Reader segment, Header& header) {
  while (segment.left() > 0) {
    const std::size_t at = segment.at();
    const int what = segment.byte(), id = what & 15;
    if (id > 3 || what > 0x1f) damaged(fmt::format("a Huffman table {:#04x} at byte {}", what, at));
    HuffmanTable table;
    std::size_t count = 0;
    for (std::size_t length = 1; length <= max_code_length; ++length)
      count += table.counts[length] = static_cast<std::uint8_t>(segment.byte());
    if (count > max_symbols) damaged(fmt::format("a Huffman table of {} codes at byte {}", count, at));
    for (std::size_t i = 0; i < count; ++i) table.symbols.push_back(static_cast<std::uint8_t>(segment.byte()));
    (what >> 4 ? header.ac : header.dc)[static_cast<std::size_t>(id)] = table;
    check_codes(table, what >> 4 == 0, at);
    ++header.huffman_tables;
  }
}

void read_frame(Reader segment, int marker, Header& header) {
  if (header.marker != 0) damaged(fmt::format("a second frame at byte {}", segment.at()));
  header.marker = marker;
  header.precision = segment.byte();
  header.size.height = segment.word();
  header.size.width = segment.word();
  const int count = segment.byte();
  for (int i = 0; i < count; ++i) {
    ComponentSpec spec{.id = segment.byte()};
    const int factors = segment.byte();
    spec.h = factors >> 4;
    spec.v = factors & 15;
    spec.quant = segment.byte();
    if (spec.h < 1 || spec.h > 4 || spec.v < 1 || spec.v > 4)
      damaged(fmt::format("sampling factors {} x {} at byte {}, allowed: 1 to 4", spec.h, spec.v, segment.at() - 2));
    header.components.push_back(spec);
  }
  if (segment.left() > 0 || count == 0)
    damaged(fmt::format("the frame at byte {} has {} components and another length", segment.at(), count));
  if (header.size.width < 1) damaged("its width is 0");
}

void read_scan(Reader segment, Header& header) {
  if (header.marker == 0) damaged("a scan stands before its frame");
  const int count = segment.byte();
  if (count < 1 || count > max_components || segment.left() != static_cast<std::size_t>(2 * count + 3))
    damaged(fmt::format("the scan at byte {} has {} components and another length", segment.at(), count));
  for (int i = 0; i < count; ++i) {
    const int id = segment.byte(), tables = segment.byte();
    const auto found = std::ranges::find(header.components, id, &ComponentSpec::id);
    if (found == header.components.end()) damaged(fmt::format("a scan of a component {}, which is not there", id));
    header.scan.push_back({static_cast<std::size_t>(found - header.components.begin()),
                           static_cast<std::size_t>(tables >> 4), static_cast<std::size_t>(tables & 15)});
  }
  const int first = segment.byte(), last = segment.byte(), approximation = segment.byte();
  header.is_whole_block = first == 0 && last == block_samples - 1 && approximation == 0;
}

// Applications' segments that matter for pixels or are kept for the caller.
struct Applications {
  bool jfif = false;
  std::optional<int> adobe = {};  // its kind of colours
  std::vector<std::optional<std::vector<std::byte>>> icc_parts = {};
  bool has_wrong_icc = false;  // parts disagree about a part's number or the number of parts
};

void read_icc(std::span<const std::byte> part, Applications& said) {
  const auto number = std::to_integer<std::size_t>(part[0]), all = std::to_integer<std::size_t>(part[1]);
  if (said.icc_parts.empty()) said.icc_parts.resize(all);
  if (number == 0 || number > all || all != said.icc_parts.size() || said.icc_parts[number - 1]) {
    said.has_wrong_icc = true;
    return;
  }
  said.icc_parts[number - 1].emplace(part.begin() + 2, part.end());
}

// A profile with missing or doubled parts does not count.
void join_icc(const Applications& said, Header& header) {
  const auto has_all = std::ranges::all_of(said.icc_parts, [](const auto& part) { return part.has_value(); });
  if (said.has_wrong_icc || !has_all) {
    header.warnings.emplace_back("its colour profile has parts that are missing or doubled");
    return;
  }
  for (const auto& part : said.icc_parts) header.icc.insert(header.icc.end(), part->begin(), part->end());
}

void read_application(Reader segment, int number, Applications& said, Header& header) {
  constexpr std::string_view exif("Exif\0\0", 6), icc("ICC_PROFILE\0", 12), jfif("JFIF\0", 5), adobe("Adobe", 5);
  if (number == 0 && segment.left() >= 14 && segment.begins_with(jfif)) {
    said.jfif = true;
    const int major = std::to_integer<int>(segment.rest()[5]), minor = std::to_integer<int>(segment.rest()[6]);
    if (major != 1) header.oddity = fmt::format("a JFIF revision {}.{:02}", major, minor);
  }
  if (number == 14 && segment.left() >= 12 && segment.begins_with(adobe))
    said.adobe = std::to_integer<int>(segment.rest()[11]);
  const auto from = [&](std::size_t begin) { return segment.rest().subspan(begin); };
  if (number == 1 && segment.begins_with(exif) && header.exif.empty())
    header.exif.assign(from(exif.size()).begin(), from(exif.size()).end());
  if (number == 2 && segment.begins_with(icc) && segment.left() >= icc.size() + 2) read_icc(from(icc.size()), said);
}

// Guesses the colours like libjpeg (`default_decompress_parms`).
Color color_of(const std::vector<ComponentSpec>& components, const Applications& said) {
  if (components.size() == 1) return Color::grey;
  if (components.size() == 4) return said.adobe == 2 ? Color::ycck : Color::cmyk;
  if (components.size() != 3) return Color::unknown;
  if (said.jfif) return Color::ycc;
  if (said.adobe) return *said.adobe == 0 ? Color::rgb : Color::ycc;
  const bool rgb = components[0].id == 'R' && components[1].id == 'G' && components[2].id == 'B';
  return rgb ? Color::rgb : Color::ycc;
}

// Warns like libjpeg-turbo where the colours are a guess.
void check_transform(const std::vector<ComponentSpec>& components, const Applications& said, Header& header) {
  if (components.size() == 3 && !said.jfif && said.adobe && *said.adobe > 1)
    header.oddity = fmt::format("a kind of colours that Adobe does not know, {}", *said.adobe);
}

constexpr int image_start = 0xd8, image_end = 0xd9, scan_segment = 0xda, quant_segment = 0xdb, restart_segment = 0xdd,
              comment_segment = 0xfe, huffman_segment = 0xc4, arithmetic_segment = 0xcc;

bool is_frame(int marker) {
  return marker >= 0xc0 && marker <= 0xcf && marker != huffman_segment && marker != 0xc8 &&
         marker != arithmetic_segment;
}

bool is_alone(int marker) {
  return marker == 0x01 || (marker >= 0xd0 && marker <= image_start);
}

int next_marker(Reader& file, Header& header) {
  std::size_t skipped = 0;
  while (true) {
    while (file.byte() != 0xff) ++skipped;
    int byte = 0xff;
    while (byte == 0xff) byte = file.byte();
    if (byte == 0) {
      skipped += 2;
      continue;
    }
    if (skipped > 0) header.oddity = fmt::format("{} bytes between segments", skipped);
    return byte;
  }
}

}  // namespace

namespace {

// Sets the tables of a file without any (Motion JPEG).
void set_standard_tables(Header& header) {
  for (std::size_t i = 0; i < 2; ++i) {
    const Channel channel = i == 0 ? Channel::luminance : Channel::chrominance;
    header.dc[i] = standard_table(HuffmanClass::dc, channel);
    header.ac[i] = standard_table(HuffmanClass::ac, channel);
  }
}

void read_segment(Reader segment, int marker, Applications& said, Header& header) {
  if (is_frame(marker)) return read_frame(segment, marker, header);
  if (marker == quant_segment) return read_quantization(segment, header);
  if (marker == huffman_segment) return read_huffman(segment, header);
  if (marker == scan_segment) return read_scan(segment, header);
  if (marker == restart_segment && segment.left() == 2) {
    header.restart = segment.word();
    return;
  }
  if (marker >= 0xe0 && marker <= 0xef) return read_application(segment, marker - 0xe0, said, header);
  if (marker != comment_segment) header.oddity = fmt::format("a segment of the marker {:#04x}", marker);
}

}  // namespace

Header parse_header(std::span<const std::byte> bytes) {
  Reader file(bytes, 0);
  if (bytes.size() < 3 || file.word() != 0xff00 + image_start)
    throw Error(ErrorKind::io, "no JPEG file: its first bytes are not FF D8");
  Header header;
  Applications said;
  set_standard_tables(header);
  while (header.scan.empty()) {
    const int marker = next_marker(file, header);
    if (marker == image_end) damaged("it ends before its coded data");
    if (is_alone(marker)) {
      header.oddity = fmt::format("a marker {:#04x} among the segments", marker);
      continue;
    }
    const int length = file.word();
    if (length < 2) damaged(fmt::format("a segment of length {} at byte {}", length, file.at() - 2));
    read_segment(file.take(static_cast<std::size_t>(length) - 2), marker, said, header);
  }
  header.data = file.at();
  header.color = color_of(header.components, said);
  check_transform(header.components, said, header);
  join_icc(said, header);
  return header;
}

}  // namespace lenslet::codec
