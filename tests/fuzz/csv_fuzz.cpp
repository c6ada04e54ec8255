// Tables of numbers: what is read can be written, and is then the same.
#include <algorithm>
#include <cmath>

#include <lenslet/array_file.hpp>

#include "fuzz.hpp"

void lenslet::fuzz::run(std::string_view bytes) {
  const auto table = accepted([&] { return parse_csv(bytes); });
  if (!table) return;
  const Array again = parse_csv(csv_text(*table));
  expect(again.type() == table->type(), "a table comes back from CSV with its shape");
  const auto same = [](double a, double b) { return a == b ? std::signbit(a) == std::signbit(b) : a != a && b != b; };
  expect(std::ranges::equal(again.as<double>(), table->as<double>(), same), "a table comes back from CSV as it was");
}
