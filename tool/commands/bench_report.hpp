// The output of `lenslet bench`: a line for each measurement at once, or all of them as JSON.
#pragma once

#include <lenslet/measure.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tool/records/json.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {

// Axes with one value stand in the heading. The others have a column.
class BenchTable {
 public:
  BenchTable(const Session& session, const std::vector<Work>& works);

  std::string heading() const;
  std::string row(const Work& work, const Measurement& measurement) const;

 private:
  std::vector<std::string> with_axes(const Work& work, std::vector<std::string> numbers) const;

  const Session& session_;
  std::string fixed_;
  std::vector<std::string (*)(const Work& work)> texts_;  // one for each axis with a column
  std::optional<Table> table_;
};

// Makes one record, as docs/command-line.md describes it.
Json to_json(const Work& work, const Measurement& measurement, const Session& session);

// Makes the report: the versions of its format and of the library, the device, and the records.
Json bench_json(const Session& session, const MeasureOptions& options, Json records);

}  // namespace lenslet::cli
