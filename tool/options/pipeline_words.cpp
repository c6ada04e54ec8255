// The first word that is a pipeline is the op.
#include "tool/options/pipeline_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <lenslet/error.hpp>

#include "system/input_file.hpp"
#include "system/printable.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/shell_word.hpp"
#include "tool/terminal/written_op.hpp"

namespace lenslet::cli {
namespace {

constexpr std::uint64_t max_bytes = 1 << 20;

bool begins_with_op(const std::string& word) {
  const std::string first = word.substr(0, word.find_first_of(" \t\n;|=,"));
  return first == "in" || std::ranges::count(ops_of_images(), first, &OpInfo::name) > 0;
}

// An op with its arguments may have the blanks and semicolons of a mask, "filter2d:mask=0 1 0; 1 -4 1; 0 1 0".
bool is_call(const std::string& word) {
  const std::size_t sign = word.find_first_of(":|=;\n ");
  return sign != word.npos && word[sign] == ':' && word.find('|') == word.npos;
}

Pipeline parse_file(const std::string& file, const std::string& text) {
  try {
    return Pipeline::parse(text);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", system::printable(file), error.what()), error.detail());
  }
}

// The pipeline of a text, or of a file.
Pipeline noted(const std::string& text, const std::string& file) {
  const Pipeline pipeline = file.empty() ? Pipeline::parse(text) : parse_file(file, text);
  const std::string word =
      file.empty() ? shell_word(text) : fmt::format("{} {}", pipeline_option, shell_word(system::printable(file)));
  set_written_op({Call(pipeline).op, word, text});
  return pipeline;
}

}  // namespace

bool is_pipeline(const std::string& word) {
  if (word.starts_with('-') || is_call(word) || word.find_first_of("|;\n ") == word.npos) return false;
  std::error_code ignored;
  if (std::filesystem::exists(word, ignored)) return false;
  return word.find('|') != word.npos || word.find('=') != word.npos || begins_with_op(word);
}

Pipeline read_pipeline(const std::string& file) {
  return parse_file(file, system::read_input(file, max_bytes));
}

std::optional<Pipeline> take_pipeline(std::vector<std::string>& words) {
  const std::string with_value = std::string(pipeline_option) + '=';
  const auto of_file = [](const std::string& file) { return noted(system::read_input(file, max_bytes), file); };
  for (std::size_t i = 2; i < words.size() && words[i] != "--"; ++i) {
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
    const std::string word = words[i];
    if (word == pipeline_option) {
      if (i + 1 == words.size()) usage_error(fmt::format("{} needs a file", pipeline_option));
      const std::string file = words[i + 1];
      words.erase(at, at + 2);
      return of_file(file);
    }
    if (!word.starts_with(with_value) && !is_pipeline(word)) continue;
    words.erase(at);
    return is_pipeline(word) ? noted(word, "") : of_file(word.substr(with_value.size()));
  }
  return {};
}

OpInfo info_of(const Pipeline& pipeline) {
  const Call call = pipeline;
  OpInfo info = find_op(call.op);
  for (Parameter& parameter : info.parameters)
    if (const auto given = call.arguments.find(parameter.name); given != call.arguments.end())
      parameter.initial = given->second;
  return info;
}

}  // namespace lenslet::cli
