// The formats are netpbm's pbm(5), pgm(5), ppm(5) and pfm(5). Headers that libvips is known to read in another way (two
// comment lines in a row) are refused.
#include "files/pnm_header.hpp"

#include <charconv>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::io {
namespace {

constexpr std::int64_t max_side_length = 10'000'000;    // the longest side that libvips allows
constexpr std::int64_t greatest_value = 2'147'483'647;  // libvips reads more than the formats' 65535
constexpr std::string_view two_comments = "two lines of comment follow each other, which is not supported";

[[noreturn]] void refuse(std::string_view reason, ErrorKind kind = ErrorKind::io) {
  throw Error(kind, std::string(reason));
}

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Walks over a header. Blanks and comments separate its words.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  std::string_view next() {
    skip();
    const std::size_t first = at_;
    while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
    if (at_ == text_.size() && at_ >= max_pnm_header_length) refuse("its header is too long");
    return text_.substr(first, at_ - first);
  }

  // Binary samples begin after exactly one blank.
  void skip_blank() {
    if (at_ == text_.size()) refuse("the file ends within its header");
    ++at_;
  }

  std::size_t at() const { return at_; }

 private:
  void skip() {
    while (at_ < text_.size()) {
      if (is_blank(text_[at_])) {
        ++at_;
        continue;
      }
      if (text_[at_] != '#') return;
      const std::size_t end = text_.find('\n', at_);
      at_ = end == std::string_view::npos ? text_.size() : end + 1;
      if (at_ < text_.size() && text_[at_] == '#') refuse(two_comments, ErrorKind::unsupported);
    }
  }

  std::string_view text_;
  std::size_t at_ = 2;  // after the two letters that name the format
};

std::int64_t number(Words& words, std::string_view what, std::int64_t most) {
  const std::string_view word = words.next();
  if (word.empty()) refuse("the file ends within its header");
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < 1 || value > most)
    refuse(fmt::format("its header has the {} '{}'; allowed are 1 to {}", what, word.substr(0, 20), most));
  return value;
}

// Checks the scale. It is negative if floats begin with the low byte.
void check_scale(Words& words) {
  const std::string_view word = words.next();
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value == 0 || !std::isfinite(value))
    refuse(fmt::format("its header has the scale '{}'; allowed are numbers but 0", word.substr(0, 20)));
}

std::uint64_t bytes_of_samples(const PnmHeader& header) {
  const std::uint64_t samples = header.samples();
  if (header.kind == '1') return samples;        // a digit each
  if (header.is_text()) return 2 * samples - 1;  // and blanks between them
  if (header.kind == '4')
    return static_cast<std::uint64_t>((header.width + 7) / 8) * static_cast<std::uint64_t>(header.height);
  if (header.is_float()) return 4 * samples;
  return samples * (header.greatest > 65535 ? 4 : header.greatest > 255 ? 2 : 1);
}

}  // namespace

std::uint64_t PnmHeader::samples() const {
  const bool colours = kind == '3' || kind == '6' || kind == 'F';
  return static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) * (colours ? 3 : 1);
}

bool begins_pnm(std::string_view first_bytes) {
  constexpr std::string_view kinds = "123456Ff";
  return first_bytes.size() >= 2 && first_bytes[0] == 'P' && kinds.find(first_bytes[1]) != std::string_view::npos;
}

PnmHeader parse_pnm_header(std::string_view first_bytes) {
  if (!begins_pnm(first_bytes)) refuse("it is no PNM file");
  PnmHeader header;
  header.kind = first_bytes[1];
  Words words(first_bytes);
  header.width = number(words, "width", max_side_length);
  header.height = number(words, "height", max_side_length);
  if (header.is_float())
    check_scale(words);
  else if (header.kind != '1' && header.kind != '4')
    header.greatest = number(words, "greatest value", greatest_value);
  if (!header.is_text()) words.skip_blank();
  header.bytes = words.at();
  return header;
}

PnmHeader check_pnm(std::string_view first_bytes, std::uint64_t file_bytes) {
  const PnmHeader header = parse_pnm_header(first_bytes);
  const std::uint64_t least = header.bytes + bytes_of_samples(header);
  if (file_bytes < least)
    refuse(fmt::format("the file is truncated: it has {} bytes, {} x {} pixels need at least {}", file_bytes,
                       header.width, header.height, least));
  return header;
}

bool PnmNumbers::take(std::string_view block) {
  for (const char c : block) {
    if (count_ == wanted_ && (header_.kind == '1' || !is_digit(c))) return false;
    take(c);
  }
  return true;
}

void PnmNumbers::take(char c) {
  const bool line_before_was_comment = after_comment_;
  after_comment_ = false;
  if (in_comment_) {
    after_comment_ = c == '\n';
    in_comment_ = c != '\n';
  } else if (is_blank(c)) {
    digits_ = 0;
    value_ = 0;
  } else if (c == '#' && digits_ == 0) {
    if (line_before_was_comment) refuse(two_comments, ErrorKind::unsupported);
    in_comment_ = true;
  } else if (header_.kind == '1') {
    take_bit(c);
  } else {
    take_digit(c);
  }
}

// Bits may stand side by side, without blanks.
void PnmNumbers::take_bit(char c) {
  ++count_;
  if (c != '0' && c != '1') refuse(fmt::format("sample {} of its text is no bit", count_));
}

// A number counts from its first digit on, and is checked at each.
void PnmNumbers::take_digit(char c) {
  constexpr int max_digits = 10;
  if (digits_ == 0) ++count_;
  if (!is_digit(c) || ++digits_ > max_digits) refuse(fmt::format("sample {} of its text is no number", count_));
  value_ = value_ * 10 + (c - '0');
  if (value_ > header_.greatest)
    refuse(fmt::format("sample {} of its text is greater than {}, the greatest value that its header allows", count_,
                       header_.greatest));
}

void PnmNumbers::finish() const {
  if (count_ < wanted_)
    refuse(fmt::format("the file is truncated: it has {} of {} x {} pixels' {} numbers", count_, header_.width,
                       header_.height, wanted_));
}

}  // namespace lenslet::io
