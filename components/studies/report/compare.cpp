// Matches tables by title and keys, rows by their keys (the n-th with the n-th of the same keys), and columns by their
// titles.
#include "studies/report/compare.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lenslet::report {
namespace {

using Texts = std::vector<std::string>;
using RowName = std::pair<Texts, std::size_t>;  // keys, and the number among rows with these keys

const std::string nothing = "-";

// A table of one device.
struct Part {
  std::string label;
  const StudyTable* table;
  std::map<RowName, std::size_t> rows;  // their places
};

std::size_t keys_of(const StudyTable& table) {
  return std::min(static_cast<std::size_t>(std::max(table.keys, 0)), table.columns.size());
}

std::vector<RowName> row_names(const StudyTable& table) {
  std::map<Texts, std::size_t> seen;
  std::vector<RowName> names;
  for (const Texts& row : table.rows) {
    const Texts keys(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(keys_of(table)));
    names.emplace_back(keys, seen[keys]++);
  }
  return names;
}

Part part_of(std::string label, const StudyTable& table) {
  Part part{std::move(label), &table, {}};
  for (const RowName& name : row_names(table)) part.rows.emplace(name, part.rows.size());
  return part;
}

const std::string& cell(const Part& part, const RowName& row, const std::string& column) {
  const Texts& columns = part.table->columns;
  const auto place =
      std::find(columns.begin() + static_cast<std::ptrdiff_t>(keys_of(*part.table)), columns.end(), column);
  const auto found = part.rows.find(row);
  if (place == columns.end() || found == part.rows.end()) return nothing;
  return part.table->rows[found->second][static_cast<std::size_t>(place - columns.begin())];
}

// Lists the rows that any of the parts has, in their order.
std::vector<RowName> all_rows(const std::vector<Part>& parts) {
  std::map<RowName, bool> seen;
  std::vector<RowName> rows;
  for (const Part& part : parts)
    for (const RowName& name : row_names(*part.table))
      if (seen.emplace(name, true).second) rows.push_back(name);
  return rows;
}

Texts all_columns(const std::vector<Part>& parts) {
  Texts all;
  for (const Part& part : parts)
    for (std::size_t i = keys_of(*part.table); i < part.table->columns.size(); ++i)
      if (std::ranges::find(all, part.table->columns[i]) == all.end()) all.push_back(part.table->columns[i]);
  return all;
}

// Writes "A, B and C".
std::string list_of(const std::vector<Part>& parts) {
  Texts names;
  for (const Part& part : parts) names.push_back(part.label);
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

class Comparison {
 public:
  explicit Comparison(const std::vector<Part>& parts) : parts_(parts), first_(*parts.front().table) {
    const std::size_t keys = keys_of(first_);
    Texts& columns = differing_.columns;
    columns.assign(first_.columns.begin(), first_.columns.begin() + static_cast<std::ptrdiff_t>(keys));
    if (keys == 0) columns.emplace_back("row");
    differing_.keys = static_cast<int>(columns.size()) + 1;
    columns.emplace_back("column");
    for (const Part& part : parts) columns.push_back(part.label);
    const Texts compared = all_columns(parts);
    for (const RowName& row : all_rows(parts))
      for (const std::string& column : compared) compare(row, column);
  }

  TableComparison result() const {
    return {first_.title,
            sentence(),
            {fmt::format("{}: what differs", first_.title), differing_.columns, differing_.rows, differing_.keys}};
  }

 private:
  void compare(const RowName& row, const std::string& column) {
    Texts values, known;
    for (const Part& part : parts_) {
      values.push_back(cell(part, row, column));
      if (values.back() != nothing) known.push_back(values.back());
    }
    if (known.size() < 2) return;
    ++compared_;
    if (std::ranges::count(known, known.front()) == static_cast<std::ptrdiff_t>(known.size())) return;
    Texts line = row.first.empty() ? Texts{fmt::format("{}", row.second + 1)} : row.first;
    if (line.size() > 1) ++kinds_[line.back()];
    line.push_back(column);
    line.insert(line.end(), values.begin(), values.end());
    differing_.rows.push_back(std::move(line));
  }

  std::string sentence() const {
    const std::string devices = list_of(parts_);
    if (compared_ == 0) return fmt::format("No cell has values of {}.", devices);
    if (differing_.rows.empty()) return fmt::format("All {} cells are the same on {}.", compared_, devices);
    Texts kinds;
    for (const auto& [kind, count] : kinds_)
      kinds.push_back(fmt::format("{} at {} {}", count, first_.columns[keys_of(first_) - 1], kind));
    return fmt::format("{} of {} cells differ between {}{}{}.", differing_.rows.size(), compared_, devices,
                       kinds.empty() ? "" : ": ", fmt::join(kinds, ", "));
  }

  const std::vector<Part>& parts_;
  const StudyTable& first_;
  StudyTable differing_;
  std::size_t compared_ = 0;
  std::map<std::string, std::size_t> kinds_;  // of differing cells, by the last of several keys
};

}  // namespace

std::vector<TableComparison> compared_tables(const std::vector<Record>& records, std::string_view study) {
  const Texts labels = device_labels(records);
  using Title = std::tuple<std::string, int, std::size_t>;  // with its keys, and the number among tables with both
  std::vector<std::pair<Title, std::vector<Part>>> tables;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const StudyReport* report = find(records[i], study);
    std::map<std::pair<std::string, int>, std::size_t> seen;
    if (report == nullptr) continue;
    for (const StudyTable& table : report->tables) {
      if (!table.alike) continue;
      const Title title{table.title, table.keys, seen[{table.title, table.keys}]++};
      auto found = std::ranges::find(tables, title, &std::pair<Title, std::vector<Part>>::first);
      if (found == tables.end()) found = tables.insert(found, {title, {}});
      found->second.push_back(part_of(labels[i], table));
    }
  }
  std::vector<TableComparison> compared;
  for (const auto& [title, parts] : tables)
    if (parts.size() > 1) compared.push_back(Comparison(parts).result());
  return compared;
}

}  // namespace lenslet::report
