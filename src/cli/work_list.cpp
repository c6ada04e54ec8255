// The options of the axes and all their combinations.
#include "work_list.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "choice.hpp"
#include "exit.hpp"
#include "help.hpp"
#include "parameter.hpp"
#include "text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t largest_side = std::int64_t{1} << 30;
constexpr char own_schedule[] = "default";

template <class Parse>
auto read_axis(const CLI::App& app, const std::string& option, const std::string& initial, Parse parse) {
  std::vector<decltype(parse(initial))> values;
  for (const std::string& word : split_list(option, given(app, option).value_or(initial)))
    values.push_back(parse(word));
  return values;
}

std::optional<Schedule> parse_schedule_or_default(const std::string& text) {
  if (text == own_schedule) return {};
  return parse_schedule(text);
}

// The images of a work: those that are alike can be made once.
struct Images {
  PixelFormat format;
  Size size;
};

std::vector<Images> read_images(const CLI::App& app) {
  const auto type = [](const std::string& text) { return parse_type_option("--type", text); };
  const auto channels = [](const std::string& text) {
    return static_cast<int>(parse_integer("--channels", text, 1, max_channels));
  };
  const auto size = [](const std::string& text) { return parse_size("--size", text); };
  std::vector<Images> images;
  for (const PixelType each_type : read_axis(app, "--type", "f32", type))
    for (const int each_channels : read_axis(app, "--channels", "1", channels))
      for (const Size each_size : read_axis(app, "--size", "3866x4320", size))
        images.push_back({{each_type, each_channels}, each_size});
  return images;
}

std::vector<FilterOptions> read_options(const CLI::App& app) {
  std::vector<FilterOptions> options;
  const std::string border(name_of(FilterOptions{}.border));
  std::vector<std::optional<Schedule>> schedules{std::nullopt};
  if (app.get_option_no_throw("--schedule") != nullptr)
    schedules = read_axis(app, "--schedule", own_schedule, parse_schedule_or_default);
  for (const Border each_border : read_axis(app, "--border", border, parse_border_option))
    for (const auto& schedule : schedules) {
      options.emplace_back().border = each_border;
      options.back().schedule = schedule;
    }
  return options;
}

std::vector<Call> read_calls(const CLI::App& app) {
  std::vector<Call> calls;
  for (const std::string& word : app.get_option("op")->results())
    for (Call& call : parse_calls(word)) calls.push_back(std::move(call));
  if (calls.empty())
    for (const OpInfo& op : all_ops()) calls.push_back({op.name});
  return calls;
}

}  // namespace

Size parse_size(const std::string& option, const std::string& text) {
  const std::size_t x = text.find('x');
  if (x == std::string::npos) usage_error(fmt::format("{}: '{}' is no WIDTHxHEIGHT, such as 640x480", option, text));
  return {parse_integer(option, text.substr(0, x), 1, largest_side),
          parse_integer(option, text.substr(x + 1), 1, largest_side)};
}

void add_axes(CLI::App& app, const std::string& ops) {
  add_arguments(app, "op", ops + ", with lists of arguments where wanted: gaussian:ksize=3,5,sigma=2");
  add_value(app, "--size", "WxH[,...]", "Sizes in pixels (default 3866x4320)");
  add_value(app, "--type", "TYPE[,...]", fmt::format("{} (default f32)", join(names_of(pixel_types), ", ")));
  add_value(app, "--channels", "N[,...]", "Channels (1 to 4; default 1)");
  add_value(app, "--border", "NAME[,...]",
            fmt::format("{} (default {})", join(names_of(borders), ", "), name_of(FilterOptions{}.border)));
}

void add_schedule_axis(CLI::App& app) {
  add_value(app, "--schedule", "S[,...]", "Schedules; 'default' is the one that an op takes by itself");
}

std::vector<Work> read_works(const CLI::App& app) {
  const std::vector<Call> calls = read_calls(app);
  const std::vector<FilterOptions> options = read_options(app);
  std::vector<Work> works;
  for (const Images& images : read_images(app))
    for (const Call& call : calls)
      for (const FilterOptions& each : options) works.push_back({call, images.format, images.size, each});
  return works;
}

}  // namespace lenslet::cli
