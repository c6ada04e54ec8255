// What walks over files' headers have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <string_view>

namespace lenslet::io {

// As many bytes as are there; the file goes on behind them.
inline std::string take(std::istream& file, std::size_t bytes) {
  std::string text(bytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(bytes));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

// A seek throws away what the stream has read ahead, so a short way is read.
inline void skip(std::istream& file, std::uint64_t bytes) {
  constexpr std::uint64_t short_way = 4096;
  if (bytes <= short_way)
    file.ignore(static_cast<std::streamsize>(bytes));
  else
    file.seekg(static_cast<std::streamoff>(bytes), std::ios::cur);
}

// The number of some bytes, of which the first is the highest.
inline std::int64_t big_endian(std::string_view bytes) {
  std::int64_t value = 0;
  for (const char byte : bytes) value = value * 256 + static_cast<unsigned char>(byte);
  return value;
}

}  // namespace lenslet::io
