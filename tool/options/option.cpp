// The tool lays out --help itself, since CLI11 does not wrap texts at text_width.
#include "tool/options/option.hpp"

#include <fmt/format.h>

#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

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
      if (group.empty()) continue;  // hidden
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

bool is_parameter(const CLI::App& app, const std::string& name) {
  const CLI::Option* there = app.get_option_no_throw(name);
  return there != nullptr && there->get_group() == parameter_group;
}

// The option's name if a parameter has the same one.
std::string qualified(const CLI::App& app, const std::string& name) {
  return fmt::format("--{}-{}", app.get_parent()->get_name(), name.substr(2));
}

// The names of a command's option, "-o,--output", that no parameter has.
std::string free_names(const CLI::App& app, const std::string& names) {
  std::string free;
  for (std::size_t begin = 0, end = 0; end != names.npos; begin = end + 1) {
    end = names.find(',', begin);
    std::string name = names.substr(begin, end == names.npos ? end : end - begin);
    if (is_parameter(app, name)) name = name.starts_with("--") ? qualified(app, name) : "";
    if (!name.empty()) free += (free.empty() ? "" : ",") + name;
  }
  return free;
}

// Says whose a name is that an option gave up.
std::string help_beside(const CLI::App& app, const std::string& names, const std::string& text) {
  const std::string name = names.substr(names.find("--"));
  return is_parameter(app, name) && !text.empty() ? fmt::format("{}; {} is the op's", text, name) : text;
}

}  // namespace

void set_help(CLI::App& app, const std::string& purpose, const std::string& usage, const std::string& footer) {
  app.set_help_flag(free_names(app, "-h,--help"), help_beside(app, "-h,--help", "Show this help"))->group(option_group);
  app.formatter(std::make_shared<HelpFormat>(purpose, usage));
  app.footer(footer);
}

CLI::Option* add_value(CLI::App& app, const std::string& name, const std::string& value, const std::string& text,
                       const std::string& group) {
  const bool own = group != parameter_group;
  CLI::Option* option =
      app.add_option(own ? free_names(app, name) : name, CLI::callback_t{}, own ? help_beside(app, name, text) : text);
  return option->type_name(value)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->group(group);
}

CLI::Option* add_arguments(CLI::App& app, const std::string& name, const std::string& text) {
  constexpr int unlimited = 1 << 29;  // CLI11's own mark for a vector
  CLI::Option* option = app.add_option(name, CLI::callback_t{}, text);
  return option->expected(1, unlimited)->allow_extra_args()->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* add_switch(CLI::App& app, const std::string& name, const std::string& text, const std::string& group) {
  const bool own = group != parameter_group;
  return app.add_flag(own ? free_names(app, name) : name, own ? help_beside(app, name, text) : text)->group(group);
}

const CLI::Option* find_option(const CLI::App& app, const std::string& name) {
  return app.get_option_no_throw(written_name(app, name));
}

std::string written_name(const CLI::App& app, const std::string& name) {
  return is_parameter(app, name) ? qualified(app, name) : name;
}

std::optional<std::string> value_of(const CLI::Option& option) {
  const std::vector<std::string>& values = option.results();
  if (values.size() > 1) usage_error(fmt::format("option '{}' is given {} times", option.get_name(), values.size()));
  return values.empty() ? std::nullopt : std::optional(values.front());
}

bool is_on(const CLI::Option& option) {
  const std::vector<std::string>& values = option.results();
  if (values.empty()) return false;
  if (values.back() != "true" && values.back() != "false")
    usage_error(fmt::format("option '{}' takes no value such as '{}'", option.get_name(), values.back()));
  return values.back() == "true";
}

std::optional<std::string> given(const CLI::App& app, const std::string& name) {
  return value_of(*app.get_option(written_name(app, name)));
}

bool is_set(const CLI::App& app, const std::string& name) {
  return is_on(*app.get_option(written_name(app, name)));
}

}  // namespace lenslet::cli
