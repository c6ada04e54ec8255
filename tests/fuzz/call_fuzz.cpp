// What people write behind a command: calls with lists of arguments, times, sizes, and whole lists of works.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>

#include "fuzz.hpp"
#include "json.hpp"
#include "tool/options/parameter.hpp"
#include "tool/options/work_list.hpp"
#include "tool/records/json.hpp"
#include "tool/records/value_text.hpp"

namespace lenslet::fuzz {
namespace {

std::string spelled(const Call& call) {
  std::string text = call.op;
  for (const auto& [name, value] : call.arguments)
    text += fmt::format("{}{}={}", text.size() == call.op.size() ? ":" : ",", name, value_text(value));
  return text;
}

void read_calls(const std::string& text) {
  const auto op = accepted([&] { return cli::op_named(cli::op_of(text)); });
  if (!op) return;
  const auto calls = accepted([&] { return cli::parse_calls(*op, text); });
  if (!calls) return;
  for (const Call& call : *calls) {
    cli::describe(call);
    const std::vector<Call> again = cli::parse_calls(*op, spelled(call));
    expect(again.size() == 1 && again.front().arguments == call.arguments, "a call comes back from text as it was");
  }
}

void read_numbers(const std::string& text) {
  if (const auto seconds = accepted([&] { return cli::parse_duration("--time", text); }))
    expect(*seconds > 0, "a time is more than 0");
  if (const auto elements = accepted([&] { return cli::parse_elements("--elements", text); }))
    expect(*elements > 0, "an array has elements");
  if (const auto size = accepted([&] { return cli::parse_size("--size", text); }))
    expect(size->width > 0 && size->height > 0, "an image has pixels");
  if (const auto region = accepted([&] { return cli::parse_region("--region", text); }))
    expect(cli::parse_region("--region", to_string(*region)) == *region, "a region comes back from text as it was");
}

// A line is an argument of the program.
void read_list(const std::string& text) {
  CLI::App app;
  cli::add_axes(app, "ops");
  cli::add_schedule_axis(app);
  std::vector<std::string> arguments = CLI::detail::split(text, '\n');
  std::ranges::reverse(arguments);  // as CLI11 takes them
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError&) {
    return;
  }
  const auto works = accepted([&] { return cli::read_works(app); });
  if (works && !works->empty()) dumped(cli::to_json(works->back()));
}

}  // namespace

// A text that is a file's name stands for the file, which is not what is looked for here. Long lists have so many
// combinations that they only take long, up to the bound that a test of the tool reaches.
void run(std::string_view bytes) {
  constexpr int max_commas = 24;
  if (bytes.find('/') != bytes.npos || std::ranges::count(bytes, ',') > max_commas) return;
  const std::string text(bytes);
  read_calls(text);
  read_numbers(text);
  read_list(text);
}

}  // namespace lenslet::fuzz
