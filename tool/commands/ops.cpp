// lenslet ops: shows what the registry says of the ops. It uses no device.
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <lenslet/argument_text.hpp>
#include <lenslet/border.hpp>
#include <lenslet/error.hpp>
#include <lenslet/op.hpp>
#include <lenslet/pixel.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>
#include <lenslet/user_op.hpp>

#include "tool/commands/command.hpp"
#include "tool/jobs/inputs.hpp"
#include "tool/options/option.hpp"
#include "tool/options/parameter.hpp"
#include "tool/records/json.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

Json parameter_json(const Parameter& parameter) {
  constexpr const char* kinds[] = {"flag", "integer", "real", "choice", "text", "numbers", "matrix", "size", "curve"};
  Json json{{"name", parameter.name},
            {"summary", parameter.summary},
            {"kind", kinds[static_cast<int>(parameter.kind)]},
            {"unit", parameter.unit},
            {"default", to_json(parameter.initial)}};
  const auto limit = [&](const char* name, double value) {
    if (!std::isfinite(value)) return;
    json[name] = parameter.kind == ParameterKind::integer ? Json(static_cast<std::int64_t>(value)) : Json(value);
  };
  limit("minimum", parameter.minimum);
  limit("maximum", parameter.maximum);
  if (!parameter.choices.empty()) json["choices"] = parameter.choices;
  if (parameter.automatic) json["automatic"] = true;
  if (!parameter.pair.empty()) json["pair"] = parameter.pair;
  return json;
}

bool is_possible(const Work& work) try { return !work_outputs(work).empty(); } catch (const Error&) {
  return false;
}

// The last of several images may have one channel, like a mask.
bool takes(const OpInfo& op, PixelFormat format) {
  constexpr Size size{64, 64};
  Work work = image_work(typical_call(op), format, size);
  if (is_possible(work)) return true;
  std::get<ImageType>(work.inputs.back()).format = {format.type, 1};
  return work.inputs.size() > 1 && is_possible(work);
}

// The numbers of channels that images may have, alpha included, if the op is called only with the arguments that it
// needs.
std::vector<int> channels_of(const OpInfo& op) {
  std::vector<int> channels;
  for (int count = 1; count <= max_channels; ++count)
    if (std::ranges::any_of(op.inputs.front().types, [&](SampleType type) {
          return takes(op, {type, count}) || (count % 2 == 0 && takes(op, {type, count, true}));
        }))
      channels.push_back(count);
  return channels;
}

Json synonym_json(const Synonym& synonym) {
  Json json{{"word", synonym.word}};
  if (!synonym.options.empty()) json["options"] = synonym.options;
  return json;
}

Json op_json(const OpInfo& op) {
  Json json{{"name", op.name},
            {"summary", op.summary},
            {"details", op.details},
            {"parameters", mapped(op.parameters, parameter_json)},
            {"inputs", lenslet::names_of(op.inputs)},
            {"reads", mapped(op.inputs, [](const Operand& input) { return name_of(input.reads); })},
            {"outputs", lenslet::names_of(op.outputs)},
            {"synonyms", mapped(op.synonyms, synonym_json)},
            {"nearest_to", op.nearest_to},
            {"typical_arguments", to_json(typical_call(op).arguments)}};
  if (op.of_arrays()) {
    json["family"] = op.family;
    return json;
  }
  json["borders"] = mapped(borders, [](Border border) {
    return Json{{"name", name_of(border)}, {"pattern", pattern_of(border)}};
  });
  json["types"] = names_of(op.inputs.front().types);
  json["needed_inputs"] = needed_inputs(op).size();
  json["channels"] = channels_of(op);
  return json;
}

void print_parameter(const Parameter& parameter) {
  std::vector<std::string> facts = facts_of(parameter);
  if (value_text(parameter.initial).empty()) facts.emplace_back("no default");
  const std::string kind = kind_name(parameter);
  print_text(entry(kind.empty() ? "--" + parameter.name : fmt::format("--{} {}", parameter.name, kind),
                   fmt::format("{}\n{}", parameter.summary, join(facts, "; ")), 28));
}

void print_borders(const std::vector<Border>& known) {
  print("\nBorders (the image is abcd):\n");
  for (const Border border : borders)
    if (std::ranges::count(known, border) > 0)
      print("  {:<12}{:<18}{}\n", name_of(border), pattern_of(border), border == known.front() ? "  the default" : "");
}

std::string channels_text(const std::vector<int>& channels) {
  if (channels.size() > 2) return fmt::format("{} to {} channels", channels.front(), channels.back());
  return fmt::format("{} channel{}", fmt::join(channels, " or "), channels == std::vector{1} ? "" : "s");
}

void print_images(const OpInfo& op) {
  // The border matters only to ops that read around a pixel.
  const std::vector<Border> known = borders_of({full_name(op)});
  if (!known.empty() && op.inputs.front().reads != Reads::same) print_borders(known);
  const std::vector<SampleType>& types = op.inputs.front().types;
  print("\nTypes:    {}, {}\n", join(names_of(types), ", "), channels_text(channels_of(op)));
  for (const Operand& input : op.inputs)
    if (input.types != types) print("          {}: {}\n", input.name, join(names_of(input.types), ", "));
}

void print_op(const OpInfo& op) {
  print("{}: {}\n", op.declared.empty() ? op.name : op.declared, wrap(op.summary));
  if (!op.details.empty()) print("\n{}\n", wrap(op.details));
  if (!op.parameters.empty()) print("\nParameters:\n");
  for (const Parameter& parameter : op.parameters) print_parameter(parameter);
  op.of_arrays() ? print("\n") : print_images(op);
  if (op.of_arrays() || op.inputs.size() > 1) print("Inputs:   {}\n", join(lenslet::names_of(op.inputs), ", "));
  if (!op.outputs.empty()) print("Outputs:  {}\n", join(lenslet::names_of(op.outputs), ", "));
  if (!op.synonyms.empty()) print("{}\n", wrap("Called elsewhere: " + join(mapped(op.synonyms, &Synonym::word), ", ")));
  if (op.of_arrays()) print("Command:  lenslet {}{}\n", op.family, op.name == op.family ? "" : " " + op.name);
}

// Null if the filter's file is wrong.
std::optional<OpInfo> user_op(const std::string& name, std::string& wrong) {
  try {
    return find_op(name);
  } catch (const Error& error) {
    wrong = error.what();
    return {};
  }
}

Json user_op_json(const std::string& name) {
  std::string wrong;
  const auto op = user_op(name, wrong);
  return op ? op_json(*op) : Json{{"name", name}, {"error", wrong}};
}

using Ops = std::vector<const OpInfo*>;

void print_list(const Ops& ops) {
  Table images({"op", "what it does"}), arrays({"op of arrays", "what it does"});
  for (const OpInfo* op : ops) (op->of_arrays() ? arrays : images).add({full_name(*op), op->summary});
  const auto any = [&ops](bool of_arrays) { return std::ranges::count(ops, of_arrays, &OpInfo::of_arrays) > 0; };
  print("{}{}{}", any(false) ? images.text() : "", any(false) && any(true) ? "\n" : "", any(true) ? arrays.text() : "");
}

// With `all` the list includes the filters of LENSLET_OPS_PATH.
void print_list_json(const Ops& ops, bool all) {
  Json images = Json::array(), arrays = Json::array();
  for (const OpInfo* op : ops) (op->of_arrays() ? arrays : images).push_back(op_json(*op));
  Json json{{"ops", images}, {"array_ops", arrays}};
  if (all && !user_op_names().empty()) json["user_ops"] = mapped(user_op_names(), user_op_json);
  print_json(json);
}

// Returns the ops that concern a word which is no op's name.
Ops ops_for(const std::string& word) {
  Ops found = ops_about(word);
  if (found.empty()) op_named(word);  // throws, and says what it may mean
  return found;
}

bool is_op(const std::string& name) {
  return std::ranges::any_of(all_ops(), [&](const OpInfo& op) { return op.name == name || full_name(op) == name; }) ||
         std::ranges::count(user_op_names(), name) > 0;
}

// Prints the filters of LENSLET_OPS_PATH.
void print_own() {
  if (user_op_names().empty()) return;
  Table own({"op of LENSLET_OPS_PATH", "what it does"});
  for (const std::string& name : user_op_names()) {
    std::string wrong;
    const auto op = user_op(name, wrong);
    own.add({name, op ? op->summary : "cannot be used: " + wrong});
  }
  print("\n{}", own.text());
}

int run_ops(const CLI::App& app) {
  const bool json = is_set(app, "--json");
  auto names = app.get_option("name")->results();
  const auto file = given(app, "--from");
  if (file && !names.empty()) usage_error("--from and a name; allowed: one of them");
  if (file || (!names.empty() && is_op(names.front()))) {
    const OpInfo op = op_named(file ? *file : names.front());
    json ? print_json(op_json(op)) : print_op(op);
    return exit_done;
  }
  const Ops ops = names.empty() ? mapped(all_ops(), [](const OpInfo& op) { return &op; }) : ops_for(names.front());
  json ? print_list_json(ops, names.empty()) : print_list(ops);
  if (names.empty() && !json) print_own();
  return exit_done;
}

}  // namespace

std::function<int()> add_ops(CLI::App& app) {
  app.add_option("name", CLI::callback_t{}, "The op to describe, or a word to find ops by");
  add_value(app, "--from", "FILE", "The file of a filter of your own to describe: docs/your-own-filter.md");
  add_switch(app, "--json", "Print JSON");
  set_help(app, "List the ops, find some by a word, or describe one: its parameters, types and formula.",
           "lenslet ops [NAME|WORD] [options]", "Examples: lenslet ops gaussian\n          lenslet ops blur");
  return [&app] { return run_ops(app); };
}

}  // namespace lenslet::cli
