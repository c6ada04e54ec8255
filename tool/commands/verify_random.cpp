// Each seed is a program of its own, so that a failure can be repeated without those before it.
#include "tool/commands/verify_random.hpp"

#include <lenslet/user_op.hpp>
#include <lenslet/verify.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tool/commands/command.hpp"
#include "tool/commands/verify_files.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/values.hpp"
#include "tool/records/json.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/progress.hpp"
#include "tool/terminal/shell_word.hpp"
#include "tool/terminal/text.hpp"
#include "tool/terminal/time_limit.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t images_of_program = 50, most_drawn_images = 1'000'000'000;
constexpr std::int64_t max_fruitless = 100;  // programs in a row that take none of the images

struct Failed {
  std::uint64_t seed;
  RandomResult result;
};

struct RandomTally {
  std::int64_t images = 0, programs = 0;
  std::vector<Failed> failures;
};

std::string random_title(const RandomResult& result) {
  const std::string& schedule = result.work.options.schedule;
  return fmt::format("{}, {}{}", describe(result.work.call), result.what,
                     schedule.empty() ? "" : ", schedule " + schedule);
}

// The command that repeats a program's failure.
std::string repeating_command(const Failed& failed, const std::vector<std::string>& ops) {
  std::string text = "lenslet verify";
  for (const std::string& op : ops) text += " " + shell_word(op);
  return text + fmt::format(" --random {0} --images {0} --seed {1}", failed.result.tries + 1, failed.seed);
}

// Only users' ops need a limit: kernels of built-in ops end.
Timeouts read_random_timeouts(const CLI::App& app, const std::vector<std::string>& ops) {
  const bool own = std::ranges::any_of(ops, [](const std::string& op) { return is_of_user(find_op(op)); });
  return own ? read_timeouts(app, measuring_timeout) : Timeouts{};
}

RandomTally run_random_programs(const Session& session, const RandomOptions& first, std::int64_t wanted,
                                Timeouts timeouts, bool quiet) {
  RandomTally tally;
  Progress progress("verify", static_cast<std::size_t>(wanted), !quiet);
  std::int64_t fruitless = 0;
  for (RandomOptions options = first; tally.images < wanted && fruitless < max_fruitless; ++options.seed) {
    options.tries = std::min(first.tries, wanted - tally.images);
    const TimeLimit limit(session, timeouts, fmt::format("seed {}", options.seed));
    RandomResult result = verify_at_random(session, options);
    ++tally.programs;
    tally.images += result.tries;
    fruitless = result.tries == 0 ? fruitless + 1 : 0;
    for (std::int64_t i = 0; i < result.tries; ++i) progress.step();
    if (result.outcome == Outcome::correct || result.outcome == Outcome::excluded) continue;
    progress.clear();
    tally.failures.push_back({options.seed, std::move(result)});
  }
  if (tally.images < wanted)
    print_warning(fmt::format("--random {}: ended after {} images, as {} programs one after the other took none",
                              wanted, tally.images, fruitless));
  return tally;
}

Json random_failure_json(const Failed& failed) {
  return {{"seed", failed.seed},
          {"case", random_title(failed.result)},
          {"outcome", name_of(failed.result.outcome)},
          {"detail", failed.result.detail}};
}

void print_random(const Session& session, const RandomTally& tally, const RandomOptions& options) {
  print("{}\n\n{} images by {} programs, seeds {} to {}: {} wrong\n", device_text(session.device()), tally.images,
        tally.programs, options.seed, options.seed + static_cast<std::uint64_t>(tally.programs) - 1,
        tally.failures.size());
  for (const Failed& failed : tally.failures)
    print("\nseed {}: {}\n  {}\n  {}\n  again: {}\n", failed.seed, name_of(failed.result.outcome),
          random_title(failed.result), failed.result.detail, repeating_command(failed, options.ops));
}

}  // namespace

void add_random_options(CLI::App& app) {
  add_value(app, "--random", "N",
            "In place of the cases N images of 1 to 40 pixels a side, by programs that are drawn at random");
  add_value(app, "--seed", "S", "With --random: the first program's seed; each one has the next (default 1)");
  add_value(app, "--images", "M", "With --random: images for each program (default 50)");
}

bool is_random(const CLI::App& app) {
  const bool random = given(app, "--random").has_value();
  for (const char* other : {"--seed", "--images"})
    if (!random && given(app, other)) usage_error(fmt::format("{}: allowed with --random", other));
  for (const char* other : {"--effort", "--part", "--accuracy", "--pipeline"})
    if (random && given(app, other)) usage_error(fmt::format("{}: not allowed with --random", other));
  return random;
}

int run_random(const CLI::App& app, const Session& session, const std::vector<std::string>& ops) {
  const std::int64_t wanted = parse_integer("--random", given(app, "--random").value_or(""), 1, most_drawn_images);
  RandomOptions options{.ops = ops, .by_files = results_by_files};
  options.seed = static_cast<std::uint64_t>(
      parse_integer("--seed", given(app, "--seed").value_or("1"), 0, INT64_MAX - most_drawn_images));
  options.tries = parse_integer("--images", given(app, "--images").value_or(fmt::format("{}", images_of_program)), 1,
                                most_drawn_images);
  const RandomTally tally =
      run_random_programs(session, options, wanted, read_random_timeouts(app, ops), is_set(app, "--json"));
  if (is_set(app, "--json"))
    print_json({{"device", to_json(session.device())},
                {"passed", tally.failures.empty() && tally.images >= wanted},
                {"images", tally.images},
                {"programs", tally.programs},
                {"seed", options.seed},
                {"failures", mapped(tally.failures, random_failure_json)}});
  else
    print_random(session, tally, options);
  return tally.failures.empty() && tally.images >= wanted ? exit_done : exit_failed;
}

}  // namespace lenslet::cli
