// Tuning results as JSON, as 'cache import' reads them: what is taken can be exported, and is then the same.
#include <string>

#include "fuzz.hpp"
#include "json.hpp"
#include "tool/commands/store_json.hpp"

void lenslet::fuzz::run(std::string_view bytes) {
  const auto trials = accepted([&] { return cli::parse_trials(std::string(bytes)); });
  if (!trials) return;
  const std::string text = dumped(cli::to_json(*trials));
  expect(dumped(cli::to_json(cli::parse_trials(text))) == text, "tuning results come back from JSON as they were");
}
