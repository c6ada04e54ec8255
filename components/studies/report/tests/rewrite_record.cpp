// rewrite_record FILE: prints a record as `lenslet study --json` writes it, with summaries of the runs, to which tests
// hold those of the page's script.
#include <fstream>
#include <iostream>
#include <iterator>

#include "studies/report/json.hpp"

int main(int, char** arguments) {
  std::ifstream file(arguments[1]);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::cout << lenslet::report::json_text(lenslet::report::parse_record(text));
}
