// Reads its own words again: a command that would tune another case is worse than none.
#include "tool/options/tune_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/argument_text.hpp>
#include <lenslet/error.hpp>
#include <lenslet/pipeline.hpp>

#include "tool/options/parameter.hpp"
#include "tool/options/pipeline_words.hpp"
#include "tool/options/work_list.hpp"
#include "tool/terminal/shell_word.hpp"

namespace lenslet::cli {
namespace {

constexpr std::size_t max_word_length = 300;  // characters that a person may still paste

bool means(const Call& call, const Call& other) {
  return call.op == other.op && call.arguments == other.arguments;
}

// Empty if the word would be read as another call, like some texts with commas and signs of equality.
std::string word_of(const Call& call) {
  const OpInfo op = find_op(call.op);
  if (op.pipeline) {
    const Pipeline pipeline(call);
    return is_pipeline(pipeline.text()) && means(pipeline, Pipeline::parse(pipeline.text())) ? pipeline.text() : "";
  }
  std::string word = call.op;
  for (const auto& [name, value] : call.arguments)
    word += fmt::format("{}{}={}", word == call.op ? ":" : ",", name, value_text(value));
  try {
    const std::vector<Call> calls = parse_calls(op, word);
    return op_of(word) == call.op && calls.size() == 1 && means(calls.front(), call) ? word : "";
  } catch (const Error&) {
    return {};
  }
}

// The options that decide speed and can be written.
OpOptions sayable(const OpOptions& options) {
  return {.border = options.border, .accuracy = options.accuracy};
}

std::string image_words(const Work& work, const ImageType& image, const std::string& file) {
  const bool plain = !image.format.alpha || work.options.alpha == Alpha::filter;
  if (!plain && (file.empty() || work.options.alpha)) return {};
  if (work.options.nodata || work.options.nan != OpOptions{}.nan) return {};
  const Work said = image_work(work.call, image.format, image.size, sayable(work.options));
  if (said.inputs != work.inputs || work.options.ddepth.value_or(image.format.type) != image.format.type) return {};
  std::string words = plain ? fmt::format(" --type {} --channels {} --size {}x{}", name_of(image.format.type),
                                          image.format.channels, image.size.width, image.size.height)
                            : " --like " + shell_word(file);
  if (work.options.border) words += fmt::format(" --border {}", name_of(*work.options.border));
  if (work.options.accuracy) words += fmt::format(" --accuracy {}", name_of(*work.options.accuracy));
  return words;
}

std::string array_words(const Work& work, const ArrayType& array) {
  const std::vector<ArrayType> said = typical_array_inputs(work.call, array.type, array.count());
  if (!std::ranges::equal(said, work.inputs,
                          [](const ArrayType& one, const ValueType& other) { return ValueType(one) == other; }))
    return {};
  return fmt::format(" --type {} --elements {}", name_of(array.type), array.count());
}

}  // namespace

std::string tune_command(const Work& work, const std::string& file, const std::string& device) {
  const std::string word = word_of(work.call);
  if (word.empty() || word.size() > max_word_length || word.find('\n') != word.npos) return {};
  const ImageType* image = std::get_if<ImageType>(&work.inputs.front());
  const std::string inputs =
      image ? image_words(work, *image, file) : array_words(work, std::get<ArrayType>(work.inputs.front()));
  if (inputs.empty()) return {};
  return fmt::format("lenslet tune {}{}{}", shell_word(word), inputs,
                     device.empty() ? "" : " --device " + shell_word(device));
}

}  // namespace lenslet::cli
