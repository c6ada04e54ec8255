// A listing in words: what it is, where it is printed, what is wrong there, and what running it gave.
#include "tool/commands/listing_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tool/records/value_text.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

using listings::Fault;
using listings::Place;
using listings::State;

constexpr std::size_t word_column = 14;
constexpr std::size_t max_verdict = 100;  // characters, in a table

std::string lines_of(const Place& place) {
  return place.last > place.first ? fmt::format("{}-{}", place.first, place.last) : fmt::format("{}", place.first);
}

std::string rows_of(const Listing& listing) {
  std::vector<std::string> rows;
  for (const Place& place : listing.places)
    if (!place.row.empty() && std::ranges::find(rows, place.row) == rows.end()) rows.push_back(place.row);
  return join(rows, " ");
}

std::string mistakes_of(const Listing& listing) {
  return listing.faults.empty() ? "" : fmt::format("{}", listing.faults.size());
}

std::string places_text(const Listing& listing) {
  return join(mapped(listing.places, [](const Place& place) { return to_string(place); }), "; ");
}

std::string lenslet_text(const Listing& listing) {
  return listing.lenslet ? describe(listing.lenslet->call) : listing.instead;
}

std::string about(const Listing& listing) {
  std::string text = fmt::format("{}: {}\n", listing.name, listing.title);
  text += entry("what", listing.what, word_column) + entry("printed", places_text(listing), word_column);
  if (!lenslet_text(listing).empty()) text += entry("in Lenslet", lenslet_text(listing), word_column);
  for (const Fault& fault : listing.faults)
    text += entry("mistake", fmt::format("{} ({}) {}", fault.what, name_of(fault.effect), fault.cure), word_column);
  return text;
}

std::string cut(const std::string& text) {
  return text.size() <= max_verdict ? text : text.substr(0, max_verdict - 3) + "...";
}

// The right one's line of the table, and one for each mistake.
void add_rows(Table& table, const RunListing& done) {
  const Place& place = done.listing->places.front();
  const std::string text = place.text, lines = lines_of(place);
  if (done.right)
    table.add({done.listing->name, text, lines, std::string(name_of(done.right->state)), cut(done.right->verdict)});
  for (const Outcome& printed : done.printed)
    table.add({done.listing->name + ", as printed", text, lines, fault_word(printed), cut(printed.verdict)});
}

std::string tally(const std::vector<RunListing>& all) {
  std::size_t right = 0, wrong = 0, not_here = 0, shown = 0, faults = 0;
  for (const RunListing& done : all) {
    if (done.right) {
      right += done.right->state == State::right;
      wrong += done.right->state == State::wrong;
      not_here += done.right->state == State::not_here;
    }
    faults += done.printed.size();
    shown += static_cast<std::size_t>(std::ranges::count(done.printed, State::wrong, &Outcome::state));
  }
  return fmt::format("{} right, {} wrong, {} not here; of {} mistakes {} show\n", right, wrong, not_here, faults,
                     shown);
}

}  // namespace

std::string listing_table(const std::vector<const Listing*>& chosen) {
  Table table({"listing", "text", "lines", "row", ">mistakes", "title"});
  for (const Listing* listing : chosen) {
    const Place& place = listing->places.front();
    table.add({listing->name, place.text, lines_of(place), rows_of(*listing), mistakes_of(*listing), listing->title});
  }
  return table.text();
}

std::string listing_text(const Listing& listing) {
  return about(listing) + "\n" + std::string(source_of(listing));
}

std::string numbers_text(const std::vector<listings::Table>& tables) {
  std::string text;
  for (const listings::Table& each : tables) {
    Table table(each.columns);
    for (const std::vector<std::string>& row : each.rows) table.add(row);
    text += (each.title.empty() ? "" : each.title + ":\n") + table.text();
  }
  return text;
}

Json listing_json(const Listing& listing) {
  Json json{{"name", listing.name}, {"title", listing.title}, {"what", listing.what}, {"places", Json::array()}};
  for (const Place& place : listing.places)
    json["places"].push_back({{"text", place.text},
                              {"first", place.first},
                              {"last", std::max(place.first, place.last)},
                              {"row", place.row}});
  json["of"] = listing.setup ? "kernels" : "host";
  if (!lenslet_text(listing).empty()) json["lenslet"] = lenslet_text(listing);
  json["mistakes"] = Json::array();
  for (const Fault& fault : listing.faults)
    json["mistakes"].push_back({{"what", fault.what}, {"cure", fault.cure}, {"effect", name_of(fault.effect)}});
  return json;
}

Json outcome_json(const Outcome& outcome) {
  Json json{{"state", name_of(outcome.state)}, {"verdict", outcome.verdict}, {"tables", Json::array()}};
  if (outcome.ms > 0) json["ms"] = outcome.ms;
  for (const listings::Table& table : outcome.tables)
    json["tables"].push_back({{"title", table.title}, {"columns", table.columns}, {"rows", table.rows}});
  return json;
}

std::string fault_word(const Outcome& printed) {
  return printed.state == State::wrong ? "at fault" : printed.state == State::right ? "right here" : "not here";
}

std::string run_text(const RunListing& done) {
  std::string text = about(*done.listing) + "\n";
  if (done.right)
    text += numbers_text(done.right->tables) +
            fmt::format("{}: {}\n", name_of(done.right->state), wrap(done.right->verdict, 2));
  for (std::size_t i = 0; i < done.printed.size(); ++i)
    text += "\n" + fault_text(*done.listing, done.listing->faults[i], done.printed[i]);
  return text;
}

std::string run_table(const std::vector<RunListing>& all) {
  Table table({"listing", "text", "lines", "here", "verdict"});
  for (const RunListing& done : all) add_rows(table, done);
  return table.text() + "\n" + tally(all);
}

std::string fault_text(const Listing& listing, const Fault& fault, const Outcome& printed) {
  return fmt::format("{}, as printed: {}\n", listing.name, wrap(fault.what, 2)) + numbers_text(printed.tables) +
         fmt::format("{}: {}\n", fault_word(printed), wrap(printed.verdict, 2)) +
         fmt::format("cure: {}\n", wrap(fault.cure, 2));
}

Json run_json(const RunListing& done) {
  Json json = listing_json(*done.listing);
  if (done.right) json["run"] = outcome_json(*done.right);
  for (std::size_t i = 0; i < done.printed.size(); ++i) json["mistakes"][i]["run"] = outcome_json(done.printed[i]);
  return json;
}

}  // namespace lenslet::cli
