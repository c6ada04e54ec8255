// Writes records as JSON, field by field: a changed struct must not change what programs read.
#include <algorithm>
#include <cmath>

#include <lenslet/statistics.hpp>

#include "studies/report/format.hpp"
#include "studies/report/json.hpp"

namespace lenslet::report {
namespace {

template <class Values, class Convert>
Json array_of(const Values& values, Convert convert) {
  Json array = Json::array();
  for (const auto& value : values) array.push_back(convert(value));
  return array;
}

Json summary_json(const std::vector<double>& values) {
  const Summary summary = summarize(values);
  return {{"median", summary.median},
          {"low", summary.confidence.low},
          {"high", summary.confidence.high},
          {"lower_quartile", summary.lower_quartile},
          {"upper_quartile", summary.upper_quartile},
          {"low_whisker", summary.low_whisker},
          {"high_whisker", summary.high_whisker},
          {"mean", summary.mean},
          {"outliers", summary.outliers}};
}

// Writes a point. JSON has no infinite values, so a point with one counts as missing.
Json point_json(const StudyPoint& point) {
  Json json{{"x", point.x}, {"how", point.how}, {"source", point.source}};
  const bool finite = std::ranges::all_of(point.ms, [](double ms) { return std::isfinite(ms); });
  if (!finite)
    json["missing"] = "a value that is not finite";
  else if (point.ms.empty())
    json["missing"] = point.missing.empty() ? "not measured" : point.missing;
  else
    json.update({{"ms", point.ms}, {"summary", summary_json(point.ms)}});
  return json;
}

Json chart_json(const StudyChart& chart) {
  Json lines = array_of(chart.lines, [](const StudyLine& line) {
    return Json{{"name", line.name}, {"points", array_of(line.points, point_json)}};
  });
  return {{"title", chart.title},
          {"x_axis", chart.x_axis},
          {"y_axis", chart.y_axis},
          {"categories", chart.categories},
          {"lines", std::move(lines)}};
}

Json timeline_json(const StudyTimeline& timeline) {
  Json spans = Json::array();
  for (const StudySpan& span : timeline.spans)
    spans.push_back({{"row", span.row}, {"label", span.label}, {"begin_ms", span.begin_ms}, {"end_ms", span.end_ms}});
  return {{"title", timeline.title}, {"spans", std::move(spans)}};
}

Json table_json(const StudyTable& table) {
  return {{"title", table.title},
          {"columns", table.columns},
          {"rows", table.rows},
          {"keys", table.keys},
          {"alike", table.alike}};
}

// Writes a speed-up. An infinite bound is left out.
Json speed_up_json(const SpeedUp& speed_up) {
  const auto& [label, measured, claimed] = speed_up;
  return {{"label", label},
          {"value", measured.value},
          {"low", measured.confidence.low},
          {"high", measured.confidence.high},
          {"claimed", {claimed.low, std::isfinite(claimed.high) ? Json(claimed.high) : Json()}}};
}

Json figure_json(const ClaimFigure& figure) {
  Json json{{"text", figure.text}};
  if (figure.speed_up) json["speed_up"] = speed_up_json(*figure.speed_up);
  return json;
}

Json term_json(const StudyTerm& term) {
  return {{"name", term.name}, {"meaning", term.meaning}};
}

Json study_json(const StudyReport& study, SourceParts& parts) {
  return {{"name", study.name},
          {"summary", study.summary},
          {"terms", array_of(study.terms, term_json)},
          {"seconds", study.seconds},
          {"ended_early", study.ended_early},
          {"claims", array_of(study.claims, static_cast<Json (*)(const Claim&)>(to_json))},
          {"notes", study.notes},
          {"charts", array_of(study.charts, chart_json)},
          {"timelines", array_of(study.timelines, timeline_json)},
          {"tables", array_of(study.tables, table_json)},
          {"sources", array_of(study.sources, [&](const std::string& source) { return parts.places(source); })}};
}

Json failure_json(const Failure& failure) {
  return {{"study", failure.study}, {"error", failure.error}};
}

}  // namespace

Json to_json(const Claim& claim) {
  return {{"number", claim.number},
          {"text", claim.text},
          {"verdict", name_of(claim.verdict)},
          {"figures", array_of(claim.figures, figure_json)},
          {"why", claim.why}};
}

Json to_json(const Record& record, SourceParts& parts) {
  Json studies = array_of(record.studies, [&](const StudyReport& study) { return study_json(study, parts); });
  return {{"content", content_name},
          {"format", format_version},
          {"lenslet", record.version},
          {"time", record.time},
          {"machine", record.machine},
          {"device", record.device},
          {"options", {{"scale", record.scale}, {"runs", record.runs}, {"point_seconds", record.point_seconds}}},
          {"stopped", record.stopped},
          {"studies", std::move(studies)},
          {"failures", array_of(record.failures, failure_json)}};
}

Json to_json(const Record& record) {
  SourceParts parts;
  Json json = to_json(record, parts);
  json["source_parts"] = parts.texts();
  return json;
}

std::string json_text(const Record& record) {
  return to_json(record).dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace lenslet::report
