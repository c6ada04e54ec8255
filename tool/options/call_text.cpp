// A call in one word: "gaussian:ksize=3,5,sigma=1". Reads it, and writes it for people.
#include <fmt/format.h>

#include <algorithm>

#include "system/printable.hpp"
#include "tool/options/parameter.hpp"
#include "tool/options/values.hpp"
#include "tool/options/work_list.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

struct Values {
  const Parameter* parameter;
  std::vector<std::string> words;
};

const Parameter& find_parameter(const OpInfo& op, const std::string& name) {
  std::vector<std::string> known;
  for (const Parameter& parameter : op.parameters) {
    if (parameter.name == name) return parameter;
    known.push_back(parameter.name);
  }
  std::string hint = suggestion(name, known);
  if (hint.empty()) hint = known.empty() ? "; it has none" : fmt::format("; allowed: {}", join(known, ", "));
  usage_error(fmt::format("{} has no parameter '{}'{}", system::shown_name(op.name), system::excerpt(name), hint));
}

bool is_flag(const OpInfo& op, const std::string& word) {
  return std::ranges::any_of(op.parameters, [&](const Parameter& parameter) {
    return parameter.name == word && parameter.kind == ParameterKind::flag;
  });
}

bool has_commas(const Parameter& parameter) {
  constexpr ParameterKind kinds[] = {ParameterKind::text, ParameterKind::numbers, ParameterKind::matrix,
                                     ParameterKind::curve};
  return std::ranges::count(kinds, parameter.kind) > 0;
}

// A word without '=' continues the list, or the value with commas, of the parameter before it.
void add_word(const OpInfo& op, const std::string& word, std::vector<Values>& all) {
  const std::size_t equals = word.find('=');
  if (equals != std::string::npos)
    all.push_back({&find_parameter(op, word.substr(0, equals)), {word.substr(equals + 1)}});
  else if (is_flag(op, word))
    all.push_back({&find_parameter(op, word), {"on"}});
  else if (all.empty())
    usage_error(fmt::format("{}: '{}' is no NAME=VALUE", system::shown_name(op.name), system::excerpt(word)));
  else if (has_commas(*all.back().parameter))
    all.back().words.back() += ',' + word;
  else
    all.back().words.push_back(word);
}

}  // namespace

std::string op_of(const std::string& text) {
  return text.substr(0, std::min(text.find(':'), text.size()));
}

std::vector<Call> parse_calls(const OpInfo& op, const std::string& text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  std::vector<Values> values;
  if (colon < text.size())
    for (const std::string& word : split_list(op.name, text.substr(colon + 1))) add_word(op, word, values);
  std::vector<Call> calls{{full_name(op)}};
  for (const auto& [parameter, words] : values) {
    check_combinations({calls.size(), words.size()});
    std::vector<Call> more;
    for (const Call& call : calls)
      for (const std::string& word : words) {
        more.push_back(call);
        put_argument(op, *parameter, word, more.back());
      }
    calls = std::move(more);
  }
  return calls;
}

}  // namespace lenslet::cli
