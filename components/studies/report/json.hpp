// Writes records as JSON of format 2, and reads formats 1 and 2. docs/formats.md describes them.
#pragma once

#include <string>

#include "studies/report/record.hpp"
#include "studies/report/source_parts.hpp"

namespace lenslet::report {

// Writes a record, with a summary of the runs of each point, so that readers need not compute it.
Json to_json(const Record& record);

// Writes a record without the texts of kernels, which it adds to the parts.
Json to_json(const Record& record, SourceParts& parts);

Json to_json(const Claim& claim);

// Writes a record as text. Bytes that are not UTF-8, for instance in drivers' names, are replaced.
std::string json_text(const Record& record);

// Reads a record and trusts nothing in it. It ignores unknown fields, and also the summaries, which follow from the
// runs. Throws io with what is wrong and where: "studies[0].charts[1].title: ...".
Record parse_record(const std::string& text);

}  // namespace lenslet::report
