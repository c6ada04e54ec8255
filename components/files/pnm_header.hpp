// Reads the headers of PNM and PFM files, and tells whether a file is long enough for what its header says. Only bytes
// are looked at here, because libvips makes black pixels of those that are missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lenslet::io {

struct PnmHeader {
  char kind = 0;  // '1' to '6'; 'F', colours as floats; 'f', grey as floats
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t greatest = 1;  // the greatest value that a sample may have
  std::uint64_t bytes = 0;    // length of the header; in binary files with the blank after it

  bool is_text() const { return kind >= '1' && kind <= '3'; }
  bool is_float() const { return kind == 'F' || kind == 'f'; }
  std::uint64_t samples() const;
};

// Headers are short; one whose comments are longer than this is refused.
inline constexpr std::size_t max_pnm_header_length = std::size_t{1} << 16;

bool begins_pnm(std::string_view first_bytes);

// The functions below throw Error of kind io or unsupported with the reason alone.

// `first_bytes`: the whole file, or the first max_pnm_header_length bytes of it.
PnmHeader parse_pnm_header(std::string_view first_bytes);

// Reads the header, and refuses a file of fewer bytes than its samples need.
PnmHeader check_pnm(std::string_view first_bytes, std::uint64_t file_bytes);

// Counts and checks the numbers of P1, P2 and P3, which may be fewer than there are bytes for.
class PnmNumbers {
 public:
  explicit PnmNumbers(const PnmHeader& header) : header_(header), wanted_(header.samples()) {}

  // Takes the bytes after the header, in blocks of any size. Returns false once no more are needed.
  bool take(std::string_view block);

  // Is called at the file's end, and refuses too few numbers.
  void finish() const;

 private:
  void take(char c);
  void take_bit(char c);
  void take_digit(char c);

  PnmHeader header_;
  std::uint64_t wanted_;
  std::uint64_t count_ = 0;
  int digits_ = 0;          // of the number that is being read
  std::int64_t value_ = 0;  // of its digits
  bool in_comment_ = false;
  bool after_comment_ = false;  // a comment's line has just ended
};

}  // namespace lenslet::io
