// Other tools take parameters as words, or by their place.
#include "tool/jobs/word_hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <lenslet/image_file.hpp>
#include <lenslet/work.hpp>

#include "system/printable.hpp"
#include "tool/files/image_files.hpp"
#include "tool/files/value_file.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/shell_word.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::size_t max_named = 5;  // words or parameters in a message

std::string some_of(std::vector<std::string> words) {
  const bool all = words.size() <= max_named;
  words.resize(std::min(words.size(), max_named));
  return join(words, ", ") + (all ? "" : ", ...");
}

// The flag with which the op takes so many inputs.
std::string flag_for(const OpInfo& op, const Call& call, std::size_t inputs) {
  for (const Parameter& parameter : op.parameters) {
    if (parameter.kind != ParameterKind::flag) continue;
    Call other = call;
    other.arguments[parameter.name] = true;
    const std::vector<std::string> names = input_names(other);
    if (names.size() == inputs)
      return fmt::format("; with --{} it takes {} inputs ({})", parameter.name, inputs, join(names, ", "));
  }
  return {};
}

bool is_file_of_results(const std::string& word) {
  return word == "-" || is_image_name(word) || may_hold_array(word);
}

}  // namespace

void check_no_parameters(const OpInfo& op, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const std::size_t sign = word.find('=');
    const auto found = std::ranges::find(op.parameters, word.substr(0, sign), &Parameter::name);
    std::error_code ignored;
    if (sign == word.npos || found == op.parameters.end() || std::filesystem::exists(word, ignored)) continue;
    const std::string value = word.substr(sign + 1);
    const std::string option = found->kind == ParameterKind::flag ? "" : ' ' + shell_word(value);
    usage_error(
        fmt::format("'{}' is no file; a parameter is an option: --{}{}", system::excerpt(word), found->name, option));
  }
}

std::string hint_of_results(const OpInfo& op, const Call& call, Words left, std::size_t results) {
  if (left.size() < results) return {};
  if (std::string flag = flag_for(op, call, input_names(call).size() + left.size() - results); !flag.empty())
    return flag;
  std::string hint = "; results of several calls need --out-dir DIR";
  if (std::ranges::all_of(left, is_file_of_results)) return hint;
  std::vector<std::string> words, parameters;
  for (const std::string& word : left) words.push_back(fmt::format("'{}'", system::excerpt(word)));
  for (const Parameter& parameter : op.parameters) parameters.push_back("--" + parameter.name);
  hint = "; taken for files of results: " + some_of(words);
  return parameters.empty() ? hint : hint + "; parameters are options: " + some_of(parameters);
}

}  // namespace lenslet::cli
