// Decodes rows of a JPEG file by libjpeg-turbo. libvips could decode them, too, but it puts the library's warnings into
// a text that all files of the process share. That text tells neither a warning's file nor its row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include <lenslet/image.hpp>

namespace lenslet::io {

// A file's breaches of the format: the first mistake of each kind; empty if there is none.
struct JpegMistakes {
  std::string damage;  // pixels are lost, or their colours are guessed
  std::string oddity;  // it touches no pixel; some cameras make such mistakes
};

class JpegRows {
 public:
  // Reads the header. All functions throw Error of kind io, "cannot read 'PATH': reason".
  explicit JpegRows(const std::filesystem::path& path);
  ~JpegRows();
  JpegRows(const JpegRows&) = delete;
  JpegRows& operator=(const JpegRows&) = delete;

  // Throws if the file differs from what its header said before.
  void check(Size size, int channels) const;

  // Decodes the next row into samples of u8: grey, RGB or CMYK.
  void read(std::byte* to);
  void skip_to(std::int64_t row);

  JpegMistakes mistakes() const;  // so far

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lenslet::io
