// Takes records as they are in files, without what follows from the rest or is there twice: pages of ten records would
// be twice as long.
#include "studies/report/page_data.hpp"

#include "studies/report/claims.hpp"
#include "studies/report/compare.hpp"
#include "studies/report/json.hpp"
#include "studies/report/source_parts.hpp"

namespace lenslet::report {
namespace {

Json judged_json(const Claim* claim) {
  if (claim == nullptr) return {};
  Json json = to_json(*claim);
  return {{"verdict", json["verdict"]}, {"figures", json["figures"]}};
}

Json claims_json(const std::vector<Record>& records) {
  Json claims = Json::array();
  for (const JudgedClaim& claim : judged_claims(records)) {
    claims.push_back({{"number", claim.number},
                      {"study", claim.study},
                      {"text", claim.text},
                      {"why", claim.why},
                      {"judged", Json::array()}});
    for (const Claim* judged : claim.judged) claims.back()["judged"].push_back(judged_json(judged));
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

void shorten_point(Json& point, SourceParts& parts) {
  point.erase("summary");
  point["how"] = parts.places(point["how"].get<std::string>());
  if (point["source"] == -1) point.erase("source");
}

Json record_json(const Record& record, SourceParts& parts) {
  Json json = to_json(record, parts);
  for (Json& study : json["studies"]) {
    study.erase("claims");
    for (Json& chart : study["charts"])
      for (Json& line : chart["lines"])
        for (Json& point : line["points"]) shorten_point(point, parts);
  }
  return json;
}

}  // namespace

Json page_data(const std::vector<Record>& records) {
  SourceParts parts;
  Json data{{"labels", device_labels(records)},
            {"claims", claims_json(records)},
            {"comparisons", comparisons_json(records)},
            {"records", Json::array()}};
  for (const Record& record : records) data["records"].push_back(record_json(record, parts));
  data["parts"] = parts.texts();
  return data;
}

}  // namespace lenslet::report
