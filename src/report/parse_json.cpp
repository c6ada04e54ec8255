// The text is parsed twice: what breaks the bounds is never made. The library's callbacks would do with once, but take
// time that grows with the square of an array's length.
#include "report/parse_json.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "system/memory.hpp"

namespace lenslet::report {
namespace {

constexpr std::size_t deepest = 64;
constexpr std::size_t most_fields = 1000;
constexpr std::size_t bytes_per_byte =
    24;  // `""` and a comma become a value of 16 bytes and a text of 32, and some spare

// Sees what the text holds before any of it becomes a value.
class Bounds : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return begin(); }
  bool start_array(std::size_t) override { return begin(); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool key(string_t&) override {
    if (++fields_[open_] > most_fields)
      throw Error(ErrorKind::io, fmt::format("an object of more than {} fields", most_fields));
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  bool begin() {
    if (open_ == deepest)
      throw Error(ErrorKind::io, fmt::format("arrays and objects in one another more than {} deep", deepest));
    fields_[++open_] = 0;
    return true;
  }

  bool end() {
    --open_;
    return true;
  }

  std::size_t open_ = 0;
  std::array<std::size_t, deepest + 1> fields_{};
};

void check_memory(const std::string& text) {
  const std::uint64_t most = system::default_memory_limit();
  if (text.size() <= most / bytes_per_byte) return;
  throw Error(ErrorKind::io, fmt::format("{} bytes of JSON, whose values may take {} bytes; allowed: {}", text.size(),
                                         text.size() * bytes_per_byte, most));
}

}  // namespace

Json parse_json(const std::string& text) {
  check_memory(text);
  try {
    Bounds bounds;
    Json::sax_parse(text, &bounds);  // where it ends early for what is no JSON, parsing says why
    return Json::parse(text);
  } catch (const Json::parse_error& error) {  // its own text repeats the bytes at fault, which may be anything
    throw Error(ErrorKind::io, fmt::format("not JSON, or cut short: wrong at byte {} of {}",
                                           std::min(error.byte, text.size()), text.size()));
  } catch (const Json::exception&) {
    throw Error(ErrorKind::io, "not JSON that can be read: a number is out of range");
  }
}

}  // namespace lenslet::report
