// What `lenslet bench` says: a line for each measurement as soon as there is one, or all of them as JSON.
#pragma once

#include <lenslet/measure.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tool/records/json.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {

// Axes with one value stand in the heading, the others have a column.
class BenchTable {
 public:
  BenchTable(const Session& session, const std::vector<Work>& works);

  std::string heading() const;
  std::string row(const Work& work, const Measurement& measurement) const;

 private:
  std::vector<std::string> with_axes(const Work& work, std::vector<std::string> numbers) const;

  const Session& session_;
  std::string fixed_;
  std::vector<std::string (*)(const Work& work)> texts_;  // of the axes that have columns
  std::optional<Table> table_;
};

// Makes one record, as docs/command-line.md describes it.
Json to_json(const Work& work, const Measurement& measurement, const Session& session);

// Makes the report of its format's version, the library's, the device, and the records.
Json bench_json(const Session& session, const MeasureOptions& options, Json records);

}  // namespace lenslet::cli
