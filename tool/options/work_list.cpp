// Each option of an axis multiplies the works by its values.
#include "tool/options/work_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <lenslet/error.hpp>
#include <lenslet/image_file.hpp>
#include <optional>

#include "system/printable.hpp"
#include "tool/components/files.hpp"
#include "tool/options/pipeline_words.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr char own_schedule[] = "default";
constexpr char op_words_help[] = ", with lists of arguments where wanted: gaussian:ksize=3,5,sigma=2, reduce.sum";

// A work in the making. What is not given is as usual for the op.
struct Draft {
  Call call = {};
  std::string type = {};
  std::optional<int> channels = {};
  bool alpha = false;
  Size size = {3866, 4320};
  std::int64_t elements = 0;
  OpOptions options = {};
};

// The options that only one kind of op has.
constexpr std::string_view image_axes[] = {"--like", "--size", "--channels", "--border", "--accuracy"},
                           array_axes[] = {"--elements"};

// The option's text. Absent where it is not given, and where the command has no such option.
std::optional<std::string> given_here(const CLI::App& app, const std::string& option) {
  return find_option(app, option) ? given(app, option) : std::nullopt;
}

std::string first_given(const CLI::App& app, bool arrays) {
  for (const std::string_view option : arrays ? std::span<const std::string_view>(array_axes) : image_axes)
    if (given_here(app, std::string(option))) return std::string(option);
  return {};
}

// Repeats every draft with each value of the option's list, if the option is given.
template <class Set>
void expand(const CLI::App& app, const std::string& option, std::vector<Draft>& drafts, Set set) {
  const auto text = given_here(app, option);
  if (!text) return;
  const std::string name = written_name(app, option);
  const std::vector<std::string> words = split_list(name, *text);
  check_combinations({drafts.size(), words.size()});
  std::vector<Draft> expanded;
  for (const Draft& draft : drafts)
    for (const std::string& word : words) set(expanded.emplace_back(draft), name, word);
  drafts = std::move(expanded);
}

// The usual type of images: f32 if the op takes it.
SampleType usual_type(const OpInfo& op) {
  const std::vector<SampleType>& types = op.inputs.front().types;
  return std::ranges::count(types, SampleType::f32) > 0 ? SampleType::f32 : types.front();
}

// The usual number of channels: one, or as many as the op needs.
int usual_channels(const Call& call, SampleType type) {
  for (const int channels : {1, 3, 4, 2}) {
    try {
      work_outputs(image_work(call, {type, channels}, {64, 64}));
      return channels;
    } catch (const Error&) {
      continue;
    }
  }
  return 1;
}

Work work_of(Draft draft) {
  const OpInfo op = find_op(draft.call.op);
  if (op.of_arrays()) {
    const auto type = draft.type.empty() ? std::nullopt : std::optional(parse_element_option("--type", draft.type));
    return array_work(draft.call, typical_array_inputs(draft.call, type, draft.elements), draft.options.schedule);
  }
  // Windows belong to the stencil family, whose spellings are known without a device.
  std::string& schedule = draft.options.schedule;
  if (!schedule.empty() && !op.pipeline && op.inputs.front().reads == Reads::window)
    schedule = to_string(parse_schedule(schedule));
  const SampleType type = draft.type.empty() ? usual_type(op) : parse_element_option("--type", draft.type);
  const int channels = draft.channels ? *draft.channels : usual_channels(draft.call, type);
  return image_work(draft.call, {type, channels, draft.alpha}, draft.size, draft.options);
}

// The image's file gives values that no other option sets.
Draft first_draft(const CLI::App& app) {
  const auto file = given_here(app, "--like");
  if (!file) return {};
  // Images that pass in strips may have any size.
  const CLI::Option* strips = find_option(app, "--memory");
  ReadOptions options;
  if (strips && given(app, "--memory")) options.max_pixels = std::int64_t{1} << 40;
  const ImageHeader header = files_component.get(*file).read_image_header(*file, options);
  return {.type = std::string(name_of(header.format.type)),
          .channels = header.format.channels,
          .alpha = header.format.alpha,
          .size = header.size};
}

// Works with inputs of one kind follow each other, images first, so that the meter can keep the inputs.
std::vector<Work> works_of(const CLI::App& app, const std::vector<Call>& calls, const Draft& first) {
  std::vector<Draft> kinds{first}, drafts;
  expand(app, "--type", kinds, [](Draft& draft, const auto&, const auto& word) { draft.type = word; });
  expand(app, "--channels", kinds, [](Draft& draft, const auto& what, const auto& word) {
    draft.channels = static_cast<int>(parse_integer(what, word, 1, max_channels));
    draft.alpha = false;
  });
  expand(app, "--size", kinds,
         [](Draft& draft, const auto& what, const auto& word) { draft.size = parse_size(what, word); });
  expand(app, "--elements", kinds,
         [](Draft& draft, const auto& what, const auto& word) { draft.elements = parse_elements(what, word); });
  check_combinations({kinds.size(), calls.size()});
  for (const Draft& kind : kinds)
    for (const Call& call : calls) (drafts.emplace_back(kind)).call = call;
  expand(app, "--border", drafts, [](Draft& draft, const auto& what, const auto& word) {
    draft.options.border = parse_border_option(what, word);
  });
  expand(app, "--accuracy", drafts, [](Draft& draft, const auto& what, const auto& word) {
    draft.options.accuracy = parse_accuracy_option(what, word);
  });
  expand(app, "--schedule", drafts, [](Draft& draft, const auto&, const auto& word) {
    draft.options.schedule = word == own_schedule ? "" : word;
  });
  std::vector<Work> works;
  for (const bool arrays : {false, true})
    for (const Draft& draft : drafts)
      if (find_op(draft.call.op).of_arrays() == arrays) works.push_back(work_of(draft));
  return works;
}

std::vector<Work> works_of(const CLI::App& app, const std::vector<Call>& calls) {
  return works_of(app, calls, first_draft(app));
}

void check_axes(const CLI::App& app, const OpInfo& op) {
  if (const std::string foreign = first_given(app, !op.of_arrays()); !foreign.empty())
    usage_error(fmt::format("{}: {} is an op of {}", foreign, full_name(op), op.of_arrays() ? "arrays" : "images"));
}

std::vector<Call> all_calls(const CLI::App& app) {
  const std::string of_images = first_given(app, false), of_arrays = first_given(app, true);
  if (!of_images.empty() && !of_arrays.empty())
    usage_error(fmt::format("{} and {} are for different ops: name one", of_arrays, of_images));
  std::vector<Call> calls;
  for (const OpInfo& op : all_ops())
    if ((op.of_arrays() ? of_images : of_arrays).empty()) calls.push_back(typical_call(op));
  return calls;
}

// People may give an image as 'lenslet run' takes it, so the message names --like.
OpInfo op_to_measure(const std::string& word) {
  try {
    return find_op(op_of(word));
  } catch (const Error& error) {
    std::error_code ignored;
    if (!word.ends_with(".cl") && std::filesystem::is_regular_file(word, ignored))
      usage_error(fmt::format("'{0}' is a file and no op; --like {0} takes its type, channels and size",
                              system::printable(word)));
    usage_error(error.what());
  }
}

std::vector<Call> read_calls(const CLI::App& app, const std::vector<std::string>& words) {
  std::vector<Call> calls;
  if (const auto file = given(app, pipeline_option)) calls.push_back(read_pipeline(*file));
  for (const std::string& word : words) {
    if (is_pipeline(word)) {
      calls.push_back(Pipeline::parse(word));
      continue;
    }
    const OpInfo op = op_to_measure(word);
    check_axes(app, op);
    for (Call& call : parse_calls(op, word)) calls.push_back(std::move(call));
    check_combinations({calls.size()});
  }
  return calls;
}

std::string types_help(const OpInfo* op) {
  const std::string element = fmt::format("{} (default: the op's usual one)", join(names_of(sample_types), ", "));
  if (op && op->of_arrays()) return element;
  if (op)
    return fmt::format("{} (default {})", join(names_of(op->inputs.front().types), ", "), name_of(usual_type(*op)));
  return fmt::format("{} (default f32, where the op has it); of arrays {}", join(names_of(filter_types), ", "),
                     element);
}

// Adds the options of the op, or of any op if it is null. `more` says that each takes a list.
void add_input_options(CLI::App& app, const OpInfo* op, const std::string& more) {
  const bool images = !op || !op->of_arrays(), arrays = !op || op->of_arrays();
  if (images)
    add_value(app, "--like", "FILE", "An image whose type, channels and size are meant, where no option says another");
  if (images) add_value(app, "--size", "WxH" + more, "Size of images in pixels (default 3866x4320)");
  if (arrays)
    add_value(app, "--elements", "N" + more, "Elements of the first array: 1000, 2^24 (default: as fits the op)");
  add_value(app, "--type", "TYPE" + more, types_help(op));
  if (!images) return;
  add_value(app, "--channels", "N" + more, "Channels of images (1 to 4; default 1, or what the op needs)");
  add_border_option(app, "", more, op);
  add_accuracy_option(app, more);
}

}  // namespace

void check_combinations(std::initializer_list<std::size_t> lengths) {
  constexpr std::size_t most = 100'000;
  std::size_t combinations = 1;
  for (const std::size_t length : lengths) {
    if (length > most / std::max<std::size_t>(combinations, 1))
      usage_error(fmt::format("the lists have too many combinations; allowed: up to {}", most));
    combinations *= length;
  }
}

void add_axes(CLI::App& app, const std::string& ops) {
  add_arguments(app, "op", ops + op_words_help);
  add_value(app, pipeline_option, "FILE", pipeline_help);
  add_input_options(app, nullptr, "[,...]");
}

namespace {

// What photographs and measurements usually are.
constexpr PixelFormat first_formats[] = {
    {SampleType::u8, 1}, {SampleType::u8, 3}, {SampleType::u16, 1}, {SampleType::f32, 1}};
// Small and large images may have other schedules, and PoCL compiles kernels for few and for many groups apart.
constexpr Size first_sizes[] = {{512, 512}, {2048, 1536}};

// Windows of some sizes have other programs, mostly those of medians.
constexpr std::int64_t first_windows[] = {3, 5, 7, 9, 15, 31};
constexpr char window_side[] = "ksize";

// The call, and where it leaves the side of its window open, calls with these sides.
std::vector<Call> with_windows(const Call& call, bool is_typical) {
  std::vector<Call> calls{call};
  const std::vector<Parameter> parameters = find_op(call.op).parameters;
  const bool has_side = std::ranges::count(parameters, window_side, &Parameter::name) > 0;
  if (!has_side || (!is_typical && call.arguments.contains(window_side))) return calls;
  for (const std::int64_t side : first_windows) calls.emplace_back(call).arguments[window_side] = side;
  return calls;
}

bool is_possible(const Work& work) {
  try {
    work_outputs(work);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// One for each combination that no option decides.
std::vector<Draft> first_drafts(const CLI::App& app) {
  const bool has_kind = given_here(app, "--like") || given_here(app, "--type") || given_here(app, "--channels");
  const bool has_size = given_here(app, "--like") || given_here(app, "--size");
  std::vector<Draft> drafts{first_draft(app)};
  const auto multiply = [&](bool is_decided, const auto& values, const auto& set) {
    if (is_decided) return;
    std::vector<Draft> all;
    for (const Draft& draft : drafts)
      for (const auto& value : values) set(all.emplace_back(draft), value);
    drafts = std::move(all);
  };
  multiply(has_kind, first_formats, [](Draft& draft, const PixelFormat& format) {
    draft.type = name_of(format.type);
    draft.channels = format.channels;
  });
  multiply(has_size, first_sizes, [](Draft& draft, Size size) { draft.size = size; });
  return drafts;
}

}  // namespace

void add_first_axes(CLI::App& app) {
  add_arguments(app, "op", std::string("The ops (default: all)") + op_words_help);
  add_value(app, pipeline_option, "FILE", pipeline_help);
  add_value(app, "--like", "FILE", "An image whose type, channels and size are meant, where no option says another");
  add_value(app, "--size", "WxH[,...]", "Size of images in pixels (default 512x512,2048x1536)");
  add_value(app, "--type", "TYPE[,...]",
            "Type of samples, or of elements of arrays (default: u8, u16 and f32; of arrays the op's usual one)");
  add_value(app, "--channels", "N[,...]", "Channels of images (1 to 4; default 1, of u8 also 3)");
  add_border_option(app, "", "[,...]", nullptr);
}

std::vector<Work> read_first_works(const CLI::App& app) {
  std::vector<Call> calls = read_calls(app, app.get_option("op")->results());
  const bool is_named = !calls.empty();
  if (!is_named) calls = all_calls(app);
  const auto arrays =
      std::ranges::stable_partition(calls, [](const Call& call) { return !find_op(call.op).of_arrays(); });
  std::vector<Work> works = works_of(app, {arrays.begin(), arrays.end()});
  calls.erase(arrays.begin(), arrays.end());
  for (const Call& call : calls) {
    const std::size_t before = works.size();
    std::vector<Work> wanted;
    for (const Draft& draft : first_drafts(app))
      std::ranges::move(works_of(app, with_windows(call, !is_named), draft), std::back_inserter(wanted));
    std::ranges::copy_if(wanted, std::back_inserter(works), is_possible);
    if (works.size() == before && is_named) work_outputs(wanted.front());  // says why
  }
  return works;
}

void add_schedule_axis(CLI::App& app) {
  add_value(app, "--schedule", "S[,...]", "Schedules; 'default' is the one that an op takes by itself");
}

std::vector<Work> read_works(const CLI::App& app) {
  const std::vector<Call> calls = read_calls(app, app.get_option("op")->results());
  return works_of(app, calls.empty() ? all_calls(app) : calls);
}

std::vector<Work> read_works(const CLI::App& app, const std::vector<std::string>& words) {
  const std::vector<Call> calls = read_calls(app, words);
  return calls.empty() ? std::vector<Work>() : works_of(app, calls);
}

void add_work_options(CLI::App& app, const OpInfo& op) {
  add_input_options(app, &op, "");
}

Work read_work(const CLI::App& app, const Call& call) {
  const std::vector<Work> works = works_of(app, {call});
  if (works.size() > 1)
    usage_error(fmt::format("{} combinations of options; allowed: one value for each", works.size()));
  return works.front();
}

}  // namespace lenslet::cli
