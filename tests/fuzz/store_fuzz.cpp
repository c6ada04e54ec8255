// The store of tuning results on a file of any content: what of it is taken can be exported and imported, and the
// user's own store always goes on.
#include <optional>
#include <string>
#include <vector>

#include <lenslet/schedule.hpp>

#include "database.hpp"
#include "fuzz.hpp"
#include "json.hpp"
#include "store/store.hpp"
#include "tool/commands/store_json.hpp"

namespace lenslet::fuzz {
namespace {

const char* const schedules[] = {"buffer.direct.single.literal.clamp.v4.x1.y1.g64x1",
                                 "image.direct.single.literal.sampler.v1.x1.y1.gauto"};

store::Key key_of(int bucket) {
  return {.op = "gaussian",
          .work = "u8x3",
          .size_bucket = bucket,
          .device = "device",
          .driver = "driver",
          .architecture = "gpu",
          .format = 2,
          .size = {640, 480}};
}

Trial trial_of(const char* schedule, double ms) {
  Trial trial;
  trial.schedule = schedule;
  trial.outcome = Outcome::correct;
  trial.time = {ms, ms, ms, 10, false};
  return trial;
}

const Database& database() {
  static const Database made("tuning.sqlite", [](const std::filesystem::path& folder) {
    store::Store store(folder);
    for (const int bucket : {18, 20})
      for (const char* schedule : schedules) store.add(key_of(bucket), trial_of(schedule, bucket));
  });
  return made;
}

// Reads the two schedules.
std::optional<op::AnySchedule> known(const std::string& spelling) {
  if (spelling != schedules[0] && spelling != schedules[1]) return {};
  return op::AnySchedule(parse_schedule(spelling));
}

// Reads it as another user's store, which is not written to.
void read() {
  const auto foreign = accepted([] { return read_tuning_store(database().folder()); });
  if (!foreign) return;
  const std::string text = dumped(cli::to_json(foreign->trials));
  expect(dumped(cli::to_json(cli::parse_trials(text))) == text,
         "what is taken of a store can be exported and imported");
}

bool has_added(store::Store& store) {
  store.add(key_of(22), trial_of(schedules[0], 1));
  return !store.trials(key_of(22)).empty();
}

// Where damage shows only when the result is looked for, it was set aside with the file.
void add(store::Store& store) {
  if (has_added(store)) return;
  expect(!store.notice().empty(), "a result that was added is there, or what has it was set aside");
  expect(has_added(store), "a new store keeps what is added");
}

// Uses it as the user's own store.
void use(std::size_t length) {
  store::Store store(database().folder());
  const auto all = [](const store::Key&) { return true; };
  dumped(cli::to_json(store.records(all)));
  store.best(key_of(18), known);
  store.find(key_of(19), known);
  store.why_quarantined(key_of(20), schedules[0]);
  if (length % 8 != 0) return;  // what changes it takes as long as all else
  add(store);
  store.remove(all);
  expect(store.records(all).empty(), "a cleared store is empty");
}

}  // namespace

void run(std::string_view bytes) {
  database().make(bytes);
  read();
  use(bytes.size());
}

}  // namespace lenslet::fuzz
