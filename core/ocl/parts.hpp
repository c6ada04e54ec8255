// Texts and numbers one after the other, each with its length in front: the form of stored programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace lenslet::ocl {

void add_part(std::string& to, std::string_view text);
void add_number(std::string& to, std::int64_t value);

// Puts the mark before the parts and their checksum behind them.
std::string sealed(std::string_view mark, std::string_view parts);

// Reads bytes that may be damaged. All functions throw Error of kind build, "WHAT is damaged; allowed: ...".
class PartReader {
 public:
  PartReader(std::string_view parts, std::string what) : rest_(parts), what_(std::move(what)) {}

  // Reads parts with this mark. Throws where the mark or the checksum is wrong.
  static PartReader unsealed(std::string_view mark, std::string_view bytes, const std::string& what);

  std::string_view text();
  std::int64_t number(std::int64_t most);  // from 0 to `most`
  bool at_end() const { return rest_.empty(); }
  [[noreturn]] void refuse_damaged() const;

 private:
  std::string_view rest_;
  std::string what_;
};

}  // namespace lenslet::ocl
#pragma GCC visibility pop
