// The layout of --help is the tool's own, because CLI11's does not wrap texts at text_width.
#include "cli/options/option.hpp"

#include <fmt/format.h>

#include "cli/terminal/exit.hpp"
#include "cli/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::size_t text_column = 28, command_column = 14, op_column = 24;

class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat(std::string purpose, std::string usage) : purpose_(std::move(purpose)), usage_(std::move(usage)) {}

  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode mode) const override {
    std::string out = fmt::format("{}\n\nUsage: {}\n", wrap(purpose_), wrap(usage_, 7));
    out += make_subcommands(app, mode);
    out += make_positionals(app);
    out += make_options(app);
    if (!app->get_footer().empty()) out += fmt::format("\n{}\n", wrap(app->get_footer()));
    return out;
  }

  std::string make_positionals(const CLI::App* app) const override {
    const auto options = app->get_options([](const CLI::Option* option) { return option->get_positional(); });
    return options.empty() ? std::string() : make_group("Arguments", true, options);
  }

  std::string make_options(const CLI::App* app) const {
    std::string out;
    for (const std::string& group : app->get_groups()) {
      if (group.empty()) continue;  // what is hidden
      const auto options = app->get_options(
          [&](const CLI::Option* option) { return option->get_group() == group && option->nonpositional(); });
      if (!options.empty()) out += make_group(group, false, options);
    }
    return out;
  }

  std::string make_subcommand(const CLI::App* sub) const override {
    return entry(sub->get_name(), sub->get_description(), sub->get_group() == op_group ? op_column : command_column);
  }

  std::string make_option(const CLI::Option* option, bool positional) const override {
    std::string left = positional ? option->get_name(true) : option->get_name(false, true);
    if (!positional && !option->get_type_name().empty()) left += ' ' + option->get_type_name();
    if (const std::size_t comma = left.find(",-"); comma != std::string::npos) left.insert(comma + 1, " ");
    return entry(left, option->get_description(), text_column);
  }

 private:
  std::string purpose_;
  std::string usage_;
};

}  // namespace

void set_help(CLI::App& app, const std::string& purpose, const std::string& usage, const std::string& footer) {
  app.set_help_flag("-h,--help", "Show this help")->group(option_group);
  app.formatter(std::make_shared<HelpFormat>(purpose, usage));
  app.footer(footer);
}

CLI::Option* add_value(CLI::App& app, const std::string& name, const std::string& value, const std::string& text,
                       const std::string& group) {
  CLI::Option* option = app.add_option(name, CLI::callback_t{}, text);
  return option->type_name(value)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->group(group);
}

CLI::Option* add_arguments(CLI::App& app, const std::string& name, const std::string& text) {
  constexpr int unlimited = 1 << 29;  // CLI11's own mark for a vector
  CLI::Option* option = app.add_option(name, CLI::callback_t{}, text);
  return option->expected(1, unlimited)->allow_extra_args()->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* add_switch(CLI::App& app, const std::string& name, const std::string& text, const std::string& group) {
  return app.add_flag(name, text)->group(group);
}

std::optional<std::string> given(const CLI::App& app, const std::string& name) {
  const std::vector<std::string>& values = app.get_option(name)->results();
  if (values.size() > 1) usage_error(fmt::format("option '{}' is given {} times", name, values.size()));
  return values.empty() ? std::nullopt : std::optional(values.front());
}

bool is_set(const CLI::App& app, const std::string& name) {
  const std::vector<std::string>& values = app.get_option(name)->results();
  if (values.empty()) return false;
  if (values.back() != "true" && values.back() != "false")
    usage_error(fmt::format("option '{}' takes no value such as '{}'", name, values.back()));
  return values.back() == "true";
}

}  // namespace lenslet::cli
