// The page reads its data as JSON from an element, so that no text of a driver or a study is ever taken for code.
#include "studies/report/html.hpp"

#include <string_view>

#include <lenslet/error.hpp>

#include "studies/report/page_data.hpp"
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
  text += script_text(page_data(records));
  return text += page.substr(data + data_mark.size());
}

}  // namespace lenslet::report
