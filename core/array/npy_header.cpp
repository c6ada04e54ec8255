// Parses a Python dictionary of exactly three keys in any order:
// {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
#include "array/npy_header.hpp"

#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "system/printable.hpp"

namespace lenslet::array {
namespace {

constexpr std::size_t max_sides = 64;  // NumPy's own limit

const ElementCode& coded(std::string_view code) {
  for (const ElementCode& known : npy_codes)
    if (known.code == code) return known;
  std::string allowed;
  for (const ElementCode& known : npy_codes)
    allowed += fmt::format("{}{} ({}{})", allowed.empty() ? "" : ", ", known.code, known.truth ? "as " : "",
                           name_of(known.type));
  throw Error(ErrorKind::unsupported, fmt::format("a .npy of '{}'; allowed: {}", system::excerpt(code), allowed));
}

class Parser {
 public:
  Parser(std::string_view text, bool long_suffix) : rest_(text), long_suffix_(long_suffix) {}

  NpyHeader whole() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size()));
    expect('{');
    while (!take('}')) {
      entry();
      if (take(',')) continue;
      expect('}');
      break;
    }
    skip_blanks();
    if (!rest_.empty()) fail("the end");
    const ElementCode& element = coded(found(code_, "descr"));
    // Before the header is made: GCC 12 frees a shape twice where a later member of the same braces throws.
    std::vector<std::int64_t> shape = found(shape_, "shape");
    const bool fortran_order = found(fortran_order_, "fortran_order");
    return {{element.type, std::move(shape)}, element.truth, fortran_order};
  }

 private:
  void entry() {
    const std::string_view key = text();
    expect(':');
    if (key == "descr")
      set(code_, key, code());
    else if (key == "fortran_order")
      set(fortran_order_, key, truth());
    else if (key == "shape")
      set(shape_, key, shape());
    else
      throw_damaged_npy(fmt::format("its header has '{}'; allowed: descr, fortran_order, shape", system::excerpt(key)));
  }

  template <class Value>
  static void set(std::optional<Value>& place, std::string_view key, Value value) {
    if (place) throw_damaged_npy(fmt::format("its header has '{}' twice", key));
    place = std::move(value);
  }

  template <class Value>
  static Value found(const std::optional<Value>& place, std::string_view key) {
    if (!place) throw_damaged_npy(fmt::format("its header has no '{}'", key));
    return *place;
  }

  std::string_view code() {
    if (at('[') || at('(')) throw Error(ErrorKind::unsupported, "a .npy of records; allowed: plain numbers");
    return text();
  }

  // Reads a text in single or double quotes, without escapes.
  std::string_view text() {
    skip_blanks();
    const std::string_view marks = "'\"";
    if (rest_.empty() || marks.find(rest_.front()) == marks.npos) fail("a text in quotation marks");
    const std::size_t end = rest_.find(rest_.front(), 1);
    if (end == rest_.npos) fail("a text that ends");
    const std::string_view inside = rest_.substr(1, end - 1);
    if (inside.find_first_of("\\\n\r") != inside.npos) fail("a text on one line, without escapes");
    rest_.remove_prefix(end + 1);
    return inside;
  }

  bool truth() {
    skip_blanks();
    for (const auto& [word, value] : {std::pair<std::string_view, bool>{"True", true}, {"False", false}})
      if (rest_.starts_with(word)) {
        rest_.remove_prefix(word.size());
        return value;
      }
    fail("True or False");
  }

  // A single side needs a comma after it, because (4) is a number in Python.
  std::vector<std::int64_t> shape() {
    std::vector<std::int64_t> sides;
    expect('(');
    while (!take(')')) {
      if (sides.size() == max_sides) throw_damaged_npy(fmt::format("its shape has more than {} sides", max_sides));
      sides.push_back(side());
      if (take(',')) continue;
      if (sides.size() == 1) fail("a comma");
      expect(')');
      break;
    }
    return sides;
  }

  std::int64_t side() {
    skip_blanks();
    std::int64_t side = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), side);
    if (error == std::errc::result_out_of_range) throw_damaged_npy("a side of its shape is over 2^63");
    const auto digits = static_cast<std::size_t>(end - rest_.data());
    const bool leading_zero = digits > 1 && rest_.front() == '0';
    if (error != std::errc() || rest_.front() == '-' || leading_zero) fail("a whole number");
    rest_.remove_prefix(digits);
    if (long_suffix_ && rest_.starts_with('L')) rest_.remove_prefix(1);
    return side;
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n\r\f"), rest_.size())); }

  bool at(char wanted) {
    skip_blanks();
    return rest_.starts_with(wanted);
  }

  bool take(char wanted) {
    if (!at(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char wanted) {
    if (!take(wanted)) fail(fmt::format("'{}'", wanted));
  }

  [[noreturn]] void fail(std::string_view wanted) const {
    const std::string here = rest_.empty() ? "its end" : fmt::format("'{}'", system::excerpt(rest_));
    throw_damaged_npy(fmt::format("its header has {} where {} should be", here, wanted));
  }

  std::string_view rest_;
  bool long_suffix_;
  std::optional<std::string_view> code_;
  std::optional<bool> fortran_order_;
  std::optional<std::vector<std::int64_t>> shape_;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text, bool long_suffix) {
  NpyHeader header = Parser(text, long_suffix).whole();
  try {
    check(header.type);
  } catch (const Error& error) {
    throw_damaged_npy(error.what());
  }
  return header;
}

void throw_damaged_npy(const std::string& what) {
  throw Error(ErrorKind::io, fmt::format("a damaged .npy: {}", what));
}

}  // namespace lenslet::array
