// Reads claims.txt.
#include "studies/claims.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "studies/kernels.hpp"

namespace lenslet::study {
namespace {

using Kind = Comparison::Kind;

struct Verb {
  std::string_view word;
  Kind kind;
  std::size_t sides;
  double factor;
};

constexpr std::array verbs = {Verb{"faster", Kind::faster, 2, 1},         Verb{"alike", Kind::alike, 2, 1.1},
                              Verb{"gains-less", Kind::gains_less, 4, 1}, Verb{"somewhere", Kind::somewhere, 2, 1},
                              Verb{"judged", Kind::judged, 0, 1},         Verb{"remark", Kind::remark, 0, 1}};

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' '), end = text.find_last_not_of(' ');
  return begin == std::string_view::npos ? std::string() : std::string(text.substr(begin, end - begin + 1));
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

double number_in(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value > 0))
    throw std::logic_error(fmt::format("'{}' is no number above 0", text));
  return value;
}

// Reads 1.5 or 1/1.05.
double factor_in(const std::string& text) {
  const std::vector<std::string> parts = split(text, '/');
  return parts.size() == 2 ? number_in(parts[0]) / number_in(parts[1]) : number_in(text);
}

// Reads "[chart] line @ place". Without a chart it is the one of the side before.
Side side_in(std::string text, const std::string& chart) {
  Side side{chart, {}, {}};
  if (const std::size_t end = text.find("] "); text.starts_with('[') && end != std::string::npos) {
    side.chart = text.substr(1, end - 1);
    text = text.substr(end + 2);
  }
  const std::size_t at = text.find(" @ ");
  side.line = text.substr(0, at);
  if (at != std::string::npos) side.place = text.substr(at + 3);
  if (side.line.empty()) throw std::logic_error("a side without a line");
  return side;
}

// Adds one comparison for each line that a side may name.
void add_sides(const std::vector<std::string>& texts, const Comparison& begun, std::vector<Comparison>& all) {
  const std::size_t place = begun.sides.size();
  if (place == texts.size()) return all.push_back(begun);
  std::string chart = place > 0 ? begun.sides.back().chart : "";
  for (const std::string& text : split(texts[place], ';')) {
    Comparison next = begun;
    next.sides.push_back(side_in(text, chart));
    chart = next.sides.back().chart;
    add_sides(texts, next, all);
  }
}

void add_comparisons(const std::string& line, std::vector<Comparison>& all) {
  std::vector<std::string> fields = split(line, '|');
  const std::vector<std::string> head = split(fields.front(), ' ');
  fields.erase(fields.begin());
  for (const Verb& verb : verbs) {
    if (verb.word != head.front()) continue;
    Comparison comparison{.kind = verb.kind, .factor = head.size() > 1 ? factor_in(head[1]) : verb.factor};
    const std::size_t more = verb.sides == 0 ? 1 : 0;
    if (fields.size() < verb.sides + more || fields.size() > verb.sides + 1)
      throw std::logic_error(fmt::format("{} sides; {} has {}", fields.size(), verb.word, verb.sides));
    if (verb.sides == 0) comparison.words = fields.front();
    if (verb.sides > 0 && fields.size() > verb.sides) comparison.places = split(fields.back(), ' ');
    fields.resize(verb.sides);
    return add_sides(fields, comparison, all);
  }
  throw std::logic_error(
      fmt::format("'{}' is none of source, study, term, note, claim, says, why and the comparisons", head.front()));
}

// Divides "a b c" into "a" and "b c".
std::pair<std::string, std::string> first_word(const std::string& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  return {text.substr(0, end), trimmed(std::string_view(text).substr(end))};
}

StudyTerm term_in(const std::string& text) {
  const std::vector<std::string> fields = split(text, '|');
  if (fields.size() != 2) throw std::logic_error("term STUDY WORD | MEANING");
  return {fields[0], fields[1]};
}

ListedClaim claim_in(const std::string& text) {
  ListedClaim claim;
  std::istringstream words(text);
  if (!(words >> claim.number >> claim.study >> claim.source)) throw std::logic_error("claim NUMBER STUDY SOURCE");
  return claim;
}

// A claim of one's own is in no list of studies and sources.
ListedClaim own_claim_in(const std::string& text) {
  ListedClaim claim;
  std::istringstream words(text);
  if (std::string more; !(words >> claim.number) || claim.number < 0 || words >> more)
    throw std::logic_error("claim NUMBER");
  return claim;
}

void add_line(int number, const std::string& line, ClaimList& list, const TakeLine& more) {
  const auto [verb, text] = first_word(line);
  const auto [name, rest] = first_word(text);
  if (more && more(number, verb, text)) return;
  if (more && (verb == "source" || verb == "study" || verb == "term" || verb == "note"))
    throw std::logic_error(
        fmt::format("'{}'; allowed: about, chart, line, claim, says, why and the comparisons", verb));
  if (verb == "source")
    list.sources.emplace_back(name, rest);
  else if (verb == "study")
    list.studies.emplace_back(name, rest);
  else if (verb == "term")
    list.terms.emplace_back(name, term_in(rest));
  else if (verb == "note")
    list.notes.emplace_back(name, rest);
  else if (verb == "claim")
    list.claims.push_back(more ? own_claim_in(text) : claim_in(text));
  else if (list.claims.empty())
    throw std::logic_error("the first claim is yet to come");
  else if (verb == "says" || verb == "why")
    (verb == "says" ? list.claims.back().text : list.claims.back().why) = text;
  else
    add_comparisons(line, list.claims.back().comparisons);
}

// A line with its continuation lines.
struct Lines {
  int number;  // of the first line
  std::string text;
};

std::vector<Lines> joined_lines(std::string_view text) {
  std::vector<Lines> all;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();  // of Windows' lines
    if (line.starts_with('#') || trimmed(line).empty()) continue;
    if (line.starts_with(' ') && !all.empty())
      all.back().text += ' ' + trimmed(line);
    else
      all.push_back({number, trimmed(line)});
  }
  return all;
}

}  // namespace

std::vector<std::string> claim_fields(std::string_view text) {
  return split(text, '|');
}

ClaimList parse_claims(std::string_view text, const TakeLine& more) {
  ClaimList list;
  for (const auto& [number, line] : joined_lines(text)) try {
      add_line(number, line, list, more);
    } catch (const std::logic_error& error) {
      throw std::logic_error(fmt::format("claims, line {}: {}", number, error.what()));
    }
  return list;
}

const ClaimList& all_claims() {
  static const ClaimList list = parse_claims(kernel_source("claims.txt"));
  return list;
}

std::vector<ListedClaim> claims_of(std::string_view study) {
  std::vector<ListedClaim> found;
  for (const ListedClaim& claim : all_claims().claims)
    if (claim.study == study) found.push_back(claim);
  return found;
}

const ListedClaim& listed_claim(int number, std::size_t place) {
  for (const ListedClaim& claim : all_claims().claims)
    if (claim.number == number && place-- == 0) return claim;
  throw std::logic_error(fmt::format("claims.txt has no claim {}", number));
}

}  // namespace lenslet::study
