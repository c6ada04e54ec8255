// What a word of --arg means is told by the type of the kernel's argument.
#include "cli/commands/kernel_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/array_file.hpp>
#include <lenslet/error.hpp>
#include <optional>

#include "cli/files/text_file.hpp"
#include "cli/files/value_file.hpp"
#include "cli/options/option.hpp"
#include "cli/options/values.hpp"
#include "cli/terminal/exit.hpp"
#include "cli/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t largest_count = std::int64_t{1} << 62;

// "640x480x4", from 1 to 3 numbers.
std::vector<std::size_t> parse_sides(const std::string& what, const std::string& text, std::int64_t least) {
  std::vector<std::size_t> sides;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    sides.push_back(
        static_cast<std::size_t>(parse_integer(what, text.substr(begin, end - begin), least, largest_count)));
    begin = end + 1;
  }
  if (sides.size() > 3) usage_error(fmt::format("{}: {} numbers; allowed: 1 to 3, as 640x480", what, sides.size()));
  return sides;
}

// "f32[100,3]": zeros of that type; nothing for another text.
std::optional<ArrayType> parse_zeros(const std::string& what, const std::string& word) {
  const std::size_t open = word.find('[');
  if (open == std::string::npos || !word.ends_with(']')) return {};
  ArrayType type{parse_element_option(what, word.substr(0, open)), {}};
  for (const std::string& side : split_list(what, word.substr(open + 1, word.size() - open - 2)))
    type.shape.push_back(parse_integer(what, side, 1, largest_count));
  check(type);
  return type;
}

Sampler parse_sampler(const std::string& what, const std::string& text) {
  const std::vector<std::string> words{"nearest", "linear",          "none",      "clamp_to_edge", "clamp",
                                       "repeat",  "mirrored_repeat", "normalized"};
  Sampler sampler;
  for (const std::string& word : split_list(what, text)) {
    const auto place = std::ranges::find(words, check_choice(what, word, words)) - words.begin();
    if (place < 2)
      sampler.filter = static_cast<Sampler::Filter>(place);
    else if (place < 7)
      sampler.address = static_cast<Sampler::Address>(place - 2);
    else
      sampler.normalized = true;
  }
  return sampler;
}

// "x.npy", zeros, and either with ":unorm" behind it.
ImageArgument read_image(const Session& session, const std::string& what, const std::string& declared, std::string word,
                         FileNames& files) {
  constexpr std::string_view mark = ":unorm";
  const bool normalized = word.ends_with(mark);
  if (normalized) word.resize(word.size() - mark.size());
  if (const auto zeros = parse_zeros(what, word))
    return image_argument(session, what, declared, Array(*zeros), normalized);
  if (suffix_of(word) != ".npy")
    usage_error(
        fmt::format("{}: '{}'; allowed for an image: a .npy file or zeros such as u8[480,640,4], and :unorm "
                    "behind it for integers that are read from 0 to 1",
                    what, word));
  files.read(word);
  return image_argument(session, what, declared, parse_npy(read_file(word)), normalized);
}

KernelArgument array_argument(const Session& session, const std::string& what, const std::string& word,
                              FileNames& files) {
  if (word == "null") return NoBuffer{};
  if (const auto zeros = parse_zeros(what, word)) return session.upload(Array(*zeros));
  if (suffix_of(word) != ".npy")
    usage_error(fmt::format("{}: '{}'; allowed: a .npy file, zeros such as f32[1000], or null", what, word));
  files.read(word);
  return session.upload(parse_npy(read_file(word)));
}

}  // namespace

void add_call_options(CLI::App& app) {
  add_value(app, "--run", "NAME", "Launch this kernel; the only one where the name is left out and --range is there");
  add_value(app, "--range", "N[xN[xN]]", "Work-items along each dimension");
  add_value(app, "--group", "N[xN[xN]]",
            "Work-items of a group (default: what the kernel demands, or the driver's choice)");
  add_value(app, "--offset", "N[xN[xN]]", "Global id of the first work-item (default 0)");
  add_switch(app, "--round-up", "Make a range that is no multiple of the group larger");
  add_value(app, "--arg", "VALUE",
            "The next argument: a number, or 1,2,3,4 for a vector; for a buffer a .npy file, f32[1000] for zeros or "
            "null; bytes of local memory (1024, 4k); a sampler, as nearest,clamp; for an image an array, as "
            "photo.npy, or photo.npy:unorm to be read from 0 to 1");
  add_value(app, "--repeats", "N",
            "Launch so often again, and say how long the kernel takes; the results are those of the first launch");
  add_value(app, "--timeout", "TIME", "Give a launch up after this time (default 2m)");
  add_value(app, "--result", "NAME=FILE.npy", "Write the buffer of this argument into a file after the launch");
}

KernelRange read_range(const CLI::App& app) {
  KernelRange range{.round_up = is_set(app, "--round-up")};
  if (const auto text = given(app, "--range")) range.global = parse_sides("--range", *text, 1);
  if (const auto text = given(app, "--group")) range.group = parse_sides("--group", *text, 1);
  if (const auto text = given(app, "--offset")) range.offset = parse_sides("--offset", *text, 0);
  return range;
}

CallValues::CallValues(const Session& session, const KernelInfo& kernel, const std::vector<std::string>& words,
                       FileNames& files)
    : kernel_(kernel) {
  if (kernel.arguments.size() != kernel.argument_count)
    throw Error(ErrorKind::unsupported,
                fmt::format("the driver of {} tells no types of arguments of this program, so that words cannot be "
                            "taken for values; allowed: a program from its text",
                            session.device().name));
  if (words.size() != kernel.argument_count)
    usage_error(fmt::format("{} --arg for kernel {}; allowed: {}, for {}", words.size(), kernel.name,
                            kernel.argument_count, join(mapped(kernel.arguments, &ArgumentInfo::name), ", ")));
  for (std::size_t i = 0; i < words.size(); ++i) add(session, kernel.arguments[i], words[i], files);
}

void CallValues::add(const Session& session, const ArgumentInfo& argument, const std::string& word, FileNames& files) {
  const std::string what = "--arg of " + argument.name;
  if (argument.type == "sampler_t") {
    arguments_.emplace_back(parse_sampler(what, word));
  } else if (argument.type.starts_with("image")) {
    const auto& made = images_.emplace_back(read_image(session, what, argument.type, word, files));
    arguments_.emplace_back(made.image);
  } else if (argument.address == AddressSpace::local) {
    arguments_.emplace_back(LocalMemory{static_cast<std::size_t>(parse_bytes(what, word))});
  } else if (argument.address != AddressSpace::value || argument.type.ends_with('*')) {
    arguments_.push_back(array_argument(session, what, word, files));
  } else {
    arguments_.push_back(value_from_text(argument, word));
  }
}

// Images are in the order of their arguments.
const ImageArgument& CallValues::image_of(std::size_t argument) const {
  const auto is_image = [](const KernelArgument& each) { return std::holds_alternative<ImageObject>(each.what()); };
  const auto end = arguments_.begin() + static_cast<std::ptrdiff_t>(argument);
  return images_[static_cast<std::size_t>(std::count_if(arguments_.begin(), end, is_image))];
}

std::vector<std::pair<std::string, CallValues::Result>> CallValues::results(const std::vector<std::string>& words,
                                                                            FileNames& files) const {
  const std::vector<std::string> names = mapped(kernel_.arguments, &ArgumentInfo::name);
  std::vector<std::pair<std::string, Result>> results;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || suffix_of(word) != ".npy")
      usage_error(fmt::format("--result '{}'; allowed: NAME=FILE.npy", word));
    const std::string name = check_choice("--result", word.substr(0, equals), names), file = word.substr(equals + 1);
    const auto index = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    const auto* array = std::get_if<DeviceArray>(&arguments_[index].what());
    const bool is_image = std::holds_alternative<ImageObject>(arguments_[index].what());
    if (!array && !is_image)
      usage_error(fmt::format("--result {}: this argument is no array or image; allowed: one that is", name));
    files.write(file);
    if (array)
      results.emplace_back(file, *array);
    else
      results.emplace_back(file, image_of(index));
  }
  return results;
}

}  // namespace lenslet::cli
