// The options of the axes and all their combinations.
#include "work_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/array_op.hpp>
#include <lenslet/error.hpp>

#include "choice.hpp"
#include "exit.hpp"
#include "help.hpp"
#include "parameter.hpp"
#include "system/printable.hpp"
#include "text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t largest_side = std::int64_t{1} << 30;
constexpr int most_power = 40;
constexpr std::int64_t most_elements = std::int64_t{1} << most_power;
constexpr char own_schedule[] = "default";

template <class Parse>
auto read_axis(const CLI::App& app, const std::string& option, const std::string& initial, Parse parse) {
  std::vector<decltype(parse(initial))> values;
  for (const std::string& word : split_list(option, given(app, option).value_or(initial)))
    values.push_back(parse(word));
  return values;
}

// Empty: the op's own.
std::string parse_schedule_or_default(const std::string& text) {
  return text == own_schedule ? std::string() : text;
}

// A spelling of the stencil family.
std::string parse_image_schedule(const std::string& text) {
  return text == own_schedule ? std::string() : to_string(parse_schedule(text));
}

// The images of a work; without a type f32, or what the op takes.
struct Images {
  std::optional<PixelType> type;
  int channels;
  Size size;
};

Work work_of(const Call& call, const Images& images, const FilterOptions& options) {
  const PixelType type = images.type.value_or(usual_type(find_op(call.op)));
  return image_work(call, {type, images.channels}, images.size, options);
}

std::vector<Images> read_images(const CLI::App& app) {
  const auto type = [](const std::string& text) { return std::optional(parse_type_option("--type", text)); };
  const auto channels = [](const std::string& text) {
    return static_cast<int>(parse_integer("--channels", text, 1, max_channels));
  };
  const auto size = [](const std::string& text) { return parse_size("--size", text); };
  const auto types =
      given(app, "--type") ? read_axis(app, "--type", "", type) : std::vector<std::optional<PixelType>>(1);
  const auto all_channels = read_axis(app, "--channels", "1", channels);
  const auto sizes = read_axis(app, "--size", "3866x4320", size);
  check_combinations({types.size(), all_channels.size(), sizes.size()});
  std::vector<Images> images;
  for (const auto& each_type : types)
    for (const int each_channels : all_channels)
      for (const Size each_size : sizes) images.push_back({each_type, each_channels, each_size});
  return images;
}

template <class Parse>
std::vector<std::string> read_schedules(const CLI::App& app, Parse parse) {
  if (app.get_option_no_throw("--schedule") == nullptr) return {""};
  return read_axis(app, "--schedule", own_schedule, parse);
}

std::vector<FilterOptions> read_options(const CLI::App& app) {
  std::vector<FilterOptions> options;
  const std::string border(name_of(FilterOptions{}.border));
  const auto schedules = read_schedules(app, parse_image_schedule);
  const auto all_borders = read_axis(app, "--border", border, parse_border_option);
  check_combinations({all_borders.size(), schedules.size()});
  for (const Border each_border : all_borders)
    for (const auto& schedule : schedules) {
      options.emplace_back().border = each_border;
      options.back().schedule = schedule;
    }
  return options;
}

// The options that only one kind of op has.
constexpr const char* image_axes[] = {"--size", "--channels", "--border"};
constexpr const char* array_axes[] = {"--elements"};

template <std::size_t N>
const char* first_given(const CLI::App& app, const char* const (&options)[N]) {
  for (const char* option : options)
    if (given(app, option)) return option;
  return nullptr;
}

void check_axes(const CLI::App& app, const OpInfo& op) {
  const char* foreign = op.of_arrays() ? first_given(app, image_axes) : first_given(app, array_axes);
  if (foreign != nullptr)
    usage_error(fmt::format("{}: {} is an op of {}", foreign, full_name(op), op.of_arrays() ? "arrays" : "images"));
}

bool is_of_arrays(const Call& call) {
  return find_op(call.op).of_arrays();
}

// An expression has no value by default; the texts of ops of images may be left out.
bool has_defaults(const OpInfo& op) {
  return !op.of_arrays() || std::ranges::none_of(op.parameters, [](const Parameter& parameter) {
    return parameter.kind == ParameterKind::text && std::get<std::string>(parameter.initial).empty();
  });
}

std::vector<Call> all_calls(const CLI::App& app) {
  const bool images = first_given(app, array_axes) == nullptr, arrays = first_given(app, image_axes) == nullptr;
  std::vector<Call> calls;
  for (const OpInfo& op : all_ops())
    if (has_defaults(op) && (op.of_arrays() ? arrays : images)) calls.push_back({full_name(op)});
  if (calls.empty())
    usage_error(fmt::format("{} and {} are for different ops: name one", first_given(app, array_axes),
                            first_given(app, image_axes)));
  return calls;
}

std::vector<Call> read_calls(const CLI::App& app) {
  std::vector<Call> calls;
  for (const std::string& word : app.get_option("op")->results()) {
    const OpInfo& op = op_named(op_of(word));
    check_axes(app, op);
    for (Call& call : parse_calls(op, word)) calls.push_back(std::move(call));
    check_combinations({calls.size()});
  }
  return calls.empty() ? all_calls(app) : calls;
}

// The arrays of a work; absent and 0: as the op is usually called.
struct Arrays {
  std::optional<ElementType> type;
  std::int64_t elements = 0;
  std::string schedule;
};

std::vector<Arrays> read_arrays(const CLI::App& app) {
  const auto type = [](const std::string& text) { return std::optional(parse_element_type(text)); };
  const auto elements = [](const std::string& text) { return parse_elements("--elements", text); };
  const auto types =
      given(app, "--type") ? read_axis(app, "--type", "", type) : std::vector<std::optional<ElementType>>(1);
  const auto counts =
      given(app, "--elements") ? read_axis(app, "--elements", "", elements) : std::vector<std::int64_t>(1);
  const auto schedules = read_schedules(app, parse_schedule_or_default);
  check_combinations({types.size(), counts.size(), schedules.size()});
  std::vector<Arrays> arrays;
  for (const auto& each_type : types)
    for (const std::int64_t each : counts)
      for (const std::string& each_schedule : schedules) arrays.push_back({each_type, each, each_schedule});
  return arrays;
}

void add_image_works(const CLI::App& app, const std::vector<Call>& calls, std::vector<Work>& works) {
  const std::vector<FilterOptions> options = read_options(app);
  const std::vector<Images> all_images = read_images(app);
  check_combinations({calls.size(), all_images.size(), options.size()});
  for (const Images& images : all_images)
    for (const Call& call : calls)
      for (const FilterOptions& each : options)
        if (!is_of_arrays(call)) works.push_back(work_of(call, images, each));
}

void add_array_works(const CLI::App& app, const std::vector<Call>& calls, std::vector<Work>& works) {
  const std::vector<Arrays> all_arrays = read_arrays(app);
  check_combinations({calls.size(), all_arrays.size()});
  for (const Call& call : calls)
    for (const Arrays& each : all_arrays)
      if (is_of_arrays(call))
        works.push_back(array_work(call, typical_array_inputs(call, each.type, each.elements), each.schedule));
}

}  // namespace

PixelType usual_type(const OpInfo& op) {
  return std::ranges::count(op.types, PixelType::f32) > 0 ? PixelType::f32 : op.types.front();
}

void check_combinations(std::initializer_list<std::size_t> lengths) {
  constexpr std::size_t most = 100'000;
  std::size_t combinations = 1;
  for (const std::size_t length : lengths) {
    if (length > most / std::max<std::size_t>(combinations, 1))
      usage_error(fmt::format("the lists have too many combinations; allowed: up to {}", most));
    combinations *= length;
  }
}

Size parse_size(const std::string& option, const std::string& text) {
  const std::size_t x = text.find('x');
  if (x == std::string::npos)
    usage_error(fmt::format("{}: '{}' is no WIDTHxHEIGHT, such as 640x480", option, system::excerpt(text)));
  return {parse_integer(option, text.substr(0, x), 1, largest_side),
          parse_integer(option, text.substr(x + 1), 1, largest_side)};
}

std::int64_t parse_elements(const std::string& option, const std::string& text) {
  const std::size_t power = text.find('^');
  if (power == std::string::npos) return parse_integer(option, text, 1, most_elements);
  if (text.substr(0, power) != "2")
    usage_error(fmt::format("{}: '{}' is no number, such as 1000 or 2^24", option, system::excerpt(text)));
  return std::int64_t{1} << parse_integer(option, text.substr(power + 1), 0, most_power);
}

void add_axes(CLI::App& app, const std::string& ops) {
  add_arguments(app, "op", ops + ", with lists of arguments where wanted: gaussian:ksize=3,5,sigma=2, reduce.sum");
  add_value(app, "--size", "WxH[,...]", "Sizes of images in pixels (default 3866x4320)");
  add_value(app, "--elements", "N[,...]",
            "Elements of arrays, the first input's: 1000, 2^24 (default: as fits the op)");
  add_value(app, "--type", "TYPE[,...]",
            fmt::format("{} (default f32, where the op has it); of arrays {} (default: the op's usual one)",
                        join(names_of(pixel_types), ", "), join(names_of(element_types), ", ")));
  add_value(app, "--channels", "N[,...]", "Channels of images (1 to 4; default 1)");
  add_value(app, "--border", "NAME[,...]",
            fmt::format("{} (default {})", join(names_of(borders), ", "), name_of(FilterOptions{}.border)));
}

void add_schedule_axis(CLI::App& app) {
  add_value(app, "--schedule", "S[,...]", "Schedules; 'default' is the one that an op takes by itself");
}

std::vector<Work> read_works(const CLI::App& app) {
  const std::vector<Call> calls = read_calls(app);
  std::vector<Work> works;
  if (std::ranges::any_of(calls, std::not_fn(is_of_arrays))) add_image_works(app, calls, works);
  if (std::ranges::any_of(calls, is_of_arrays)) add_array_works(app, calls, works);
  return works;
}

}  // namespace lenslet::cli
