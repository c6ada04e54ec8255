// Writes the parts that need no browser: verdicts, their figures, the medians of every chart, tables and notes.
#include "studies/report/markdown.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "studies/report/claims.hpp"
#include "studies/report/compare.hpp"
#include "studies/report/medians.hpp"

namespace lenslet::report {
namespace {

using Lines = std::vector<std::string>;

// Escapes text, so that it neither ends a table's cell nor counts as HTML.
std::string plain(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '\\') result += '\\';
    if (c == '<')
      result += "&lt;";
    else
      result += c == '\n' || c == '\r' ? ' ' : c;
  }
  return result;
}

std::string row(const Lines& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += fmt::format(" {} |", plain(cell));
  return line + '\n';
}

std::string table(const Lines& columns, const std::vector<Lines>& rows) {
  std::string text = row(columns) + '|';
  for (std::size_t i = 0; i < columns.size(); ++i) text += " --- |";
  text += '\n';
  for (const Lines& cells : rows) text += row(cells);
  return text;
}

std::string folded(const std::string& title, const std::string& content) {
  return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n\n", plain(title), content);
}

std::string devices_table(const std::vector<Record>& records) {
  std::vector<Lines> rows;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Record& record = records[i];
    rows.push_back({fact(record, "name"), record.machine.empty() ? "-" : record.machine, fact(record, "platform"),
                    fact(record, "driver"), fact(record, "compute_units"), fmt::format("{:g}", record.scale),
                    fmt::format("{}", record.runs), record.version, record.time});
  }
  return table({"device", "machine", "platform", "driver", "units", "scale", "runs", "lenslet", "measured"}, rows);
}

std::string claims_table(const std::vector<JudgedClaim>& claims, const Lines& labels) {
  Lines columns{"number", "claim", "study"};
  columns.insert(columns.end(), labels.begin(), labels.end());
  std::string text = table(columns, {});
  for (const JudgedClaim& claim : claims) {
    text += fmt::format("| {} | {} | [{}](#{}) |", claim.number, plain(claim.text), plain(claim.study), claim.study);
    for (const Claim* judged : claim.judged) text += fmt::format(" {} |", verdict_of(judged));
    text += '\n';
  }
  return text;
}

std::string figures(const Claim& claim) {
  std::string text;
  for (const ClaimFigure& figure : claim.figures) text += fmt::format("* {}\n", plain(figure.text));
  return text;
}

// Writes the verdict of each device, and its reasons folded away.
std::string verdicts_list(const std::vector<JudgedClaim>& claims, const std::string& study, const Lines& labels) {
  std::string text;
  for (const JudgedClaim& claim : claims) {
    if (claim.study != study) continue;
    text += fmt::format("**{}.** {}{}\n\n", claim.number, plain(claim.text),
                        claim.why.empty() ? "" : " *" + plain(claim.why) + "*");
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (claim.judged[i] == nullptr) continue;
      text += fmt::format("{}: **{}**\n\n", plain(labels[i]), verdict_of(claim.judged[i]));
      if (const auto count = claim.judged[i]->figures.size(); count > 0)
        text += folded(count == 1 ? "1 figure" : fmt::format("{} figures", count), figures(*claim.judged[i]));
    }
  }
  return text;
}

std::string device_part(const StudyReport& study, const std::string& label) {
  std::string text;
  const auto add = [&](const StudyTable& each) {
    text += folded(fmt::format("{}, on {}", each.title, label), table(each.columns, each.rows));
  };
  for (const StudyChart& chart : study.charts) add(medians_table(chart));
  for (const StudyTable& each : study.tables) add(each);
  return text;
}

// Writes the differences of the tables, after the devices' own tables.
std::string comparisons(const std::vector<Record>& records, const std::string& study) {
  std::string text;
  for (const TableComparison& one : compared_tables(records, study)) {
    text += fmt::format("**{}, compared.** {}\n\n", plain(one.title), plain(one.result));
    if (!one.differing.rows.empty())
      text += folded(one.differing.title, table(one.differing.columns, one.differing.rows));
  }
  return text;
}

// Writes the notes. A note of several devices stands once.
std::string notes_list(const std::vector<Record>& records, const std::string& study, const Lines& labels) {
  std::vector<std::pair<std::string, Lines>> notes;
  const auto add = [&](const std::string& note, const std::string& label) {
    const auto found = std::ranges::find(notes, note, &std::pair<std::string, Lines>::first);
    found == notes.end() ? notes.push_back({note, {label}}) : found->second.push_back(label);
  };
  for (std::size_t i = 0; i < records.size(); ++i) {
    const StudyReport* report = find(records[i], study);
    if (report == nullptr) continue;
    for (const std::string& note : report->notes) add(note, labels[i]);
    for (const MissingPoints& missing : missing_points(*report))
      add(fmt::format("Without times, {} points: {}", missing.count, missing.reason), labels[i]);
  }
  std::string text;
  for (const auto& [note, devices] : notes)
    text += devices.size() == labels.size()
                ? fmt::format("* {}\n", plain(note))
                : fmt::format("* {}: {}\n", plain(fmt::format("{}", fmt::join(devices, ", "))), plain(note));
  return text.empty() ? text : text + '\n';
}

std::string study_section(const std::vector<Record>& records, const std::vector<JudgedClaim>& claims,
                          const std::string& study, const Lines& labels) {
  std::string text = fmt::format("## {}\n\n", plain(study)), parts;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const StudyReport* report = find(records[i], study);
    if (report == nullptr) continue;
    if (parts.empty()) text += plain(report->summary) + "\n\n";
    parts += device_part(*report, labels[i]);
  }
  return fmt::format("{}<!-- study {} -->\n\n{}{}{}{}", text, plain(study), verdicts_list(claims, study, labels),
                     notes_list(records, study, labels), parts, comparisons(records, study));
}

}  // namespace

std::string markdown(const std::vector<Record>& records) {
  const Lines labels = dated_labels(records);
  const std::vector<JudgedClaim> claims = judged_claims(records);
  std::string text = fmt::format("# Studies\n\n<!-- front -->\n\n## Devices\n\n{}\n## Claims\n\n{}\n",
                                 devices_table(records), claims_table(claims, labels));
  for (const std::string& study : study_names(records)) text += study_section(records, claims, study, labels);
  for (std::size_t i = 0; i < records.size(); ++i)
    for (const Failure& failure : records[i].failures)
      text += fmt::format("`{}` failed on {}: {}\n\n", failure.study, plain(labels[i]), plain(failure.error));
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace lenslet::report
