// Helpers to walk over files' headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <string_view>

namespace lenslet::io {

// Reads up to so many bytes, as many as there are.
inline std::string take(std::istream& file, std::size_t bytes) {
  std::string text(bytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(bytes));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

// Skips bytes. Short distances are read, since a seek drops what the stream has read ahead.
inline void skip(std::istream& file, std::uint64_t bytes) {
  constexpr std::uint64_t short_way = 4096;
  if (bytes <= short_way)
    file.ignore(static_cast<std::streamsize>(bytes));
  else
    file.seekg(static_cast<std::streamoff>(bytes), std::ios::cur);
}

// Returns the number that the bytes make, the highest byte first.
inline std::int64_t big_endian(std::string_view bytes) {
  std::int64_t value = 0;
  for (const char byte : bytes) value = value * 256 + static_cast<unsigned char>(byte);
  return value;
}

// Returns the number that the bytes make, the lowest byte first.
inline std::int64_t little_endian(std::string_view bytes) {
  std::int64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value * 256 + static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace lenslet::io
