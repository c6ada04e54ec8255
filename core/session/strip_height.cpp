// Heights of strips are rows of the tuning store, as schedules of ops are.
#include "session/strip_height.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <unistd.h>

#include "access.hpp"
#include "rounding.hpp"
#include "session/plan.hpp"
#include "session/state.hpp"
#include "store/key.hpp"

namespace lenslet {
namespace {

constexpr Size counted_size{4096, 4096};         // times are of so many pixels, whatever the image's size
constexpr double alike_within = 1.03;            // times that differ less are of the same speed
constexpr std::string_view height_word = "kib";  // schedules are "kib8192"

store::Key key_of(const std::vector<Plan>& plans) {
  store::Key key;
  for (const Plan& plan : plans) {
    const Plan::State& state = internal::Access::state(plan);
    const store::Key each = store::key_of(*state.problem, state.session.device());
    key.work = fmt::format("{}: {}", each.op, each.work);
    for (const auto part : {&store::Key::device, &store::Key::driver, &store::Key::architecture})
      key.*part += ((key.*part).empty() ? "" : " and ") + each.*part;
  }
  key.op = height_of_strips;
  key.size = counted_size;
  key.size_bucket = store::bucket_of(counted_size);
  key.format = store::library_format;
  return key;
}

store::Store& store_of(const std::vector<Plan>& plans) {
  return state_of(internal::Access::state(plans.front()).session).store;
}

// What is none of ours in a store from elsewhere is passed over.
std::optional<StripTrial> trial_of(const Trial& stored) {
  std::uint64_t kib = 0;
  const std::string& text = stored.schedule;
  if (stored.outcome != Outcome::correct || !text.starts_with(height_word)) return {};
  const auto [end, error] = std::from_chars(text.data() + height_word.size(), text.data() + text.size(), kib);
  if (error != std::errc() || end != text.data() + text.size() || kib == 0 || kib > (1u << 20)) return {};
  return StripTrial{0, kib << 10, stored.time.median_ms / 1000};
}

}  // namespace

bool heights_are_measured(const std::vector<Plan>& plans) {
  return internal::Access::state(plans.front()).problem->work().options.tune != Tune::off;
}

std::optional<std::uint64_t> measured_strip_bytes(const std::vector<Plan>& plans) {
  if (!heights_are_measured(plans)) return {};
  std::vector<StripTrial> trials;
  for (const Trial& stored : store_of(plans).trials(key_of(plans)))
    if (const auto trial = trial_of(stored)) trials.push_back(*trial);
  if (trials.empty()) return {};
  return best_of(trials).bytes;
}

const StripTrial& best_of(const std::vector<StripTrial>& trials) {
  const double fastest = std::ranges::min(trials, {}, &StripTrial::seconds).seconds;
  const StripTrial* best = nullptr;
  for (const StripTrial& trial : trials)
    if (trial.seconds <= fastest * alike_within && (!best || trial.bytes < best->bytes)) best = &trial;
  return *best;
}

void keep_strip_trials(const std::vector<Plan>& plans, const std::vector<StripTrial>& trials, Size image) {
  const double scale = static_cast<double>(counted_size.width * counted_size.height) /
                       (static_cast<double>(image.width) * static_cast<double>(image.height));
  std::vector<Trial> kept;
  for (const StripTrial& trial : trials) {
    const double ms = trial.seconds * scale * 1000;
    const bool won = trial.bytes == best_of(trials).bytes;
    kept.push_back({fmt::format("{}{}", height_word, divide_up(trial.bytes, std::uint64_t{1024})),
                    Outcome::correct,
                    {ms, ms, ms, 1, true},
                    std::string(name_of(won ? Standing::won : Standing::lost))});
  }
  store_of(plans).decide(key_of(plans), kept);
}

}  // namespace lenslet
