// A head's text as fields, each with its place, for messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lenslet::user {

struct TextPlace {
  std::size_t line = 1, column = 1;
};

// "key: text", with the lines that follow it and begin with no key.
struct Field {
  std::string key;
  std::string text;
  TextPlace place;  // of the text
  TextPlace key_place;
};

struct Fields {
  std::vector<Field> all;
  std::size_t lines = 0;  // of the file, to the end of its first comment
};

// Of the comment that a file begins with. Throws invalid_argument where it begins with none.
Fields fields_of(std::string_view text, const std::string& file);

// What to say besides of a text without a head that has kernels, or nothing.
std::string hint_of_kernels(std::string_view text);

[[noreturn]] void refuse_at(const std::string& file, TextPlace place, const std::string& problem);

// Takes a field's text apart; columns are right in its first line, to which those of later lines belong.
class Scanner {
 public:
  Scanner(const Field& field, const std::string& file) : field_(field), file_(file) {}

  bool at_end();
  char next();        // which is no blank; 0 at the end
  bool skip(char c);  // whether it stood there
  void expect(char c, const char* what);
  std::string word();                                    // letters, digits, '_' and '-'; refuses where there is none
  double number();                                       // refuses where there is none
  std::string rest();                                    // without blanks at both ends
  [[noreturn]] void refuse(const std::string& problem);  // of the last word or number, or of what should follow

 private:
  const Field& field_;
  const std::string& file_;
  std::size_t at_ = 0, last_ = 0;
};

}  // namespace lenslet::user
