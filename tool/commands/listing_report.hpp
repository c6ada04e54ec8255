// What `lenslet listing` prints, for people and as JSON.
#pragma once

#include <lenslet/run_listing.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tool/records/json.hpp"

namespace lenslet::cli {

using listings::Listing;
using listings::Outcome;

std::string listing_table(const std::vector<const Listing*>& chosen);  // a line each
std::string listing_text(const Listing& listing);                      // all about one, with its source
std::string numbers_text(const std::vector<listings::Table>& tables);
Json listing_json(const Listing& listing);
Json outcome_json(const Outcome& outcome);

// A listing that was run: as it should be, and each of its mistakes. `right` is null where only mistakes were run.
struct RunListing {
  const Listing* listing;
  std::optional<Outcome> right;
  std::vector<Outcome> printed;  // one for each of Listing::faults
};

// "shown", "right here", "not here", of a mistake.
std::string fault_word(const Outcome& printed);

std::string run_text(const RunListing& done);               // one listing in full
std::string run_table(const std::vector<RunListing>& all);  // a line for each, and how many were right
std::string fault_text(const Listing& listing, const listings::Fault& fault, const Outcome& printed);
Json run_json(const RunListing& done);

}  // namespace lenslet::cli
