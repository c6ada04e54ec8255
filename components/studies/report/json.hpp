// Writes records as JSON of format 2, and reads formats 1 and 2. docs/formats.md describes them.
#pragma once

#include <string>

#include "studies/report/record.hpp"

namespace lenslet::report {

// Writes a record, with a summary beside the runs of each point: it is computed here and not where the JSON is read.
Json to_json(const Record& record);

Json to_json(const Claim& claim);

// Writes a record as text. Bytes that are no UTF-8, as drivers may have in their names, are replaced.
std::string json_text(const Record& record);

// Reads a record, and believes nothing of it. Unknown fields are passed over, and the summaries, which follow from the
// runs. Throws io that says what is wrong and where: "studies[0].charts[1].title: ...".
Record parse_record(const std::string& text);

}  // namespace lenslet::report
