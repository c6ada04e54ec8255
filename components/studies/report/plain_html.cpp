// Texts of drivers and records may contain anything, so each goes through `escaped`. Ends of cells and rows are left
// out, as HTML allows: pages of several records have ten thousands of cells.
#include "studies/report/plain_html.hpp"

#include <string_view>

#include <fmt/format.h>

#include "studies/report/claims.hpp"
#include "studies/report/medians.hpp"

namespace lenslet::report {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c == '<')
      result += "&lt;";
    else if (c == '&')
      result += "&amp;";
    else
      result += c;
  return result;
}

std::string html_row(const std::vector<std::string>& cells, const char* tag) {
  std::string row = "<tr>";
  for (const std::string& cell : cells) row += fmt::format("<{}>{}", tag, escaped(cell));
  return row + "\n";
}

std::string html_table(const StudyTable& table, const std::string& device) {
  std::string text = fmt::format("<table><caption>{}{}</caption>\n<thead>", escaped(table.title),
                                 device.empty() ? "" : ", on " + escaped(device));
  text += html_row(table.columns, "th") + "<tbody>";
  for (const auto& row : table.rows) text += html_row(row, "td");
  return text + "</table>\n";
}

std::string figures_text(const Claim& claim) {
  std::string text;
  for (const ClaimFigure& figure : claim.figures) text += (text.empty() ? "" : "; ") + figure.text;
  return text;
}

StudyTable verdicts_table(const std::vector<Record>& records) {
  const std::vector<std::string> labels = device_labels(records);
  StudyTable table{"Claims", {"number", "study", "claim", "device", "verdict", "figures"}, {}};
  for (const JudgedClaim& claim : judged_claims(records))
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (const Claim* judged = claim.judged[i])
        table.rows.push_back({fmt::format("{}", claim.number), claim.study, claim.text, labels[i],
                              std::string(verdict_of(judged)), figures_text(*judged)});
  return table;
}

}  // namespace

std::string plain_html(const std::vector<Record>& records) {
  const std::vector<std::string> labels = device_labels(records);
  std::string text = html_table(verdicts_table(records), "");
  for (std::size_t i = 0; i < records.size(); ++i)
    for (const StudyReport& study : records[i].studies) {
      text += fmt::format("<h2>{}, on {}</h2>\n<p>{}</p>\n", escaped(study.name), escaped(labels[i]),
                          escaped(study.summary));
      for (const StudyChart& chart : study.charts) text += html_table(medians_table(chart), labels[i]);
      for (const StudyTable& table : study.tables) text += html_table(table, labels[i]);
    }
  return text;
}

}  // namespace lenslet::report
