// The one spelling of a schedule: to_string and parse_schedule read the same tables.
#include <lenslet/schedule.hpp>

#include <charconv>
#include <span>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "system/printable.hpp"

namespace lenslet {
namespace {

constexpr std::string_view form = "STORAGE.STAGING.PASSES.COEFFICIENTS.EDGES.vN.xN.yN.gWxH[.stream]";
constexpr std::string_view runtime_group = "gauto";
constexpr std::string_view stream = "stream";
constexpr int largest_group = 4096;
constexpr std::size_t longest_shown = 100;  // more than any schedule has

// In the order of the enums' values.
constexpr std::string_view storages[] = {"buffer", "image_buffer", "image", "image_array"};
constexpr std::string_view stagings[] = {"direct", "window", "aligned", "local2", "local1", "local"};
constexpr std::string_view passes[] = {"single", "fused", "separated_window", "separated_local", "separated"};
constexpr std::string_view coefficients[] = {"constant", "literal"};
constexpr std::string_view edges[] = {"branch", "clamp", "split", "sampler", "pad"};

template <class Enum>
std::string_view word_of(std::span<const std::string_view> words, Enum value) {
  return words[static_cast<std::size_t>(value)];
}

// A number in its one spelling: digits without sign or leading zero. 0 where it is none.
int parse_number(std::string_view digits) {
  int value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  const bool plain = !digits.empty() && digits.front() >= '1' && digits.front() <= '9';
  return plain && error == std::errc{} && stop == end ? value : 0;
}

// Reads word after word; each read is told the name of its axis for the message.
class Reader {
 public:
  explicit Reader(std::string_view spelling) : spelling_(spelling), rest_(spelling) {}

  template <class Enum>
  void read(std::string_view axis, std::span<const std::string_view> words, Enum& value) {
    next(axis, fmt::format("{}", fmt::join(words, ", ")));
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i] == word_) return void(value = static_cast<Enum>(i));
    fail();
  }

  void read_vector(int& value) {
    next("vector", "v1, v2, v4, v8, v16, v32");
    value = number_behind('v');
    if (value < 1 || value > 2 * largest_standard_vector || (value & (value - 1)) != 0) fail();
  }

  void read_items(std::string_view axis, char letter, int max, int& value) {
    next(axis, fmt::format("{0}1 to {0}{1}", letter, max));
    value = number_behind(letter);
    if (value < 1 || value > max) fail();
  }

  void read_group(int& width, int& height) {
    next("group", fmt::format("gauto, gWxH with W and H at least 1 and W*H at most {}", largest_group));
    if (word_ == runtime_group) return void(width = height = 0);
    const std::size_t x = word_.find('x');
    if (!word_.starts_with('g') || x == std::string_view::npos) fail();
    width = parse_number(word_.substr(1, x - 1));
    height = parse_number(word_.substr(x + 1));
    if (width < 1 || height < 1 || height > largest_group / width) fail();
  }

  void read_stores(Stores& stores) {
    if (!more_ || rest_ != stream) return;
    stores = Stores::stream;
    more_ = false;
  }

  void end() const {
    if (more_) fail(fmt::format("'{}' follows the last word. The form is {}", system::excerpt(rest_), form));
  }

 private:
  void next(std::string_view axis, std::string allowed) {
    place_ = fmt::format("word {} ({})", ++count_, axis);
    allowed_ = std::move(allowed);
    if (!more_) fail(fmt::format("{} is missing, allowed: {}. The form is {}", place_, allowed_, form));
    const std::size_t dot = rest_.find('.');
    word_ = rest_.substr(0, dot);
    more_ = dot != std::string_view::npos;
    if (more_) rest_.remove_prefix(dot + 1);
  }

  int number_behind(char letter) const { return word_.starts_with(letter) ? parse_number(word_.substr(1)) : 0; }

  [[noreturn]] void fail() const {
    fail(fmt::format("{} is '{}', allowed: {}", place_, system::excerpt(word_), allowed_));
  }

  [[noreturn]] void fail(const std::string& problem) const {
    throw Error(ErrorKind::invalid_argument,
                fmt::format("schedule '{}': {}", system::excerpt(spelling_, longest_shown), problem));
  }

  std::string_view spelling_;
  std::string_view rest_;  // not yet read
  bool more_ = true;       // a word stands in rest_, perhaps an empty one
  int count_ = 0;
  std::string_view word_;
  std::string place_;
  std::string allowed_;
};

}  // namespace

std::string_view name_of(Storage storage) {
  return word_of(storages, storage);
}

std::string to_string(const Schedule& s) {
  const std::string group =
      s.runtime_group() ? std::string(runtime_group) : fmt::format("g{}x{}", s.group_width, s.group_height);
  return fmt::format("{}.{}.{}.{}.{}.v{}.x{}.y{}.{}{}", word_of(storages, s.storage), word_of(stagings, s.staging),
                     word_of(passes, s.passes), word_of(coefficients, s.coefficients), word_of(edges, s.edges),
                     s.vector, s.items_x, s.items_y, group, s.stores == Stores::stream ? ".stream" : "");
}

Schedule parse_schedule(std::string_view spelling) {
  Schedule result;
  Reader reader(spelling);
  reader.read("storage", storages, result.storage);
  reader.read("staging", stagings, result.staging);
  reader.read("passes", passes, result.passes);
  reader.read("coefficients", coefficients, result.coefficients);
  reader.read("edges", edges, result.edges);
  reader.read_vector(result.vector);
  reader.read_items("items_x", 'x', 8, result.items_x);
  reader.read_items("items_y", 'y', 16, result.items_y);
  reader.read_group(result.group_width, result.group_height);
  reader.read_stores(result.stores);
  reader.end();
  return result;
}

}  // namespace lenslet
