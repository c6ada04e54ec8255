// The parser knows only full names, "reduce.sum". Every other spelling becomes one before the parser sees it.
#include "tool/options/op_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <lenslet/error.hpp>
#include <lenslet/user_op.hpp>
#include <optional>

#include "tool/options/option.hpp"
#include "tool/options/pipeline_words.hpp"
#include "tool/options/usage.hpp"
#include "tool/options/work_list.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/written_op.hpp"

namespace lenslet::cli {
namespace {

bool is_family(const std::string& word) {
  return std::ranges::count(ops_of_arrays(), word, &OpInfo::family) > 0;
}

// Both return null if there is no such op.
std::optional<OpInfo> op_called(const std::string& name) {
  try {
    return find_op(name);
  } catch (const Error&) {
    return {};
  }
}

std::optional<OpInfo> op_of_family(const std::string& family, const std::string& name) {
  for (const OpInfo& op : ops_of_arrays())
    if (op.family == family && op.name == name) return op;
  return {};
}

bool is_option(const std::string& word) {
  return word.size() > 1 && word.front() == '-';
}

// Takes the op at `place`, or after options there, out of the words, and returns its full name. A family may itself be
// an op, if none of its ops follows.
std::string take_op(std::vector<std::string>& words, std::size_t place) {
  const auto take = [&words](std::initializer_list<std::size_t> places, const OpInfo& op) {
    for (const std::size_t at : places) words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
    return full_name(op);
  };
  std::size_t family = 0;
  for (; place < words.size() && words[place] != "--"; ++place) {
    const std::string &word = words[place], &before = words[place - 1];
    const auto op = family > 0 ? op_of_family(words[family], word) : op_called(word);
    if (family == 0 && is_family(word))
      family = place;
    else if (op)
      return family > 0 ? take({place, family}, *op) : take({place}, *op);
    else if (!is_option(word) && (!is_option(before) || before.find('=') != before.npos))
      break;  // nor can it be the value of an option
  }
  const auto op = family > 0 ? op_called(words[family]) : std::nullopt;
  return op ? take({family}, *op) : std::string();
}

// Makes "reduce.sum" of "reduce sum", and adds the arguments that the op brings.
void join_ops(std::vector<std::string>& words) {
  for (std::size_t i = 2; i + 1 < words.size(); ++i) {
    const auto op = op_of_family(words[i], op_of(words[i + 1]));
    if (!op) continue;
    words[i] = full_name(*op) + words[i + 1].substr(op->name.size());
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

// The pipeline or the user's filter that the command line names in place of an op.
std::optional<OpInfo>& made_op() {
  static std::optional<OpInfo> made;
  return made;
}

constexpr char made_word[] = "pipeline";

// Whether a word names a user's filter: its file, or the name of one in LENSLET_OPS_PATH.
bool is_user_op(const std::string& word) {
  return (word.size() > 3 && word.ends_with(".cl")) || std::ranges::count(user_op_names(), word) > 0;
}

// Takes the filter that is the first word, not counting options and their values. A kernel's file may be such a value.
std::optional<OpInfo> take_user_op(std::vector<std::string>& words) {
  for (std::size_t i = 2; i < words.size() && words[i] != "--"; ++i) {
    const std::string word = words[i];
    const bool may_be_value = i > 2 && is_option(words[i - 1]) && words[i - 1].find('=') == words[i - 1].npos;
    if (is_option(word) || may_be_value) continue;
    if (!is_user_op(word)) return {};
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
    OpInfo op = find_op(word);
    set_written_op({op.name, word, {}});
    return op;
  }
  return {};
}

bool put_made_op_first(std::vector<std::string>& words) {
  if (const std::optional<Pipeline> pipeline = take_pipeline(words))
    made_op() = info_of(*pipeline);
  else if (!(made_op() = take_user_op(words)))
    return false;
  words.insert(words.begin() + 2, made_word);
  return true;
}

// Puts its command before a short form, unless that is a family without an op, which is a command itself.
void put_op_first(std::vector<std::string>& words, std::size_t place, bool short_form) {
  const bool needs_op = short_form && is_family(words[place]);
  const std::string op = take_op(words, place);
  std::vector<std::string> front;
  if (short_form && (!op.empty() || !needs_op)) front.emplace_back("run");
  if (!op.empty()) front.push_back(op);
  words.insert(words.begin() + static_cast<std::ptrdiff_t>(place), front.begin(), front.end());
}

// Makes the command "demo NAME" of the option --demo NAME or --demo=NAME.
void join_demo(std::vector<std::string>& words) {
  const std::size_t name = words[2].find('=');
  if (name != std::string::npos) words.insert(words.begin() + 3, words[2].substr(name + 1));
  words[2] = "demo";
}

}  // namespace

std::vector<std::string> usual_words(std::span<char* const> arguments) {
  std::vector<std::string> words(arguments.begin(), arguments.end());
  if (words.size() < 2) return words;
  if (words[1] == "version" || words[1] == "-V") words[1] = "--version";
  const bool help = words[1] == "help";
  if (help) {
    words.erase(words.begin() + 1);
    words.emplace_back("--help");
  }
  const std::string command = words[1];
  if (command == "view" && words.size() > 2 && words[2].starts_with("--demo")) {
    join_demo(words);
    return words;
  }
  if (command == "run" || command == "explain" || command == "view") {
    if (!put_made_op_first(words)) put_op_first(words, 2, false);
    return words;
  }
  if (is_family(command.substr(0, command.find('.'))) || (help && op_called(command)))
    put_op_first(words, 1, true);
  else
    join_ops(words);
  return words;
}

std::function<int()> add_op_commands(CLI::App& app, void (*add)(CLI::App& app, const OpInfo& op),
                                     int (*run)(const CLI::App& app, const OpInfo& op),
                                     bool (*lists)(const OpInfo& op)) {
  app.require_subcommand(0, 1);
  const auto add_op = [&app, add, lists](const std::string& name, const OpInfo& op) {
    CLI::App& sub = *app.add_subcommand(name, op.summary)->group(lists == nullptr || lists(op) ? op_group : "");
    sub.preparse_callback([&sub, &op, add](std::size_t) {
      sub.set_help_flag();  // the command has it; `add` puts it after the parameters
      add(sub, op);
    });
  };
  for (const OpInfo& op : all_ops()) add_op(full_name(op), op);
  if (made_op()) add_op(made_word, *made_op());
  return [&app, run] {
    const CLI::App& leaf = chosen(app);
    if (&leaf == &app) usage_error(fmt::format("'lenslet {}' needs an op; 'lenslet ops' lists them", app.get_name()));
    return run(leaf, leaf.get_name() == made_word ? *made_op() : find_op(leaf.get_name()));
  };
}

bool describes_op(const std::string& file) {
  try {
    return is_of_user(find_op(file));
  } catch (const Error&) {
    return false;
  }
}

}  // namespace lenslet::cli
