// store_writer DIRECTORY NAME COUNT: adds trials of the work NAME to the store, and prints each one's number as soon as
// the store says that it is kept.
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "store/store.hpp"
#include "stored_key.hpp"

using namespace lenslet;

namespace {

void acknowledge(int number) {
  const std::string line = fmt::format("{}\n", number);
  if (write(STDOUT_FILENO, line.data(), line.size()) < 0) std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  store::Store store(argv[1]);
  const store::Key key = stored_key(argv[2]);
  Trial trial;
  trial.outcome = Outcome::correct;
  trial.time = {1, 1, 1, 5, false};
  for (int number = 1; number <= std::atoi(argv[3]); ++number) {
    Schedule schedule;
    schedule.group_width = number;
    trial.schedule = to_string(schedule);
    store.add(key, trial);
    if (!store.problem().empty()) {
      fmt::print(stderr, "{}\n", store.problem());
      return 1;
    }
    acknowledge(number);
  }
  return 0;
}
