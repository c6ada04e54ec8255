// The page reads its data as JSON from an element, so that no text of a driver or a study is ever taken for code.
#include "studies/report/html.hpp"

#include <string_view>

#include <lenslet/error.hpp>

#include "studies/report/claims.hpp"
#include "studies/report/compare.hpp"
#include "studies/report/json.hpp"
#include "studies/report/plain_html.hpp"

#ifdef LENSLET_WITH_HTML
namespace lenslet::embedded {
extern const std::string_view study_page_html;  // assembled from page/ by assemble_page.cmake
}
#endif

namespace lenslet::report {
namespace {

#ifdef LENSLET_WITH_HTML
constexpr bool built_in = true;
const std::string_view& page = embedded::study_page_html;
#else
constexpr bool built_in = false;
constexpr std::string_view page;
#endif

constexpr std::string_view tables_mark = "@TABLES@", data_mark = "@DATA@";  // in their order on the page

Json claims_json(const std::vector<Record>& records) {
  Json claims = Json::array();
  for (const JudgedClaim& claim : judged_claims(records)) {
    claims.push_back({{"number", claim.number},
                      {"study", claim.study},
                      {"text", claim.text},
                      {"why", claim.why},
                      {"judged", Json::array()}});
    for (const Claim* judged : claim.judged)
      claims.back()["judged"].push_back(judged == nullptr ? Json() : to_json(*judged));
  }
  return claims;
}

Json comparisons_json(const std::vector<Record>& records) {
  Json comparisons = Json::array();
  for (const std::string& study : study_names(records))
    for (const TableComparison& one : compared_tables(records, study))
      comparisons.push_back({{"study", study},
                             {"title", one.title},
                             {"result", one.result},
                             {"differing_title", one.differing.title},
                             {"columns", one.differing.columns},
                             {"rows", one.differing.rows}});
  return comparisons;
}

Json data_json(const std::vector<Record>& records) {
  Json data{{"labels", device_labels(records)},
            {"claims", claims_json(records)},
            {"comparisons", comparisons_json(records)},
            {"records", Json::array()}};
  for (const Record& record : records) data["records"].push_back(to_json(record));
  return data;
}

// Writes JSON for a script element. Inside it only "<" can begin the element's end.
std::string script_text(const Json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace))
    c == '<' ? text += "\\u003c" : text += c;
  return text;
}

}  // namespace

bool has_html() {
  return built_in;
}

void require_html() {
  if (!built_in)
    throw Error(ErrorKind::unsupported,
                "this lenslet was built without HTML reports (LENSLET_HTML=OFF): they need Chart.js, Debian's "
                "libjs-chart.js, at build time; --json keeps the results");
}

std::string html(const std::vector<Record>& records) {
  require_html();
  const std::size_t tables = page.find(tables_mark), after = tables + tables_mark.size();
  const std::size_t data = page.find(data_mark, after);
  std::string text(page.substr(0, tables));
  text += plain_html(records);
  text += page.substr(after, data - after);
  text += script_text(data_json(records));
  return text += page.substr(data + data_mark.size());
}

}  // namespace lenslet::report
