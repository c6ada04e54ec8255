// Rows of a JPEG file by libjpeg-turbo. libvips would decode them as well, but it tells of the JPEG library's warnings
// in a text that all files of the process share: whose they are, and whether the last rows had any, nobody can know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include <lenslet/image.hpp>

namespace lenslet::io {

// What a file does against the format's rules: the first mistake of each kind, empty where there is none.
struct JpegMistakes {
  std::string damage;  // pixels are lost, or their colours are guessed
  std::string oddity;  // that touches no pixel as a rule: cameras make some
};

class JpegRows {
 public:
  // Reads the header. All functions throw Error of kind io, "cannot read 'PATH': reason".
  explicit JpegRows(const std::filesystem::path& path);
  ~JpegRows();
  JpegRows(const JpegRows&) = delete;
  JpegRows& operator=(const JpegRows&) = delete;

  // Throws where the file is not what its header said before.
  void check(Size size, int channels) const;

  // Decodes the next row into samples of u8: grey, RGB or CMYK.
  void read(std::byte* to);
  void skip_to(std::int64_t row);

  JpegMistakes mistakes() const;  // until now

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lenslet::io
