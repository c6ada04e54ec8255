// Heads of users' filters: what is accepted and written again is accepted, and is the same; and code and what it asks
// for are looked through.
#include <string>

#include "fuzz.hpp"
#include "user/calls.hpp"
#include "user/head.hpp"
#include "user/scan.hpp"

namespace lenslet::fuzz {

void run(std::string_view bytes) {
  const user::Scan code = user::scan(bytes);
  expect(code.functions.size() <= bytes.size(), "a function takes a byte at least");
  for (const user::Call& call : user::calls_in(bytes))
    for (const std::string& argument : call.arguments)
      user::value_of(argument, [](std::string_view) { return std::optional<std::int64_t>(2); });
  const auto head = accepted([&] { return user::parse_head(bytes, "filter.cl"); });
  if (!head) return;
  const std::string text = user::text_of(*head);
  const auto again = accepted([&] { return user::parse_head(text, "filter.cl"); });
  if (!again) std::fprintf(stderr, "%s", text.c_str());
  expect(again.has_value(), "a head that is written is read");
  expect(user::text_of(*again) == text, "it is the same");
}

}  // namespace lenslet::fuzz
