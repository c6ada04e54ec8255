// Judges claims by the comparisons of claims.txt, on the charts that were measured.
#include <algorithm>
#include <optional>

#include "studies/judgement.hpp"

namespace lenslet::study {
namespace {

// Finds a chart by its name in claims.txt.
std::size_t chart_named(const std::vector<StudyChart>& charts, const std::string& text) {
  const auto exact = std::ranges::find(charts, text, &StudyChart::title);
  if (exact != charts.end()) return static_cast<std::size_t>(exact - charts.begin());
  if (text.empty()) return 0;
  for (std::size_t i = charts.size(); i-- > 0;)
    if (charts[i].title.find(text) != std::string::npos) return i;
  return charts.size();
}

// A line without points has no times, whatever the place.
double last_place(const StudyChart& chart, const std::string& line) {
  std::optional<double> last;
  for (const StudyLine& one : chart.lines)
    if (one.name == line)
      for (const StudyPoint& point : one.points) last = std::max(last.value_or(point.x), point.x);
  return last.value_or(0);
}

double place_named(const StudyChart& chart, const std::string& line, const std::string& word) {
  if (word.empty() || word == "last") return last_place(chart, line);
  const auto category = std::ranges::find(chart.categories, word);
  if (category != chart.categories.end()) return static_cast<double>(category - chart.categories.begin());
  return std::stod(word);
}

// Finds the places of a comparison's sides; none where a chart is missing.
std::vector<ChartPlace> places_of(const std::vector<StudyChart>& charts, const Comparison& comparison,
                                  const std::string& word) {
  std::vector<ChartPlace> places;
  for (const Side& side : comparison.sides) {
    const std::size_t chart = chart_named(charts, side.chart);
    if (chart >= charts.size()) return {};
    const std::string& at = side.place.empty() ? word : side.place;
    places.push_back({chart, side.line, place_named(charts[chart], side.line, at)});
  }
  return places;
}

}  // namespace

void Judgement::compare(const Comparison& comparison, const std::vector<ChartPlace>& places) {
  if (comparison.kind == Comparison::Kind::faster) faster(places[0], places[1], comparison.factor);
  if (comparison.kind == Comparison::Kind::alike) alike(places[0], places[1], comparison.factor);
  if (comparison.kind == Comparison::Kind::gains_less) gains_less({places[0], places[1]}, {places[2], places[3]});
}

Judgement& Judgement::listed() {
  const std::vector<StudyChart>& charts = experiment_.report().charts;
  std::vector<Change> somewhere;
  for (const Comparison& comparison : claim_.comparisons) {
    if (comparison.kind == Comparison::Kind::remark) cannot(comparison.words);
    if (comparison.sides.empty()) continue;
    const std::vector<std::string> last = {"last"};
    for (const std::string& word : comparison.places.empty() ? last : comparison.places) {
      const std::vector<ChartPlace> places = places_of(charts, comparison, word);
      if (places.empty())
        incomplete_ = true;
      else if (comparison.kind == Comparison::Kind::somewhere)
        somewhere.push_back({places[0], places[1]});
      else
        compare(comparison, places);
    }
  }
  return somewhere.empty() ? *this : gains_somewhere(somewhere);
}

void judge_rest(Experiment& experiment, const std::vector<ListedClaim>& claims, const std::string& hindrance) {
  std::vector<Claim>& judged = experiment.report().claims;
  const auto place = [&](const Claim& claim) { return std::ranges::find(claims, claim.text, &ListedClaim::text); };
  for (const ListedClaim& claim : claims) {
    if (std::ranges::find(judged, claim.text, &Claim::text) != judged.end()) continue;
    Judgement judgement(experiment, claim);
    judged.push_back(hindrance.empty() ? judgement.listed().claim() : judgement.cannot(hindrance).claim());
  }
  std::ranges::stable_sort(judged, {}, place);
}

}  // namespace lenslet::study
