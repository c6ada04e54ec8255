// Runs a setup, judges what it made, and says in a line what is wrong.
#include "listings/run.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::listings {
namespace {

constexpr std::size_t max_shown = 8;

std::string list_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "; ") + line;
  return text;
}

void check_needs(const Session& session, const Listing& listing) {
  const std::vector<std::string>& has = session.device().extensions;
  for (const std::string& need : listing.needs)
    if (std::ranges::find(has, need) == has.end())
      throw Error(ErrorKind::unsupported, fmt::format("{} has no {}", session.device().name, need));
}

// The place of an element in an array of this shape: "row 3, column 4".
std::string place_of(std::size_t element, const std::vector<std::int64_t>& shape) {
  if (shape.size() < 2) return fmt::format("{}", element);
  std::string text;
  for (std::size_t i = shape.size(); i-- > 0;) {
    const auto side = static_cast<std::size_t>(shape[i]);
    text = fmt::format("{}{}", element % side, text.empty() ? "" : ", ") + text;
    element /= side;
  }
  return text;
}

std::vector<std::size_t> places_of(const Check& check, std::size_t count) {
  if (!check.only.empty()) return check.only;
  std::vector<std::size_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i;
  return all;
}

const std::vector<std::int64_t>& shape_of(const Setup& setup, const Check& check) {
  static const std::vector<std::int64_t> none;
  const auto memory = std::ranges::find(setup.memory, check.what, &Memory::name);
  return check.finish || memory == setup.memory.end() ? none : memory->type.shape;
}

// A whole number with all its digits, and any other with as many as a float has.
std::string digits_of(double value) {
  constexpr double most = 9007199254740992;  // up to which a double holds every whole number
  const bool is_whole = std::trunc(value) == value && std::abs(value) <= most;
  return is_whole ? fmt::format("{:.0f}", value) : fmt::format("{:.7g}", value);
}

// What a check found: how many numbers are right, the first of those that are not, and those that the text prints.
struct Found {
  std::size_t numbers = 0;
  std::size_t wrong = 0;
  std::string column;  // that was compared with
  Table table;
};

bool is_shown(const Check& check, std::size_t element) {
  return std::ranges::find(check.shown, element) != check.shown.end();
}

Found compared(const Setup& setup, const Check& check, const std::vector<double>& got, const Check::Column& column,
               const Values& before) {
  const std::vector<double> expected = column.expected(before);
  const std::vector<double> others = column.or_each ? column.or_each(before) : expected;
  if (got.size() != expected.size() || got.size() != others.size())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{}: {} numbers, {} expected", check.what, got.size(), expected.size()));
  const auto is_as_expected = [&](std::size_t i) {
    return is_near(got[i], expected[i], check.tolerance) || is_near(got[i], others[i], check.tolerance);
  };
  Found found;
  found.column = column.name;
  for (const std::size_t i : places_of(check, got.size())) {
    ++found.numbers;
    const bool is_wrong = !is_as_expected(i) && found.wrong++ < max_shown;
    if (!is_wrong && !is_shown(check, i)) continue;
    found.table.rows.push_back({place_of(i, shape_of(setup, check)), digits_of(got[i]), digits_of(expected[i])});
  }
  found.table.title = check.what;
  found.table.columns = {"element", "here", found.wrong == 0 ? "the text" : column.name};
  return found;
}

Found judge(const Setup& setup, const Check& check, const Values& before, const Values& after) {
  const std::vector<double> got = check.finish ? check.finish(after) : after.at(check.what);
  Found nearest = compared(setup, check, got, {check.column, check.expected}, before);
  for (const Check::Column& column : check.or_else)
    if (Found other = compared(setup, check, got, column, before); other.wrong < nearest.wrong)
      nearest = std::move(other);
  return nearest;
}

std::string wrong_text(const Check& check, const Found& found) {
  return fmt::format("{} of {} numbers of {} are {}", found.wrong, found.numbers, check.what,
                     found.column == "right" ? "wrong" : "not as " + found.column);
}

Outcome judged(const Setup& setup, const Contents& contents) {
  Outcome outcome;
  const Values after = contents.outputs();
  std::size_t numbers = 0;
  std::string columns;
  std::vector<std::string> wrong;
  for (const Check& check : setup.checks) {
    Found found = judge(setup, check, contents.before(), after);
    numbers += found.numbers;
    if (found.wrong > 0) wrong.push_back(wrong_text(check, found));
    if (!check.or_else.empty()) columns += ", as " + found.column;
    if (!found.table.rows.empty()) outcome.tables.push_back(std::move(found.table));
  }
  for (std::string& outside : contents.written_outside()) wrong.push_back(std::move(outside));
  outcome.state = wrong.empty() ? State::right : State::wrong;
  outcome.verdict = wrong.empty() ? fmt::format("{0} of {0} numbers are right{1}", numbers, columns) : list_of(wrong);
  for (const Memory& memory : setup.memory)
    if (memory.output) outcome.outputs.emplace(memory.name, contents.download(memory.name));
  return outcome;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

Outcome ended_by(const Error& error) {
  const bool lacks = error.kind() == ErrorKind::unsupported;
  return {lacks ? State::not_here : State::wrong, first_line(error.what())};
}

// Whether a row shows another value than the text has, which decides nothing: devices differ there.
bool differs_from_text(const Table& table) {
  return table.columns.size() == 3 && std::ranges::any_of(table.rows, [](const std::vector<std::string>& row) {
           return !row[2].empty() && row[1] != row[2];
         });
}

Outcome host_outcome(HostResult result) {
  Outcome outcome;
  outcome.state = result.wrong.empty() ? State::right : State::wrong;
  const bool differs = std::ranges::any_of(result.tables, differs_from_text);
  outcome.verdict = !result.wrong.empty() ? list_of(result.wrong)
                    : differs             ? "as the text says; where the columns differ, that decides nothing"
                                          : "as the text says";
  outcome.tables = std::move(result.tables);
  return outcome;
}

Outcome run_setup(const Session& session, const Listing& listing, const std::string& options, const Setup& setup) {
  const Ready ready(session, listing, options, setup);
  const double ms = ready.launch_ms();
  Outcome outcome = judged(setup, ready.contents());
  outcome.ms = ms;
  return outcome;
}

// Calls the function and turns what it throws into a verdict.
template <class Function>
Outcome guarded_outcome(const Function& function) {
  try {
    return function();
  } catch (const Error& error) {
    return ended_by(error);
  }
}

}  // namespace

bool is_near(double got, double expected, double tolerance) {
  return is_within(got, expected, tolerance * std::max(1.0, std::abs(expected)));
}

std::string_view name_of(State state) {
  constexpr std::string_view names[] = {"right", "wrong", "not here"};
  return names[static_cast<std::size_t>(state)];
}

Ready::Ready(const Session& session, const Listing& listing, const std::string& options, const Setup& setup)
    : queue_(session), built_(built(session, listing, options, setup)), contents_(queue_, setup) {
  for (const Step& step : built_.setup.steps) {
    std::vector<KernelArgument> arguments;
    for (const Argument& argument : step.arguments) arguments.push_back(contents_.argument(argument));
    steps_.push_back({built_.program.kernel(step.kernel), step.range, std::move(arguments)});
  }
}

double Ready::launch_ms() const {
  std::vector<Event> events;
  const auto begin = std::chrono::steady_clock::now();
  for (const Launched& step : steps_) events.push_back(queue_.launch(step.kernel, step.range, step.arguments));
  queue_.finish();
  const std::chrono::duration<double, std::milli> host = std::chrono::steady_clock::now() - begin;
  if (events.empty()) return 0;
  const EventTimes first = times_of(events.front()), last = times_of(events.back());
  return last.ended > first.started ? static_cast<double>(last.ended - first.started) * 1e-6 : host.count();
}

std::string kernel_file(const Listing& listing) {
  return listing.file.empty() ? listing.name + ".cl" : listing.file;
}

Outcome run(const Session& session, const Listing& listing, double scale) {
  return guarded_outcome([&] {
    check_needs(session, listing);
    if (!listing.setup) return host_outcome(listing.host(session));
    return run_setup(session, listing, listing.options, listing.setup(scale));
  });
}

Outcome run_as_printed(const Session& session, const Listing& listing, const Fault& fault, double scale) {
  return guarded_outcome([&] {
    check_needs(session, listing);
    if (fault.host) return host_outcome(fault.host(session));
    Setup setup = listing.setup(scale);
    if (fault.alter) fault.alter(setup);
    return run_setup(session, listing, joined_options(listing.options, fault.options), setup);
  });
}

}  // namespace lenslet::listings
