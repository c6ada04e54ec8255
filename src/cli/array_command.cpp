// lenslet reduce, sort, ...: which op, its inputs from files, its outputs into files or on the terminal.
#include "array_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <lenslet/array_op.hpp>

#include "array_inputs.hpp"
#include "array_memory.hpp"
#include "array_outputs.hpp"
#include "array_report.hpp"
#include "choice.hpp"
#include "clock.hpp"
#include "exit.hpp"
#include "help.hpp"
#include "open_session.hpp"
#include "parameter.hpp"
#include "sync_option.hpp"
#include "text.hpp"
#include "usage.hpp"

namespace lenslet::cli {
namespace {

std::vector<const OpInfo*> ops_of(const std::string& family) {
  std::vector<const OpInfo*> ops;
  for (const OpInfo& info : ops_of_arrays())
    if (info.family == family) ops.push_back(&info);
  return ops;
}

// What is near an op's name, and neither a file nor a text that the op takes.
bool is_misspelt(const std::string& word, const OpInfo& op, const std::vector<std::string>& names) {
  const bool takes_text = std::ranges::count(op.parameters, ParameterKind::text, &Parameter::kind) > 0;
  std::error_code ignored;
  return !takes_text && word.find('.') == word.npos && !std::filesystem::exists(word, ignored) &&
         !suggestion(word, names).empty();
}

// The first word where it names one, else the op that is called like its family.
const OpInfo& choose_op(const std::string& family, Words& words) {
  std::vector<std::string> names;
  const OpInfo* same = nullptr;
  for (const OpInfo* info : ops_of(family)) {
    if (!words.empty() && words.front() == info->name) {
      words.take();
      return *info;
    }
    if (info->name == family) same = info;
    names.push_back(info->name);
  }
  if (same && (words.empty() || !is_misspelt(words.front(), *same, names))) return *same;
  if (words.empty()) usage_error(fmt::format("{}: no op given; allowed: {}", family, join(names, ", ")));
  usage_error(fmt::format("{}: unknown op '{}'{}; allowed: {}", family, words.front(), suggestion(words.front(), names),
                          join(names, ", ")));
}

// Options of the family that another of its ops has are wrong here.
void check_options(const CLI::App& app, const OpInfo& chosen, const std::string& family) {
  for (const OpInfo* info : ops_of(family))
    for (const Parameter& parameter : info->parameters) {
      if (parameter.kind == ParameterKind::text) continue;
      const auto& own = chosen.parameters;
      if (std::ranges::find(own, parameter.name, &Parameter::name) != own.end()) continue;
      if (app.get_option("--" + parameter.name)->count() > 0)
        usage_error(fmt::format("{} has no option --{}", chosen.name, parameter.name));
    }
}

OpInfo without_texts(OpInfo op) {
  std::erase_if(op.parameters, [](const Parameter& parameter) { return parameter.kind == ParameterKind::text; });
  return op;
}

// A text is the first word: the expression of map.
void take_text(const OpInfo& info, Call& call, Words& words) {
  for (const Parameter& parameter : info.parameters)
    if (parameter.kind == ParameterKind::text && !call.arguments.contains(parameter.name) && !words.empty())
      call.arguments[parameter.name] = words.take();
}

// Further runs on arrays that are on the device.
Repeats repeat(const Session& session, const ArrayInputs& inputs, const FilterOptions& options, std::int64_t count) {
  if (count == 0) return {};
  std::vector<DeviceValue> on_device, outputs;
  for (const Array& input : inputs.arrays) on_device.emplace_back(session.upload(input));
  const Plan plan = session.plan({inputs.call, {inputs.types.begin(), inputs.types.end()}, options});
  for (const ValueType& type : plan.outputs()) outputs.emplace_back(session.allocate(std::get<ArrayType>(type)));
  Repeats repeats;
  for (std::int64_t i = 0; i < count; ++i) {
    Timing timing;
    const auto begin = Clock::now();
    plan.run_into(on_device, outputs, &timing);
    repeats.calls.push_back(ms_since(begin));
    repeats.kernels.push_back(timing.kernel_ms);
  }
  return repeats;
}

bool has_plot(const std::string& family) {
  return std::ranges::any_of(ops_of(family), [](const OpInfo* info) { return info->plot; });
}

int run_family(const CLI::App& app, const std::string& family) {
  Words words(app.get_option("words")->results());
  const OpInfo& info = choose_op(family, words);
  check_options(app, info, family);
  Call call = read_call(app, without_texts(info));
  take_text(info, call, words);
  const std::int64_t repeats = parse_integer("--repeats", given(app, "--repeats").value_or("0"), 0, 1'000'000);
  const InputLimits limits = read_input_limits(app);
  ArrayInputs inputs = read_inputs(info, call, words, given(app, "--type"), limits);
  const auto plot = has_plot(family) ? given(app, "--plot") : std::nullopt;
  const ArrayOutputs outputs(info, inputs, words, plot);
  check_memory_of_call(inputs, limits);
  SessionOptions options;
  options.device = given(app, "--device").value_or("");
  const Session session = open_session(options);
  check_device_memory(session, array_work(inputs.call, inputs.types));
  convert(inputs);
  FilterOptions how{.schedule = given(app, "--schedule").value_or("")};
  if (const auto text = given(app, "--tune"))
    how.tune = parse_tune(check_choice("--tune", *text, names_of(tune_modes)));
  const Result result = session.run(inputs.call, inputs.arrays, how);
  if (const std::string problem = session.tuning_problem(); !problem.empty()) print_warning(problem);
  outputs.write(inputs, result, read_sync_option(app));
  report(session, info, result,
         {.files = outputs.files(),
          .plot = plot,
          .json = is_set(app, "--json"),
          .explain = is_set(app, "--explain"),
          .repeats = repeat(session, inputs, how, repeats)});
  return exit_done;
}

void add_family_parameters(CLI::App& app, const std::string& family) {
  OpInfo all;
  for (const OpInfo* info : ops_of(family))
    for (const Parameter& parameter : info->parameters)
      if (parameter.kind != ParameterKind::text &&
          std::ranges::find(all.parameters, parameter.name, &Parameter::name) == all.parameters.end())
        all.parameters.push_back(parameter);
  add_parameters(app, all);
}

std::string purpose_of(const std::string& family) {
  std::string text = family_help(family) + ".\n\nOps:";
  for (const OpInfo* info : ops_of(family)) text += fmt::format("\n  {:<12} {}", info->name, info->summary);
  return text;
}

}  // namespace

std::vector<std::string> array_families() {
  std::vector<std::string> families;
  for (const OpInfo& info : ops_of_arrays())
    if (families.empty() || families.back() != info.family) families.push_back(info.family);
  return families;
}

std::string family_help(const std::string& family) {
  std::vector<std::string> names;
  for (const OpInfo* info : ops_of(family)) names.push_back(info->name);
  return "Arrays: " + join(names, ", ");
}

std::function<int()> add_array_family(CLI::App& app, const std::string& family) {
  add_arguments(app, "words", "The op, where the family has several; then files");
  add_family_parameters(app, family);
  add_value(app, "--type", "TYPE",
            fmt::format("Convert the inputs to this type first, or to several between commas, one for each: {}",
                        join(names_of(element_types), ", ")));
  add_value(app, "--device", "SEL", "Device by index, or by parts of its platform, kind and name");
  add_value(app, "--schedule", "SPELLING", "Compute in this way instead of the one that fits the device");
  add_value(app, "--tune", "off|cached|auto",
            "Compute in the device's usual way, in the fastest that 'lenslet tune' stored, or find that first where "
            "nothing is stored (default cached)");
  add_value(app, "--repeats", "N",
            "Run so often again, and say how fast the kernels are beside the device's copy rate");
  if (has_plot(family)) add_plot_option(app);
  add_input_limits(app);
  add_sync_option(app);
  add_switch(app, "--explain", "Say which device and schedule ran, why, and how fast");
  add_switch(app, "--json", "Print JSON");
  add_verbose(app);
  const OpInfo& first = *ops_of(family).front();
  set_help(app, purpose_of(family), usage_of(first) + " [options]",
           "Files: .npy, .csv, .txt or images; a file alone may have a column for each input. Without output\n"
           "files the result is printed. 'lenslet ops NAME' describes an op.");
  return [&app, family] { return run_family(app, family); };
}

}  // namespace lenslet::cli
