// CLI11 passes on what it does not know. Its own messages neither name the command nor suggest a word.
#include "tool/options/usage.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "system/printable.hpp"
#include "tool/options/option.hpp"
#include "tool/options/pipeline_words.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

std::string path_of(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : path_of(*app.get_parent()) + ' ' + app.get_name();
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// Names the parameters of a pipeline's ops with this name: '--mean.ksize' for "--ksize".
std::string of_nodes(const CLI::App& app, const std::string& name) {
  std::vector<std::string> found;
  for (const std::string& option : option_names(app))
    if (name.size() > 2 && option.ends_with('.' + name.substr(2))) found.push_back(fmt::format("'{}'", option));
  return found.empty() ? "" : fmt::format(": did you mean {}?", join(found, " or "));
}

std::string parameters_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    if (option->get_group() == parameter_group) names.push_back("--" + option->get_lnames().front());
  return names.empty() ? "" : fmt::format("; parameters: {}", join(names, ", "));
}

std::string hint_of_option(const CLI::App& app, const std::string& name) {
  std::string hint = of_nodes(app, name);
  if (hint.empty()) hint = suggestion(name, option_names(app));
  return hint.empty() ? parameters_of(app) : hint;
}

[[noreturn]] void unknown_option(const CLI::App& app, const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  const CLI::App& leaf = chosen(app);
  const auto of_leaf = option_names(leaf);
  if (&leaf != &app && std::find(of_leaf.begin(), of_leaf.end(), name) != of_leaf.end())
    usage_error(fmt::format("option '{}' belongs after '{}'", name, path_of(leaf)));
  usage_error(
      fmt::format("unknown option '{}' of '{}'{}", system::excerpt(name), path_of(app), hint_of_option(app, name)));
}

// Names the commands of an op whose name stands in place of a command.
std::string commands_with(const std::string& name) {
  std::vector<std::string> found;
  for (const OpInfo& op : all_ops())
    if (op.name == name) found.push_back(fmt::format("'lenslet run {}'", full_name(op)));
  if (!found.empty()) return fmt::format(": did you mean {}?", join(found, " or "));
  return meanings_of(name).empty() ? "" : hint_of_op(name, {}, "lenslet run");
}

// Gives a hint if a file stands in place of the op.
std::string hint_of_file(const std::string& word, const std::string& command) {
  std::error_code ignored;
  if (word.ends_with(".pipeline")) return fmt::format(": did you mean '{} {} {}'?", command, pipeline_option, word);
  if (word.find('.') == word.npos || !std::filesystem::is_regular_file(word, ignored)) return {};
  return fmt::format(", it is a file: the op goes first, '{} OP {} ...'; 'lenslet ops' lists them", command, word);
}

[[noreturn]] void unknown_op(const std::string& word, const std::vector<std::string>& known,
                             const std::string& command) {
  const bool all = known.size() == all_ops().size();  // otherwise they are a family's
  std::string hint = all ? hint_of_file(word, command) : suggestion(word, known);
  if (all && hint.empty()) hint = hint_of_op(word, known, command);
  if (hint.empty()) hint = fmt::format("; allowed: {}", join(known, ", "));
  usage_error(fmt::format("unknown op '{}'{}", system::excerpt(word), hint));
}

[[noreturn]] void unknown_word(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known;
  bool ops = false;  // or commands
  for (const CLI::App* sub : app.get_subcommands({})) {
    known.push_back(sub->get_name());
    ops = ops || sub->get_group() == op_group;
  }
  const char* like = find_option(app, "--like") == nullptr ? "" : "; an image's type and size: --like FILE";
  if (known.empty()) usage_error(fmt::format("unexpected argument '{}' of '{}'{}", word, path_of(app), like));
  if (ops) unknown_op(word, known, path_of(app));
  std::string hint = commands_with(word);
  if (hint.empty()) hint = suggestion(word, known);
  if (hint.empty()) hint = fmt::format("; allowed: {}", join(known, ", "));
  usage_error(fmt::format("unknown command '{}'{}", system::excerpt(word), hint));
}

}  // namespace

const CLI::App& chosen(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : chosen(*parsed.front());
}

void check_leftovers(const CLI::App& app) {
  const std::vector<std::string> left = app.remaining();
  if (!left.empty()) {
    const std::string& first = left.front();
    first.size() > 1 && first.front() == '-' ? unknown_option(app, first) : unknown_word(app, first);
  }
  for (const CLI::App* sub : app.get_subcommands()) check_leftovers(*sub);
}

// The words are added here: CLI11 would pass them to a parent if the command already has some.
void add_words(CLI::App& app, std::span<char* const> words) {
  if (const auto parsed = app.get_subcommands(); !parsed.empty()) return add_words(*parsed.front(), words);
  const auto taking = app.get_options([](const CLI::Option* option) { return option->get_positional(); });
  for (const char* word : words) {
    if (taking.empty()) usage_error(fmt::format("unexpected argument '{}' of '{}'", word, path_of(app)));
    taking.front()->add_result(word);
  }
}

std::string message_of(const CLI::ParseError& error) {
  const std::string text = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    return fmt::format("option '{}' needs a value", text.substr(0, text.find(':')));
  return text;
}

}  // namespace lenslet::cli
