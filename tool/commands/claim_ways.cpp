// Divides the commands of one's own claims into words, and reads their options.
#include "tool/commands/claim_ways.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "tool/terminal/exit.hpp"

namespace lenslet::cli {

ClaimWords claim_words(const std::string& command) {
  ClaimWords words;
  std::string word;
  bool begun = false;
  char quote = 0;
  for (const char c : command) {
    if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote != 0 ? 0 : c;
      begun = true;
    } else if (c == ' ' && quote == 0) {
      if (begun) words.push_back(std::exchange(word, {}));
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
  if (quote != 0) usage_error(fmt::format("the quote {} is open at the end of: {}", quote, command));
  if (begun) words.push_back(word);
  return words;
}

void parse_claim_words(CLI::App& app, const ClaimWords& words) {
  try {
    app.parse(ClaimWords(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    usage_error(fmt::format("{}: {}", app.get_name(), error.what()));
  }
}

// A file that cannot be read is a mistake in the text, and no failure of the device.
OwnWay claim_way(const Session& session, const std::string& command) {
  ClaimWords words = claim_words(command);
  const std::string verb = words.front();
  words.erase(words.begin());
  try {
    if (verb == "run") return op_way(session, words);
    if (verb == "kernel") return kernel_way.get(verb)(session, words);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::io && error.kind() != ErrorKind::build) throw;
    throw Error(ErrorKind::invalid_argument, error.what(), error.detail());
  }
  usage_error(fmt::format("'{}' in a line of claims; allowed: kernel, run", verb));
}

}  // namespace lenslet::cli
