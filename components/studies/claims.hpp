// The claims that studies judge, and the comparisons that judge them: claims.txt.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lenslet/study.hpp>

namespace lenslet::study {

// A point of a chart, as claims.txt names it.
struct Side {
  std::string chart, line, place;
};

struct Comparison {
  enum class Kind : std::uint8_t { faster, alike, gains_less, somewhere, judged, remark };

  Kind kind;
  double factor = 1;
  std::vector<Side> sides = {};
  std::vector<std::string> places = {};
  std::string words = {};  // what the study's code judges by, or a remark
};

struct ListedClaim {
  int number;
  std::string study, source, text, why;
  std::vector<Comparison> comparisons;
};

struct ClaimList {
  std::vector<std::pair<std::string, std::string>> sources;  // names, and what they mean
  std::vector<std::pair<std::string, std::string>> studies;  // names, and summaries
  std::vector<std::pair<std::string, StudyTerm>> terms;      // for the studies that use them
  std::vector<std::pair<std::string, std::string>> notes;    // for the studies
  std::vector<ListedClaim> claims;
};

// Takes a line by its number, its first word and the rest, where the text has more than claims: returns whether it did.
// A std::logic_error says what is wrong in the line.
using TakeLine = std::function<bool(int number, const std::string& verb, const std::string& text)>;

// Reads a text like claims.txt. With `more` claims need no study and no source, and are its own text's. Throws
// std::logic_error that names the wrong line.
ClaimList parse_claims(std::string_view text, const TakeLine& more = {});

// Divides a line at its bars.
std::vector<std::string> claim_fields(std::string_view text);

// Parses claims.txt, once.
const ClaimList& all_claims();

// Returns a study's claims in the order of their numbers.
std::vector<ListedClaim> claims_of(std::string_view study);

// Finds a claim. `place` is its place among the claims of this number.
const ListedClaim& listed_claim(int number, std::size_t place = 0);

}  // namespace lenslet::study
