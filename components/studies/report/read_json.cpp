// Reads records from JSON, and checks every promise that reports rely on.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "studies/report/field.hpp"
#include "studies/report/format.hpp"
#include "studies/report/json.hpp"
#include "studies/report/parse_json.hpp"
#include "studies/report/source_parts.hpp"

namespace lenslet::report {
namespace {

constexpr int most = std::numeric_limits<int>::max();

template <class Convert>
auto list_of(const Field& field, Convert convert) {
  std::vector<decltype(convert(field))> values;
  for (const Field& item : field.items()) values.push_back(convert(item));
  return values;
}

// Returns the format if it can be read.
std::int64_t read_format(const Field& root) {
  if (!root.has("content") || root["content"].json() != content_name)
    root.refuse("no record of 'lenslet study': 'content' does not say so");
  const std::int64_t format = root["format"].whole(std::numeric_limits<std::int64_t>::min(), INT64_MAX);
  if (format == format_version || format == joined_figures_version) return format;
  root["format"].refuse(fmt::format("{}; this version of lenslet reads the formats {} and {}{}", format,
                                    joined_figures_version, format_version,
                                    format > format_version ? ": a newer one wrote the file" : ""));
}

Json read_device(const Field& field) {
  field["name"].text();
  for (const Json& value : field.json())
    if (value.is_structured() || value.is_null()) field.refuse("a fact is neither a text, a number, true nor false");
  return field.json();
}

Verdict read_verdict(const Field& field) {
  const std::string word = field.text();
  const auto* found = std::ranges::find(verdicts, word, [](Verdict verdict) { return name_of(verdict); });
  if (found == std::end(verdicts)) field.refuse_value("a verdict");
  return *found;
}

// Splits "a takes 1.2 times as long as b (1.1 to 1.3); c: not measured" into its parts.
std::vector<ClaimFigure> split_figures(const std::string& figures) {
  constexpr std::string_view separator = "; ";
  std::vector<ClaimFigure> parts;
  for (std::size_t begin = 0; begin < figures.size();) {
    const std::size_t end = std::min(figures.find(separator, begin), figures.size());
    parts.push_back({figures.substr(begin, end - begin)});
    begin = end + separator.size();
  }
  return parts;
}

double positive(const Field& field) {
  const double value = field.number();
  if (!(value > 0)) field.refuse_value("a number over 0");
  return value;
}

SpeedUp read_speed_up(const Field& field) {
  SpeedUp speed_up{
      field["label"].text(), {positive(field["value"]), {positive(field["low"]), positive(field["high"])}}, {}};
  const std::vector<Field> claimed = field["claimed"].items();
  if (claimed.size() != 2) field["claimed"].refuse(fmt::format("{} bounds; two are expected", claimed.size()));
  const bool open = claimed[1].json().is_null();
  speed_up.claimed = {claimed[0].number(), open ? std::numeric_limits<double>::infinity() : positive(claimed[1])};
  return speed_up;
}

ClaimFigure read_figure(const Field& field) {
  ClaimFigure figure{field["text"].text()};
  if (field.has("speed_up")) figure.speed_up = read_speed_up(field["speed_up"]);
  return figure;
}

Claim read_claim(const Field& field, std::int64_t format) {
  const Field figures = field["figures"];
  Claim claim{static_cast<int>(field["number"].whole(0, most)), field["text"].text(), read_verdict(field["verdict"])};
  claim.figures = format == joined_figures_version ? split_figures(figures.text()) : list_of(figures, read_figure);
  if (format > joined_figures_version) claim.why = field["why"].text();
  return claim;
}

StudyPoint read_point(const Field& field, std::size_t sources) {
  StudyPoint point;
  point.x = field["x"].number();
  point.how = field["how"].text();
  point.source = static_cast<int>(field["source"].whole(-1, static_cast<std::int64_t>(sources) - 1));
  if (field.has("ms")) point.ms = field["ms"].numbers();
  if (point.ms.empty()) point.missing = field["missing"].text();
  return point;
}

void check_category(const Field& x, std::size_t categories) {
  const double place = x.number();
  if (place != std::floor(place) || place < 0 || place >= static_cast<double>(categories))
    x.refuse(fmt::format("{} is no place of one of {} categories", place, categories));
}

StudyChart read_chart(const Field& field, std::size_t sources) {
  StudyChart chart{
      field["title"].text(), field["x_axis"].text(), field["categories"].texts(), {}, field["y_axis"].text()};
  chart.lines = list_of(field["lines"], [&](const Field& line) {
    return StudyLine{line["name"].text(), list_of(line["points"], [&](const Field& point) {
                       if (!chart.categories.empty()) check_category(point["x"], chart.categories.size());
                       return read_point(point, sources);
                     })};
  });
  return chart;
}

StudyTable read_table(const Field& field) {
  StudyTable table{field["title"].text(), field["columns"].texts(), {}};
  if (field.has("keys"))  // the first versions have none
    table.keys = static_cast<int>(field["keys"].whole(0, static_cast<std::int64_t>(table.columns.size())));
  if (field.has("alike")) table.alike = field["alike"].flag();
  table.rows = list_of(field["rows"], [&](const Field& row) {
    if (row.items().size() != table.columns.size())
      row.refuse(fmt::format("{} cells in a table of {} columns", row.items().size(), table.columns.size()));
    return row.texts();
  });
  return table;
}

StudySpan read_span(const Field& field) {
  StudySpan span{field["row"].text(), field["label"].text(), field["begin_ms"].number(), field["end_ms"].number()};
  if (span.end_ms < span.begin_ms) field["end_ms"].refuse(fmt::format("{} lies before the begin", span.end_ms));
  return span;
}

StudyTimeline read_timeline(const Field& field) {
  return {field["title"].text(), list_of(field["spans"], read_span)};
}

StudyTerm read_term(const Field& field) {
  return {field["name"].text(), field["meaning"].text()};
}

StudyReport read_study(const Field& field, std::int64_t format, const std::vector<std::string>& source_parts) {
  StudyReport study;
  study.name = field["name"].text();
  study.summary = field["summary"].text();
  study.seconds = field["seconds"].number();
  if (field.has("ended_early")) study.ended_early = field["ended_early"].text();
  if (format > joined_figures_version) study.terms = list_of(field["terms"], read_term);
  study.claims = list_of(field["claims"], [&](const Field& claim) { return read_claim(claim, format); });
  study.notes = field["notes"].texts();
  study.sources = join_sources(field["sources"], source_parts);
  study.charts = list_of(field["charts"], [&](const Field& chart) { return read_chart(chart, study.sources.size()); });
  study.timelines = list_of(field["timelines"], read_timeline);
  study.tables = list_of(field["tables"], read_table);
  return study;
}

}  // namespace

Record parse_record(const std::string& text) {
  const Json json = parse_json(text);
  const Field root(json);
  const std::int64_t format = read_format(root);
  Record record;
  record.device = read_device(root["device"]);
  record.version = root["lenslet"].text();
  record.time = root["time"].text();
  if (root.has("machine")) record.machine = root["machine"].text();  // the first versions have none
  const Field options = root["options"];
  record.scale = options["scale"].number();
  record.runs = static_cast<int>(options["runs"].whole(0, most));
  record.point_seconds = options["point_seconds"].number();
  record.stopped = root["stopped"].flag();
  const std::vector<std::string> parts = root["source_parts"].texts();
  record.studies = list_of(root["studies"], [&](const Field& study) { return read_study(study, format, parts); });
  record.failures = list_of(root["failures"], [](const Field& failure) {
    return Failure{failure["study"].text(), failure["error"].text()};
  });
  return record;
}

}  // namespace lenslet::report
