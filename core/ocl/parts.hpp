// Texts and numbers behind each other, each with its length in front, as kept programs are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lenslet::ocl {

void add_part(std::string& to, std::string_view text);
void add_number(std::string& to, std::int64_t value);

// Puts the mark in front of parts, and a checksum of them behind it.
std::string sealed(std::string_view mark, std::string_view parts);

// Reads what others may have damaged. All functions throw Error of kind build, "WHAT is damaged; allowed: ...".
class PartReader {
 public:
  PartReader(std::string_view parts, std::string what) : rest_(parts), what_(std::move(what)) {}

  // Reads parts behind a mark and a checksum that is right.
  static PartReader unsealed(std::string_view mark, std::string_view bytes, const std::string& what);

  std::string_view text();
  std::int64_t number(std::int64_t most);  // from 0 on
  bool at_end() const { return rest_.empty(); }
  [[noreturn]] void refuse_damaged() const;

 private:
  std::string_view rest_;
  std::string what_;
};

}  // namespace lenslet::ocl
