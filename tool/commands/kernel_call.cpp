// The type of the kernel's argument decides what a word of --arg means.
#include "tool/commands/kernel_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <lenslet/error.hpp>
#include <optional>

#include "system/memory.hpp"
#include "tool/files/value_file.hpp"
#include "tool/options/option.hpp"
#include "tool/options/values.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t max_count = std::int64_t{1} << 62;

// Reads "640x480x4", of 1 to 3 numbers.
std::vector<std::size_t> parse_sides(const std::string& what, const std::string& text, std::int64_t least) {
  std::vector<std::size_t> sides;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    sides.push_back(static_cast<std::size_t>(parse_integer(what, text.substr(begin, end - begin), least, max_count)));
    begin = end + 1;
  }
  if (sides.size() > 3) usage_error(fmt::format("{}: {} numbers; allowed: 1 to 3, as 640x480", what, sides.size()));
  return sides;
}

// Reads "f32[100,3]": zeros of that type; nothing for another text.
std::optional<ArrayType> parse_zeros(const std::string& what, const std::string& word) {
  const std::size_t open = word.find('[');
  if (open == std::string::npos || !word.ends_with(']')) return {};
  ArrayType type{parse_element_option(what, word.substr(0, open)), {}};
  for (const std::string& side : split_list(what, word.substr(open + 1, word.size() - open - 2)))
    type.shape.push_back(parse_integer(what, side, 1, max_count));
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

// Reads what 'lenslet run' takes for an array: .npy, a table, or a picture.
Array read_array(const Session& session, const std::string& what, const std::string& word, const char* allowed,
                 FileNames& files) {
  if (std::error_code unknown; !std::filesystem::exists(word, unknown) && word != "-")
    usage_error(fmt::format("{}: '{}' is no file; allowed: {}", what, word, allowed));
  files.read(word);
  InputLimits limits;
  limits.max_memory = system::default_memory_limit();
  std::optional<Session> opened = session;
  const SessionOptions options;
  ValueFile file =
      open_value(word, ValueKind::array, {.limits = limits, .session = opened, .session_options = options});
  const ValueType type = file.type;
  return std::get<Array>(take_value(file, type));
}

// Image objects cannot have three channels, so these get an opaque alpha.
Array with_alpha(const Array& rgb) {
  ArrayType type = rgb.type();
  type.shape.back() = 4;
  Array rgba(type);
  const double opaque = type.type == SampleType::u8 ? 255 : type.type == SampleType::u16 ? 65535 : 1;
  for (std::int64_t i = 0; i < rgba.count(); ++i) rgba.set(i, i % 4 == 3 ? opaque : rgb.at(i / 4 * 3 + i % 4));
  return rgba;
}

// Reads "x.npy", "photo.png" or zeros, each possibly with ":unorm" after it.
ImageArgument read_image(const Session& session, const std::string& what, const std::string& declared, std::string word,
                         FileNames& files, bool keep) {
  constexpr std::string_view mark = ":unorm";
  const bool normalized = word.ends_with(mark);
  if (normalized) word.resize(word.size() - mark.size());
  const auto made = [&](const Array& array) {
    ImageArgument image = image_argument(session, what, declared, array, normalized);
    if (keep) image.first = array;
    return image;
  };
  if (const auto zeros = parse_zeros(what, word)) return made(Array(*zeros));
  Array array = read_array(session, what, word,
                           "a .npy file, a picture or zeros such as u8[480,640,4], and :unorm behind it for integers "
                           "that are read from 0 to 1",
                           files);
  if (!may_hold_array(word) && array.type().shape.size() == 3 && array.type().shape.back() == 3)
    array = with_alpha(array);
  return made(array);
}

// A queue cannot write this kind of image.
void check_kept(const ArgumentInfo& argument) {
  if (argument.type == "image1d_buffer_t" && argument.access != ImageAccess::read_only)
    usage_error(
        fmt::format("argument '{}' is a written image1d_buffer_t, which is not made as it was for the next launch; "
                    "allowed: a __global pointer, or an image of another kind",
                    argument.name));
}

// Reads the bytes of a struct or union. The driver knows their number, and checks it.
KernelArgument read_struct(const Session& session, const std::string& what, const ArgumentInfo& argument,
                           const std::string& word, FileNames& files) {
  if (suffix_of(word) != ".npy")
    usage_error(
        fmt::format("{}: '{}' for a value of the type {}; allowed: a .npy file that has its bytes, such as "
                    "np.frombuffer(struct.pack('<if', 3, 0.5), np.uint8)",
                    what, word, argument.type));
  const Array array = read_array(session, what, word, "a .npy file", files);
  return KernelArgument::of_bytes({array.bytes().begin(), array.bytes().end()});
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
            "The next argument: a number, or 1,2,3,4 for a vector; for a buffer a .npy file, a picture, f32[1000] for "
            "zeros or null; bytes of local memory (1024, 4k); a sampler, as nearest,clamp; for an image an array or a "
            "picture, as photo.png, or photo.png:unorm to be read from 0 to 1; for a struct its bytes in a .npy file");
  add_value(app, "--repeats", "N",
            "Launch so often again, and say how long the kernel takes; the results are those of the first launch");
  add_timeouts(app, "Give a launch up after this time (default 2m)");
  add_value(app, "--result", "NAME=FILE",
            "Write the buffer or image of this argument into a file after the launch: .npy, or a picture");
}

KernelRange parse_range(const RangeWords& words) {
  KernelRange range{.round_up = words.round_up};
  if (words.range) range.global = parse_sides("--range", *words.range, 1);
  if (words.group) range.group = parse_sides("--group", *words.group, 1);
  if (words.offset) range.offset = parse_sides("--offset", *words.offset, 0);
  return range;
}

CallValues::CallValues(const Session& session, const KernelInfo& kernel, const std::vector<std::string>& words,
                       FileNames& files, bool keep)
    : kernel_(kernel), keep_(keep) {
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
  buffers_.emplace_back();
  if (argument.type == "sampler_t") {
    arguments_.emplace_back(parse_sampler(what, word));
  } else if (argument.type.starts_with("image")) {
    const auto& made = images_.emplace_back(read_image(session, what, argument.type, word, files, keep_));
    arguments_.emplace_back(made.image);
    if (keep_) check_kept(argument);
  } else if (argument.address == AddressSpace::local) {
    arguments_.emplace_back(LocalMemory{static_cast<std::size_t>(parse_bytes(what, word))});
  } else if (argument.address != AddressSpace::value || argument.type.ends_with('*')) {
    add_buffer(session, argument, word, files);
  } else if (is_of_numbers(argument)) {
    arguments_.push_back(value_from_text(argument, word));
  } else {
    arguments_.push_back(read_struct(session, what, argument, word, files));
  }
}

void CallValues::add_buffer(const Session& session, const ArgumentInfo& argument, const std::string& word,
                            FileNames& files) {
  if (word == "null") return arguments_.emplace_back(NoBuffer{}), void();
  const std::string what = "--arg of " + argument.name;
  constexpr char allowed[] = "a .npy file, a picture, zeros such as f32[1000], or null";
  const auto zeros = parse_zeros(what, word);
  const Array array = zeros ? Array(*zeros) : read_array(session, what, word, allowed, files);
  buffers_.back() = std::make_unique<const BufferArgument>(session, argument.name, array, keep_);
  arguments_.push_back(buffers_.back()->argument());
}

bool CallValues::may_write(std::size_t argument) const {
  const ArgumentInfo& info = kernel_.arguments[argument];
  if (std::holds_alternative<ImageObject>(arguments_[argument].what())) return info.access != ImageAccess::read_only;
  return buffers_[argument] != nullptr && info.address == AddressSpace::global && !info.is_const;
}

void CallValues::restore(const Session& session) const {
  for (const std::size_t i : written()) {
    if (buffers_[i])
      buffers_[i]->restore(session);
    else
      lenslet::cli::restore(session, image_of(i));
  }
}

std::vector<std::size_t> CallValues::written() const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < arguments_.size(); ++i)
    if (may_write(i)) places.push_back(i);
  return places;
}

bool CallValues::has_result(std::size_t argument) const {
  return buffers_[argument] != nullptr || std::holds_alternative<ImageObject>(arguments_[argument].what());
}

CallValues::Result CallValues::result_at(std::size_t argument) const {
  if (buffers_[argument]) return buffers_[argument].get();
  return image_of(argument);
}

void CallValues::check_guards(const Session& session) const {
  for (const auto& buffer : buffers_)
    if (buffer) buffer->check_guards(session);
}

// Images have the order of their arguments.
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
    if (equals == std::string::npos)
      usage_error(fmt::format("--result '{}'; allowed: NAME=FILE, as out=result.npy or out=result.png", word));
    const std::string name = check_choice("--result", word.substr(0, equals), names), file = word.substr(equals + 1);
    const auto index = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    const bool is_image = std::holds_alternative<ImageObject>(arguments_[index].what());
    if (!has_result(index))
      usage_error(fmt::format("--result {}: this argument is no array or image; allowed: one that is", name));
    check_value_file(file, is_image ? image_of(index).type : buffers_[index]->type());
    files.write(file);
    results.emplace_back(file, result_at(index));
  }
  return results;
}

Array downloaded(const Session& session, const CallValues::Result& result) {
  if (const auto* buffer = std::get_if<const BufferArgument*>(&result)) return (*buffer)->download(session);
  return download(session, std::get<ImageArgument>(result));
}

}  // namespace lenslet::cli
