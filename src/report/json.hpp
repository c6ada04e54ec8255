// Records as JSON, format 2; format 1 is read, too. docs/formats.md describes it.
#pragma once

#include <string>

#include "report/record.hpp"

namespace lenslet::report {

// With a summary beside the runs of each point: computed here and not where the JSON is read.
Json to_json(const Record& record);

Json to_json(const Claim& claim);

// Bytes that are no UTF-8, as drivers may have in their names, are replaced.
std::string json_text(const Record& record);

// Throws io that says what is wrong and where: "studies[0].charts[1].title: ...". What is read is believed in nothing;
// unknown fields are passed over, and the summaries, which follow from the runs.
Record parse_record(const std::string& text);

}  // namespace lenslet::report
