// Finds the op that a word means if it is no op's name: by synonyms, then by spelling, then by the ops' descriptions.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <lenslet/op.hpp>

#include "names.hpp"

namespace lenslet {
namespace {

constexpr std::size_t max_named = 4;  // ops in a hint

// Returns the word as synonyms are spelled: both "cv2.GaussianBlur" and "gaussian_blur" give "gaussianblur".
std::string plain(std::string_view word) {
  std::string letters;
  for (const char c : word.substr(word.rfind('.') + 1))
    if (std::isalnum(static_cast<unsigned char>(c)))
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

// Tells whether a word of the text is this word or begins with it.
bool has_word(const std::string& text, const std::string& word) {
  std::string lower = " " + text;
  for (char& c : lower) c = std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(c)) : ' ';
  return lower.find(" " + word) != std::string::npos;
}

// Returns a pipeline that does what the word means; empty where no op has one.
std::string recipe_for(const std::string& word) {
  for (const OpInfo& op : all_ops())
    for (const Recipe& recipe : op.recipes)
      if (std::ranges::count(recipe.words, word) > 0) return recipe.pipeline;
  return {};
}

std::string quoted(const Meaning& meaning, const std::string& command) {
  const std::string options = meaning.options.empty() ? "" : (command.empty() ? " " : " --") + meaning.options;
  return fmt::format("'{}{}{}'", command.empty() ? "" : command + " ", full_name(*meaning.op), options);
}

std::string listed(const std::vector<Meaning>& meanings, const std::string& command) {
  std::string text;
  for (const Meaning& meaning : meanings) text += (text.empty() ? "" : " or ") + quoted(meaning, command);
  return text;
}

// Suggests the op whose name is spelled most like the word, else the ops that have such a synonym.
std::string by_spelling(std::string_view word, std::span<const std::string> names, const std::string& command) {
  if (const std::string near = nearest_name(word, names); !near.empty())
    return fmt::format(": did you mean '{}'?", near);
  std::vector<std::string> synonyms;
  for (const OpInfo& op : all_ops())
    for (const Synonym& synonym : op.synonyms) synonyms.push_back(synonym.word);
  const std::string near = nearest_name(plain(word), synonyms);
  return near.empty() ? "" : fmt::format(": did you mean {}?", listed(meanings_of(near), command));
}

}  // namespace

std::vector<Meaning> meanings_of(std::string_view word) {
  const std::string wanted = plain(word);
  std::vector<Meaning> same, nearest;
  for (const OpInfo& op : all_ops()) {
    for (const Synonym& synonym : op.synonyms)
      if (synonym.word == wanted) same.push_back({&op, synonym.options, true});
    if (std::ranges::count(op.nearest_to, wanted) > 0) nearest.push_back({&op, {}, false});
  }
  return same.empty() ? nearest : same;
}

std::vector<const OpInfo*> ops_about(std::string_view word) {
  std::vector<const OpInfo*> known, told;
  const std::string letters = plain(word);
  if (letters.empty()) return {};
  const auto begins = [&letters](const std::string& name) { return name.starts_with(letters); };
  for (const OpInfo& op : all_ops()) {
    const bool is_known = has_word(full_name(op), letters) || std::ranges::any_of(op.nearest_to, begins) ||
                          std::ranges::any_of(op.synonyms, begins, &Synonym::word);
    if (is_known || has_word(op.summary, letters)) (is_known ? known : told).push_back(&op);
  }
  known.insert(known.end(), told.begin(), told.end());
  return known;
}

std::string hint_of_op(std::string_view word, std::span<const std::string> names, const std::string& command) {
  if (const auto meanings = meanings_of(word); !meanings.empty())
    return fmt::format("{} {}", meanings.front().same ? ": here it is" : "; the nearest to it is",
                       listed(meanings, command));
  if (const std::string recipe = recipe_for(plain(word)); !recipe.empty())
    return fmt::format("; no single op is it, a pipeline makes it: \"{}\"", recipe);
  if (std::string hint = by_spelling(word, names, command); !hint.empty()) return hint;
  const auto about = ops_about(word);
  if (about.empty() || about.size() > max_named)
    return command.empty() ? "; no op is like it" : "; no op is like it, 'lenslet ops' lists all";
  std::vector<std::string> found;
  for (const OpInfo* op : about) found.push_back(full_name(*op));
  return fmt::format("; about it {} {}", found.size() == 1 ? "is" : "are", joined(found));
}

}  // namespace lenslet
