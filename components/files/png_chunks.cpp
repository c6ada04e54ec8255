#include "files/png_chunks.hpp"

#include <algorithm>
#include <cctype>

#include "files/bytes.hpp"

namespace lenslet::io {

std::optional<PngChunk> next_png_chunk(std::istream& file) {
  constexpr std::int64_t longest = 0x7FFFFFFF;
  const std::string head = take(file, 8);
  if (head.size() < 8) return std::nullopt;
  const std::string kind = head.substr(4);
  const std::int64_t bytes = big_endian(head.substr(0, 4));
  const bool letters = std::all_of(kind.begin(), kind.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
  if (!letters || kind == "IEND" || bytes > longest) return std::nullopt;
  return PngChunk{kind, static_cast<std::uint64_t>(bytes)};
}

}  // namespace lenslet::io
