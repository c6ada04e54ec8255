// Reads the headers of PNM and PFM files from bytes, and tells whether a file is long enough for its header: libvips
// would fill missing pixels with black.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lenslet::io {

struct PnmHeader {
  char kind = 0;  // '1' to '6'; 'F', colours as floats; 'f', grey as floats
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t greatest = 1;  // the largest value that a sample may have
  std::uint64_t bytes = 0;    // length of the header; in binary files with the blank after it

  bool is_text() const { return kind >= '1' && kind <= '3'; }
  bool is_float() const { return kind == 'F' || kind == 'f'; }
  std::uint64_t samples() const;
};

// Headers are short. One with longer comments is refused.
inline constexpr std::size_t max_pnm_header_length = std::size_t{1} << 16;

bool begins_pnm(std::string_view first_bytes);

// The functions below throw Error of kind io or unsupported with only the reason.

// `first_bytes` is the whole file, or its first max_pnm_header_length bytes.
PnmHeader parse_pnm_header(std::string_view first_bytes);

// Reads the header, and refuses a file with fewer bytes than its samples need.
PnmHeader check_pnm(std::string_view first_bytes, std::uint64_t file_bytes);

// Counts and checks the numbers of P1, P2 and P3. A text may have fewer numbers than its bytes have room for.
class PnmNumbers {
 public:
  explicit PnmNumbers(const PnmHeader& header) : header_(header), wanted_(header.samples()) {}

  // Takes the bytes after the header, in blocks of any size. Returns false once it needs no more.
  bool take(std::string_view block);

  // Called at the file's end. Refuses too few numbers.
  void finish() const;

 private:
  void take(char c);
  void take_bit(char c);
  void take_digit(char c);

  PnmHeader header_;
  std::uint64_t wanted_;
  std::uint64_t count_ = 0;
  int digits_ = 0;          // of the current number
  std::int64_t value_ = 0;  // of its digits
  bool in_comment_ = false;
  bool after_comment_ = false;  // a comment's line has just ended
};

}  // namespace lenslet::io
