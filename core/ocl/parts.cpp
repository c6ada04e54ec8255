// The checksum finds accidents, not malice.
#include "ocl/parts.hpp"

#include <charconv>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/program_cache.hpp"

namespace lenslet::ocl {
namespace {

// Reads the whole text as a number. Returns false where it is none.
template <class Number>
bool read_number(std::string_view digits, Number& value) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size();
}

}  // namespace

void add_part(std::string& to, std::string_view text) {
  to += fmt::format("{}\n", text.size());
  to += text;
}

void add_number(std::string& to, std::int64_t value) {
  add_part(to, fmt::format("{}", value));
}

std::string sealed(std::string_view mark, std::string_view parts) {
  std::string all(mark);
  add_number(all, hash_of(parts));
  all += parts;
  return all;
}

PartReader PartReader::unsealed(std::string_view mark, std::string_view bytes, const std::string& what) {
  PartReader reader(bytes.substr(mark.size()), what);
  const std::string_view checksum = reader.text();
  if (checksum != fmt::format("{}", hash_of(reader.rest_))) reader.refuse_damaged();
  return reader;
}

void PartReader::refuse_damaged() const {
  throw Error(ErrorKind::build, fmt::format("{} is damaged; allowed: one as it was written, whole", what_));
}

std::string_view PartReader::text() {
  const std::size_t digits = rest_.find('\n');
  std::size_t size = 0;
  if (digits == rest_.npos || !read_number(rest_.substr(0, digits), size) || size > rest_.size() - digits - 1)
    refuse_damaged();
  const std::string_view text = rest_.substr(digits + 1, size);
  rest_.remove_prefix(digits + 1 + size);
  return text;
}

std::int64_t PartReader::number(std::int64_t most) {
  std::int64_t value = 0;
  if (!read_number(text(), value) || value < 0 || value > most) refuse_damaged();
  return value;
}

}  // namespace lenslet::ocl
