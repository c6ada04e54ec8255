// Parses the text twice, so that nothing over the bounds is ever made. The library's callbacks would need only one
// pass, but their time grows with the square of an array's length.
#include "studies/report/parse_json.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "system/memory.hpp"

namespace lenslet::report {
namespace {

constexpr std::size_t deepest = 64;
constexpr std::size_t max_fields = 1000;

// The memory of a value, measured with arrays of millions: its place in a growing list, and its path when it is read.
constexpr std::uint64_t bytes_of_value = 160;
constexpr std::uint64_t bytes_of_key = 64;

// Checks the bounds of the text before any of it becomes a value.
class Bounds : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return count(0); }
  bool boolean(bool) override { return count(0); }
  bool number_integer(number_integer_t) override { return count(0); }
  bool number_unsigned(number_unsigned_t) override { return count(0); }
  bool number_float(number_float_t, const string_t&) override { return count(0); }
  bool string(string_t& text) override { return count(text.size()); }
  bool binary(binary_t&) override { return count(0); }
  bool start_object(std::size_t) override { return begin(); }
  bool start_array(std::size_t) override { return begin(); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool key(string_t& name) override {
    if (++fields_[open_] > max_fields)
      throw Error(ErrorKind::io, fmt::format("an object of more than {} fields", max_fields));
    bytes_ += bytes_of_key + name.size();
    return true;
  }
  std::uint64_t bytes() const { return bytes_; }  // of memory that the values will take, roughly
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  bool begin() {
    if (open_ == deepest)
      throw Error(ErrorKind::io, fmt::format("arrays and objects in one another more than {} deep", deepest));
    fields_[++open_] = 0;
    return count(0);
  }

  bool end() {
    --open_;
    return true;
  }

  bool count(std::size_t text) {
    bytes_ += bytes_of_value + text;
    return true;
  }

  std::size_t open_ = 0;
  std::uint64_t bytes_ = 0;
  std::array<std::size_t, deepest + 1> fields_{};
};

}  // namespace

Json parse_json(const std::string& text) {
  try {
    Bounds bounds;
    Json::sax_parse(text, &bounds);  // it stops early where the text is no JSON; parsing then says why
    system::check_memory("a JSON text", bounds.bytes(), system::default_memory_limit(), "half of what is free");
    return Json::parse(text);
  } catch (const Json::parse_error& error) {  // its own text repeats the wrong bytes, which may be anything
    throw Error(ErrorKind::io, fmt::format("not JSON, or cut short: wrong at byte {} of {}",
                                           std::min(error.byte, text.size()), text.size()));
  } catch (const Json::exception&) {
    throw Error(ErrorKind::io, "not JSON that can be read: a number is out of range");
  }
}

}  // namespace lenslet::report
