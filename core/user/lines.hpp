// Splits a head's text into fields. Each has its place, for messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lenslet::user {

struct TextPlace {
  std::size_t line = 1, column = 1;
};

// "key: text", with the following lines up to the next key.
struct Field {
  std::string key;
  std::string text;
  TextPlace place;  // of the text
  TextPlace key_place;
};

struct Fields {
  std::vector<Field> all;
  std::size_t lines = 0;  // of the file, up to the end of its first comment
};

// Reads the comment at the start of a file. Throws invalid_argument where there is none.
Fields fields_of(std::string_view text, const std::string& file);

// For a text without a head: what else to say if it has kernels. Else empty.
std::string hint_of_kernels(std::string_view text);

[[noreturn]] void refuse_at(const std::string& file, TextPlace place, const std::string& problem);

// Reads a field's text. Columns in messages are right in the field's first line; places in later lines count as that
// line's.
class Scanner {
 public:
  Scanner(const Field& field, const std::string& file) : field_(field), file_(file) {}

  bool at_end();
  char next();        // which is not blank; 0 at the end
  bool skip(char c);  // returns whether it was there
  void expect(char c, const char* what);
  std::string word();                                    // letters, digits, '_' and '-'; throws where there is none
  double number();                                       // throws where there is none
  std::string rest();                                    // without blanks at both ends
  [[noreturn]] void refuse(const std::string& problem);  // at the last word or number, or at what should follow

 private:
  const Field& field_;
  const std::string& file_;
  std::size_t at_ = 0, last_ = 0;
};

}  // namespace lenslet::user
