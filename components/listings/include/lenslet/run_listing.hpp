// Runs listings on a device: right, as printed, and in turns with Lenslet's op for the same work.
//
//   const Outcome outcome = listings::run(session, listings::find("saxpy"));
//   if (outcome.state == State::wrong) use(outcome.verdict);
#pragma once

#include <map>
#include <string>
#include <vector>

#include <lenslet/listing.hpp>
#include <lenslet/statistics.hpp>

#pragma GCC visibility push(default)
namespace lenslet::listings {

enum class State : std::uint8_t { right, wrong, not_here };

std::string_view name_of(State state);  // "right", "wrong", "not here"

struct Outcome {
  State state = State::right;
  std::string verdict;  // one line: "1024 of 1024 numbers are right", or what is wrong, or why it cannot run here
  std::vector<Table> tables = {};  // of a kernel's listing: the first wrong elements
  std::map<std::string, Array> outputs = {};
  double ms = 0;  // of the kernels, by the device's clock
};

// `scale` is that of Listing::setup. Do not throw where the listing fails: the verdict says why.
Outcome run(const Session& session, const Listing& listing, double scale = 1);

// State::wrong where the mistake shows; State::right where this device or compiler does not mind it.
Outcome run_as_printed(const Session& session, const Listing& listing, const Fault& fault, double scale = 1);

struct Comparison {
  std::vector<double> listing_ms = {};
  std::vector<double> lenslet_ms = {};
  Ratio ratio = {};           // of the listing's median to Lenslet's: above 1 Lenslet is faster
  std::string schedule = {};  // of Lenslet
  std::string verdict = {};   // "Lenslet takes 0.42 times as long (0.40 to 0.45)"
};

// Runs both once to prove that they agree, and then `runs` times in turns. Throws unsupported for a listing without a
// counterpart, and where the device cannot run one of them; invalid_argument for fewer than 6 runs, and where results
// differ.
Comparison compare(const Session& session, const Listing& listing, double scale = 1, int runs = 20);

}  // namespace lenslet::listings
#pragma GCC visibility pop
