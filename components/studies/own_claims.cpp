// Reads the text of one's own claims, measures their ways and judges them.
#include <lenslet/own_claims.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/statistics.hpp>

#include "array/compare.hpp"
#include "elapsed.hpp"
#include "names.hpp"
#include "studies/claims.hpp"
#include "studies/experiment.hpp"
#include "studies/judgement.hpp"
#include "studies/study.hpp"

namespace lenslet {
namespace study {

struct OwnLine {
  int number;  // of the text's line
  std::string name, place, command;
};

struct OwnChart {
  std::string title, axis;
  double tolerance = 0;
  std::vector<OwnLine> lines = {};
};

struct OwnText {
  std::string about;
  std::vector<OwnChart> charts;
  std::vector<ListedClaim> claims;
};

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

std::optional<double> number_of(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

// Reads "within 1e-5".
double tolerance_in(const std::string& text) {
  constexpr std::string_view word = "within ";
  const std::optional<double> value = text.starts_with(word) ? number_of(text.substr(word.size())) : std::nullopt;
  if (!value || *value < 0) throw std::logic_error(fmt::format("'{}'; allowed: within NUMBER, as within 1e-5", text));
  return *value;
}

OwnChart chart_in(const std::string& text) {
  const std::vector<std::string> fields = claim_fields(text);
  if (fields.size() > 3 || fields.front().empty()) throw std::logic_error("chart TITLE [| AXIS [| within T]]");
  return {fields[0], fields.size() > 1 ? fields[1] : "", fields.size() > 2 ? tolerance_in(fields[2]) : 0};
}

// A command may have the separator, too.
OwnLine line_in(int number, const std::string& text) {
  const std::size_t bar = text.find(" | ");
  if (bar == std::string::npos) throw std::logic_error("line NAME [@ PLACE] | COMMAND");
  OwnLine line{number, claim_fields(text.substr(0, bar)).front(), {}, text.substr(bar + 3)};
  if (const std::size_t at = line.name.find(" @ "); at != std::string::npos) {
    line.place = line.name.substr(at + 3);
    line.name.resize(at);
  }
  if (line.name.empty() || line.command.empty()) throw std::logic_error("line NAME [@ PLACE] | COMMAND");
  return line;
}

bool take_line(OwnText& own, int number, const std::string& verb, const std::string& text) {
  if (verb == "about") return own.about = text, true;
  if (verb == "chart") return own.charts.push_back(chart_in(text)), true;
  if (verb != "line") return false;
  if (own.charts.empty()) throw std::logic_error("the first chart is yet to come");
  own.charts.back().lines.push_back(line_in(number, text));
  return true;
}

std::vector<std::string> places_of(const OwnChart& chart) {
  std::vector<std::string> places;
  for (const OwnLine& line : chart.lines)
    if (std::ranges::find(places, line.place) == places.end()) places.push_back(line.place);
  return places;
}

// Whether the places are numbers of the axis; else they are its words.
bool has_numbers(const OwnChart& chart) {
  return std::ranges::all_of(places_of(chart), [](const std::string& place) { return number_of(place).has_value(); });
}

// A number is the same place however it is written: 3, 3.0 or 3e0. Nor is -0 another than 0.
std::string number_name(const std::string& place) {
  const std::optional<double> number = number_of(place);
  return number ? fmt::format("{}", *number + 0.0) : place;
}

void name_places(OwnChart& chart) {
  if (!has_numbers(chart)) return;
  for (OwnLine& line : chart.lines) line.place = number_name(line.place);
}

std::string last_place(const OwnChart& chart) {
  const std::vector<std::string> places = places_of(chart);
  if (!has_numbers(chart)) return places.back();
  return *std::ranges::max_element(places, {}, [](const std::string& place) { return *number_of(place); });
}

// Each line's own last place would be another.
void check_last(const ListedClaim& claim, const OwnChart& chart, const std::string& name) {
  const std::string last = last_place(chart);
  std::vector<std::string> places;
  for (const OwnLine& line : chart.lines)
    if (line.name == name) places.push_back(line.place);
  if (std::ranges::find(places, last) == places.end())
    refuse(fmt::format("claim {}: '{}' is not at the chart's last place, {}; allowed: a named place, {}", claim.number,
                       name, last, joined(places)));
}

const OwnChart& chart_of(const OwnText& own, const ListedClaim& claim, const std::string& text) {
  const OwnChart* found = text.empty() ? &own.charts.front() : nullptr;
  std::vector<std::string> titles;
  for (const OwnChart& chart : own.charts) {
    titles.push_back(chart.title);
    if (!text.empty() && chart.title.find(text) != std::string::npos && !(found && found->title == text))
      found = &chart;
  }
  if (!found) refuse(fmt::format("claim {}: no chart '{}'; allowed: {}", claim.number, text, joined(titles)));
  return *found;
}

void check_side(const OwnText& own, const ListedClaim& claim, const Side& side, const std::string& place) {
  const OwnChart& chart = chart_of(own, claim, side.chart);
  std::vector<std::string> names;
  for (const OwnLine& line : chart.lines)
    if (std::ranges::find(names, line.name) == names.end()) names.push_back(line.name);
  if (std::ranges::find(names, side.line) == names.end())
    refuse(fmt::format("claim {}: no line '{}'; allowed: {}", claim.number, side.line, joined(names)));
  const std::string& at = side.place.empty() ? place : side.place;
  if (at.empty() || at == "last") return check_last(claim, chart, side.line);
  const std::vector<std::string> places = places_of(chart);
  if (std::ranges::find(places, has_numbers(chart) ? number_name(at) : at) == places.end())
    refuse(fmt::format("claim {}: no place '{}'; allowed: last, {}", claim.number, at, joined(places)));
}

void check_claim(const OwnText& own, const ListedClaim& claim) {
  if (claim.text.empty()) refuse(fmt::format("claim {} has no line 'says'", claim.number));
  if (claim.comparisons.empty()) refuse(fmt::format("claim {} has no comparison", claim.number));
  for (const Comparison& comparison : claim.comparisons) {
    if (comparison.kind == Comparison::Kind::judged)
      refuse(
          fmt::format("claim {}: 'judged' is for the code of Lenslet's own studies; allowed: faster, alike, "
                      "gains-less, somewhere, remark",
                      claim.number));
    const std::vector<std::string> none = {""};
    for (const std::string& place : comparison.places.empty() ? none : comparison.places)
      for (const Side& side : comparison.sides) check_side(own, claim, side, place);
  }
}

void check(const OwnText& own) {
  if (own.charts.empty()) refuse("no chart; allowed: one or more, with their lines");
  std::set<std::string> titles, texts;
  std::set<int> numbers;
  for (const OwnChart& chart : own.charts) {
    if (chart.lines.empty()) refuse(fmt::format("chart '{}' has no line", chart.title));
    if (!titles.insert(chart.title).second) refuse(fmt::format("chart '{}' is there twice", chart.title));
    std::set<std::pair<std::string, std::string>> known;
    for (const OwnLine& line : chart.lines)
      if (!known.emplace(line.name, line.place).second)
        refuse(fmt::format("line {}: '{}' is there twice at this place", line.number, line.name));
  }
  if (own.claims.empty()) refuse("no claim; allowed: one or more");
  for (const ListedClaim& claim : own.claims) {
    check_claim(own, claim);
    if (!numbers.insert(claim.number).second || !texts.insert(claim.text).second)
      refuse(fmt::format("claim {} is there twice", claim.number));
  }
}

using Arrays = std::vector<Array>;

std::optional<std::string> element_mismatch(const Array& got, const Array& expected, double tolerance) {
  if (got.type() != expected.type())
    return fmt::format("the result is {}, not {}", to_string(got.type()), to_string(expected.type()));
  if (tolerance == 0 || is_integer(got.type().type)) return array::first_difference(got, expected);
  for (std::int64_t i = 0; i < got.count(); ++i) {
    const double is = got.at(i), should = expected.at(i);
    const double bound = tolerance * std::max(std::abs(is), std::abs(should));
    if (!is_within(is, should, bound)) return fmt::format("element {} is {}, not {} within {}", i, is, should, bound);
  }
  return {};
}

// The results of a place's first way that ran. Others must have the same.
struct Agreed {
  std::string line;
  std::optional<Arrays> results = {};
};

std::optional<std::string> mismatch(Agreed& agreed, const OwnLine& line, const Arrays& results, double tolerance) {
  if (!agreed.results) {
    agreed = {line.name, results};
    return {};
  }
  if (results.size() != agreed.results->size())
    return fmt::format("{} results, and {} of {}", results.size(), agreed.results->size(), agreed.line);
  for (std::size_t i = 0; i < results.size(); ++i)
    if (const auto wrong = element_mismatch(results[i], (*agreed.results)[i], tolerance))
      return fmt::format("{}, as by {}", *wrong, agreed.line);
  return {};
}

void add_chart(Experiment& experiment, const OwnChart& chart, const MakeWay& make) {
  const bool numbers = has_numbers(chart);
  const std::vector<std::string> places = places_of(chart);
  std::vector<std::string> words = numbers ? std::vector<std::string>() : places;
  std::ranges::replace(words, std::string(), std::string("all"));
  const std::size_t added = experiment.add_chart(chart.title, chart.axis, std::move(words));
  std::vector<std::shared_ptr<Agreed>> agreed;
  for (std::size_t i = 0; i < places.size(); ++i) agreed.push_back(std::make_shared<Agreed>());
  for (const OwnLine& line : chart.lines) {
    const auto place = static_cast<std::size_t>(std::ranges::find(places, line.place) - places.begin());
    const double x = numbers ? *number_of(line.place) : static_cast<double>(place);
    experiment.add(added, line.name, x, [line, make, shared = agreed[place], tolerance = chart.tolerance] {
      OwnWay way = make(line.command);
      const auto wrong = [line, shared, tolerance, way]() {
        const auto own = way.mismatch ? way.mismatch() : std::nullopt;
        return own ? own : mismatch(*shared, line, way.results(), tolerance);
      };
      return Ready{way.run, way.how, way.source, wrong};
    });
  }
}

OwnText parse(std::string_view text) {
  OwnText own;
  try {
    const auto take = [&own](int number, const std::string& verb, const std::string& rest) {
      return take_line(own, number, verb, rest);
    };
    own.claims = parse_claims(text, take).claims;
  } catch (const std::logic_error& error) {
    refuse(error.what());
  }
  std::ranges::for_each(own.charts, name_places);
  check(own);
  return own;
}

}  // namespace
}  // namespace study

struct OwnClaims::Text : study::OwnText {};

OwnClaims::OwnClaims(std::string_view text) : text_(std::make_shared<const Text>(Text{study::parse(text)})) {}

StudyReport OwnClaims::judge(const Session& session, const std::string& name, const StudyOptions& options,
                             const MakeWay& make) const {
  study::check_options(session, options);
  StudyReport report;
  report.name = name;
  report.summary = text_->about;
  const auto begin = std::chrono::steady_clock::now();
  study::Experiment experiment(session, options, report);
  for (const study::OwnChart& chart : text_->charts) {
    study::add_chart(experiment, chart, make);
    experiment.measure();
  }
  study::judge_rest(experiment, text_->claims, "");
  report.seconds = milliseconds_since(begin) / 1000;
  return report;
}

}  // namespace lenslet
