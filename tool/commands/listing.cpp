// lenslet listing: the programs that the texts print, shown, run, broken as printed, and timed beside Lenslet.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <lenslet/dump_listing.hpp>
#include <lenslet/error.hpp>
#include <lenslet/run_listing.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tool/commands/command.hpp"
#include "tool/commands/listing_report.hpp"
#include "tool/files/image_arrays.hpp"
#include "tool/files/result_files.hpp"
#include "tool/files/text_file.hpp"
#include "tool/files/value_file.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/values.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/interrupt.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/shell_word.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

using listings::Fault;
using listings::State;

constexpr int min_compare_runs = 6, most_compare_runs = 100'000, default_compare_runs = 20;
constexpr const char* listing_actions[] = {"--run", "--faulty", "--compare", "--dump"};

struct ListingOptions {
  double scale = 1;
  int runs = default_compare_runs;
  bool json = false;
  std::optional<std::string> output = {};
};

// Whether a text or row was asked for and this is another's.
bool is_elsewhere(const CLI::App& app, const Listing& listing) {
  const auto text = given(app, "--text"), row = given(app, "--row");
  return std::ranges::none_of(listing.places, [&](const listings::Place& place) {
    return (!text || place.text == *text) && (!row || place.row == *row);
  });
}

[[noreturn]] void refuse_place(const CLI::App& app) {
  const std::string row = given(app, "--row").value_or("");
  if (const std::string named = listings::named_for_row(row); !named.empty() && !given(app, "--text"))
    usage_error(fmt::format("no listing of row {}; docs/literature.md names for it: {}", row, named));
  usage_error("no listing of this text and row; allowed: what 'lenslet listing' lists, as --text 004 --row O02");
}

std::vector<const Listing*> chosen_listings(const CLI::App& app) {
  const std::vector<std::string> names = app.get_option("listing")->results();
  if (!names.empty() && (is_set(app, "--all") || given(app, "--text") || given(app, "--row")))
    usage_error("named listings with --all, --text or --row; allowed: one of the two");
  std::vector<const Listing*> chosen;
  for (const std::string& name : names)
    if (const Listing* listing = &listings::find(name); std::ranges::find(chosen, listing) == chosen.end())
      chosen.push_back(listing);
  if (!names.empty()) return chosen;
  for (const Listing& listing : listings::all())
    if (!is_elsewhere(app, listing)) chosen.push_back(&listing);
  if (chosen.empty()) refuse_place(app);
  return chosen;
}

ListingOptions read_listing_options(const CLI::App& app) {
  ListingOptions options;
  take(app, "--scale", options.scale, parse_real);
  if (!(options.scale > 0 && options.scale <= 1))
    usage_error(fmt::format("--scale: {:g} is out of range; allowed: more than 0, at most 1", options.scale));
  take(app, "--runs", options.runs, min_compare_runs, most_compare_runs);
  options.json = is_set(app, "--json");
  options.output = given(app, "--output");
  return options;
}

// The one action that was asked for; empty: to show.
std::string action_of(const CLI::App& app) {
  std::vector<std::string> asked;
  for (const char* action : listing_actions)
    if (app.count(action) > 0) asked.emplace_back(action);
  if (asked.size() > 1) usage_error(fmt::format("{}; allowed: one of them", join(asked, " and ")));
  return asked.empty() ? "" : asked.front();
}

// Files that hold no floats get the values as bytes, from the smallest to the largest.
Array fit_for(const std::string& path, const Array& array) {
  if (can_hold(path, array.type().type) || array.count() == 0) return array;
  double low = array.at(0), high = low;
  for (std::int64_t i = 0; i < array.count(); ++i) {
    low = std::min(low, array.at(i));
    high = std::max(high, array.at(i));
  }
  Array bytes({SampleType::u8, array.type().shape});
  for (std::int64_t i = 0; i < array.count(); ++i)
    bytes.set(i, high > low ? (array.at(i) - low) / (high - low) * 255 : 0);
  print_warning(fmt::format("{}: {} is black and {} is white", path, low, high));
  return bytes;
}

void write_output(const std::string& path, const Listing& listing, const Outcome& outcome) {
  if (outcome.outputs.empty())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("-o {}: {} made no values to write ({})", path, listing.name, outcome.verdict));
  Array array = fit_for(path, outcome.outputs.begin()->second);
  check_value_file(path, array.type());
  const ValueFile like{.name = path, .type = array.type(), .content = Array()};
  NewFiles written;
  written.expect(path);
  write_value(path, std::move(array), like, {});
  written.keep();
}

const Listing& only_one(const std::vector<const Listing*>& chosen, const std::string& option) {
  if (chosen.size() != 1) usage_error(fmt::format("{} for {} listings; allowed: for one", option, chosen.size()));
  return *chosen.front();
}

// The first mistake that made values: of others the compiler's message is all there is.
const Outcome& with_values(const std::vector<Outcome>& printed) {
  const auto found = std::ranges::find_if(printed, [](const Outcome& each) { return !each.outputs.empty(); });
  return found == printed.end() ? printed.front() : *found;
}

RunListing run_one(const Session& session, const Listing& listing, const ListingOptions& options, bool right) {
  RunListing done{&listing, {}, {}};
  if (right) done.right = listings::run(session, listing, options.scale);
  for (const Fault& fault : listing.faults)
    done.printed.push_back(listings::run_as_printed(session, listing, fault, options.scale));
  return done;
}

void print_runs(const std::vector<RunListing>& all, bool json) {
  if (json) return print_json(mapped(all, run_json));
  print_text(all.size() == 1 ? run_text(all.front()) : run_table(all));
}

int run_listings(const CLI::App& app, const std::vector<const Listing*>& chosen, const ListingOptions& options) {
  if (options.output) only_one(chosen, "-o");
  const Session session = open_session(read_device_option(app));
  std::vector<RunListing> all;
  StatusLine line;
  for (const Listing* listing : chosen) {
    if (interrupted()) break;
    line.draw(listing->name);
    all.push_back(run_one(session, *listing, options, true));
  }
  line.clear();
  print_runs(all, options.json);
  if (options.output) write_output(*options.output, *chosen.front(), *all.front().right);
  const auto wrong = [](const RunListing& done) { return done.right->state == State::wrong; };
  return interrupted() || std::ranges::any_of(all, wrong) ? exit_failed : exit_done;
}

int show_mistakes(const CLI::App& app, std::vector<const Listing*> chosen, const ListingOptions& options) {
  if (options.output) only_one(chosen, "-o");
  if (chosen.size() == 1 && chosen.front()->faults.empty())
    throw Error(ErrorKind::unsupported, fmt::format("{} has no mistake in print", chosen.front()->name));
  std::erase_if(chosen, [](const Listing* listing) { return listing->faults.empty(); });
  const Session session = open_session(read_device_option(app));
  std::vector<RunListing> all;
  for (const Listing* listing : chosen) all.push_back(run_one(session, *listing, options, false));
  if (options.json || all.size() > 1)
    print_runs(all, options.json);
  else
    for (std::size_t i = 0; i < all.front().printed.size(); ++i)
      print("{}{}", i == 0 ? "" : "\n",
            fault_text(*all.front().listing, all.front().listing->faults[i], all.front().printed[i]));
  if (options.output) write_output(*options.output, *chosen.front(), with_values(all.front().printed));
  return exit_done;
}

Json comparison_json(const Listing& listing, const listings::Comparison& found) {
  Json json = listing_json(listing);
  json["compare"] = {{"listing_ms", found.listing_ms},    {"lenslet_ms", found.lenslet_ms},
                     {"schedule", found.schedule},        {"ratio", found.ratio.value},
                     {"low", found.ratio.confidence.low}, {"high", found.ratio.confidence.high},
                     {"verdict", found.verdict}};
  return json;
}

int compare_listings(const CLI::App& app, std::vector<const Listing*> chosen, const ListingOptions& options) {
  if (chosen.size() > 1) std::erase_if(chosen, [](const Listing* listing) { return !listing->lenslet; });
  const Session session = open_session(read_device_option(app));
  Table table({"listing", ">ms", "Lenslet", ">ms", "schedule", "95% interval of the ratio"});
  Json json = Json::array();
  int status = exit_done;
  for (const Listing* listing : chosen) try {
      const auto found = listings::compare(session, *listing, options.scale, options.runs);
      table.add({listing->name, fmt::format("{:.4f}", summarize(found.listing_ms).median),
                 describe(listing->lenslet->call), fmt::format("{:.4f}", summarize(found.lenslet_ms).median),
                 found.schedule, found.verdict});
      json.push_back(comparison_json(*listing, found));
    } catch (const Error& error) {
      print_error(error, listing->name);
      status = exit_failed;
    }
  if (options.json)
    print_json(json);
  else if (!json.empty())
    print_text(table.text());
  return status;
}

int dump_listing(const CLI::App& app, const Listing& listing, const ListingOptions& options) {
  const std::string folder = *given(app, "--dump");
  const Session session = open_session(read_device_option(app));
  const listings::Dump dump = listings::dump(session, listing, nullptr, folder, options.scale);
  make_folder(folder);
  for (const listings::DumpedFile& file : dump.files) write_text(std::filesystem::path(folder) / file.name, file.bytes);
  for (const std::vector<std::string>& words : dump.launches)
    print("lenslet kernel {}\n", join(mapped(words, [](const std::string& word) { return shell_word(word); }), " "));
  return exit_done;
}

int show_listings(const CLI::App& app, const std::vector<const Listing*>& chosen, const ListingOptions& options) {
  if (options.output) usage_error("-o without --run or --faulty; allowed: with one of them");
  if (options.json) {
    print_json(mapped(chosen, [](const Listing* listing) { return listing_json(*listing); }));
  } else if (app.get_option("listing")->results().empty()) {
    print_text(listing_table(chosen));
  } else {
    for (const Listing* listing : chosen) print_text((listing == chosen.front() ? "" : "\n") + listing_text(*listing));
  }
  return exit_done;
}

int run_listing_command(const CLI::App& app) {
  const ListingOptions options = read_listing_options(app);
  const std::string action = action_of(app);
  const std::vector<const Listing*> chosen = chosen_listings(app);
  const bool all_unasked = app.get_option("listing")->results().empty() && !is_set(app, "--all") &&
                           !given(app, "--text") && !given(app, "--row");
  if (!action.empty() && all_unasked) usage_error(action + " of no listing; allowed: names, --text, --row or --all");
  if (!action.empty()) stop_on_interrupt();
  if (action == "--run") return run_listings(app, chosen, options);
  if (action == "--faulty") return show_mistakes(app, chosen, options);
  if (action == "--compare") return compare_listings(app, chosen, options);
  if (action == "--dump") return dump_listing(app, only_one(chosen, action), options);
  return show_listings(app, chosen, options);
}

constexpr char listing_purpose[] =
    "The programs that the texts print, as code of our own with the same structure, sizes and numbers. Without names: "
    "lists them. With names: shows what they do, where they are printed, what is wrong there, and their source.";

std::function<int()> add_listing(CLI::App& app) {
  add_arguments(app, "listing", "The listings");
  add_switch(app, "--all", "All listings");
  add_value(app, "--text", "TEXT", "Those of this text: 004");
  add_value(app, "--row", "ROW", "Those of this row of docs/literature.md: O02");
  add_switch(app, "--run", "Run them here, right and as printed, and say which are right");
  add_switch(app, "--faulty", "Show what a mistake of print does: what the compiler says, or the wrong numbers");
  add_switch(app, "--compare", "Time them in turns with Lenslet's op for the same work");
  add_value(app, "--dump", "FOLDER",
            "Write the kernel and its inputs, and print the lines of 'lenslet kernel' for them");
  add_value(app, "-o,--output", "FILE", "Write the result, with --faulty the wrong one: .npy, or a picture");
  add_value(app, "--scale", "F", "Share of the printed sizes, over 0, at most 1 (default 1)");
  add_value(app, "--runs", "N", fmt::format("Runs of --compare that count (default {})", default_compare_runs));
  add_device_option(app);
  add_compile_timeout(app);
  add_report_options(app);
  set_help(app, listing_purpose,
           "lenslet listing [NAME...] [options]\nlenslet listing --all --run\n"
           "lenslet listing --text 004 --row O02 [options]",
           "Example: lenslet listing saxpy --run\n"
           "The kernels are in share/lenslet/listings, for 'lenslet kernel'. Exit status 1: a listing is wrong here.");
  return [&app] { return run_listing_command(app); };
}

const Offer listing_offer(listing_command, add_listing);

}  // namespace
}  // namespace lenslet::cli
