// lenslet bundle: shows a bundle's contents, checks whether it can be used here, and exports its parts as files.
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lenslet/bundle.hpp>
#include <lenslet/error.hpp>

#include "tool/commands/actions.hpp"
#include "tool/commands/bundle_table.hpp"
#include "tool/commands/command.hpp"
#include "tool/files/result_files.hpp"
#include "tool/files/text_file.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

struct BundlePart {
  std::string name, text;
};

std::string text_of_bytes(const std::vector<unsigned char>& bytes) {
  return {bytes.begin(), bytes.end()};
}

// Names a part, "program-0-device-1.clbin". SPIR-V belongs to no device.
BundlePart part_of_bundle(const Bundle& bundle, const BundleEntry& entry) {
  if (entry.kind == BundleKind::spirv)
    return {fmt::format("program-{}.spv", entry.program), text_of_bytes(entry.bytes)};
  const std::string name = fmt::format("program-{}-device-{}", entry.program, entry.target);
  if (entry.kind == BundleKind::log) return {name + ".log", text_of_bytes(entry.bytes)};
  return {name + ".clbin", text_of_bytes(loadable_binary(bundle, entry))};
}

// The start of an options line says how the text was compiled.
std::vector<BundlePart> parts_of_bundle(const Bundle& bundle) {
  std::vector<BundlePart> parts;
  for (std::size_t i = 0; i < bundle.programs.size(); ++i) {
    const char* ending = is_linked(bundle.programs[i]) ? "parts" : "cl";
    parts.push_back({fmt::format("program-{}.{}", i, ending), bundle.programs[i].source});
    if (!bundle.programs[i].options.empty())
      parts.push_back({fmt::format("program-{}.options", i), bundle.programs[i].options + "\n"});
  }
  for (const BundleEntry& entry : bundle.entries)
    if (entry.kind != BundleKind::arguments) parts.push_back(part_of_bundle(bundle, entry));
  if (!bundle.tuning.empty()) parts.push_back({"tuning.json", bundle.tuning});
  return parts;
}

// Writes sources, binaries, SPIR-V, logs and tuning results into a folder, which it makes if necessary. Throws io if
// one of the files exists. Returns the files' names.
std::vector<std::string> export_bundle(const Bundle& bundle, const std::filesystem::path& folder) {
  const std::vector<BundlePart> parts = parts_of_bundle(bundle);
  for (const BundlePart& part : parts)
    if (std::error_code unknown; std::filesystem::exists(folder / part.name, unknown))
      throw Error(ErrorKind::io, fmt::format("'{}' is there already; allowed: a folder without such files",
                                             (folder / part.name).string()));
  make_folder(folder);
  NewFiles files;
  std::vector<std::string> names;
  for (const BundlePart& part : parts) {
    files.expect(folder / part.name);
    write_text(folder / part.name, part.text);
    names.push_back(part.name);
  }
  files.keep();
  return names;
}

std::vector<std::string> words_after(const CLI::App& app, std::size_t count, const char* names) {
  const std::vector<std::string> words = app.get_option("FILE")->results();
  if (words.size() != count)
    usage_error(fmt::format("'lenslet bundle {}' takes {}, not {} words", app.get_name(), names, words.size()));
  return words;
}

int list_bundle(const CLI::App& app) {
  const std::string file = words_after(app, 1, "one FILE").front();
  const Bundle bundle = read_bundle(file);
  if (is_set(app, "--json"))
    print_json(bundle_json(file, bundle));
  else
    print_text(bundle_summary(file, bundle) + bundle_table(bundle));
  return exit_done;
}

// Refuses a file that others may write, as a session that loads the bundle does.
int verify_bundle(const CLI::App& app) {
  const std::string file = words_after(app, 1, "one FILE").front();
  const Bundle bundle = read_trusted_bundle(file);
  const Session session = open_session(read_device_option(app));
  const BundleCheck check = check_bundle(bundle, session);
  if (check.tried == 0) {
    std::vector<std::string> targets;
    for (std::size_t i = 0; i < bundle.targets.size(); ++i) targets.push_back(target_text(bundle, i));
    throw Error(ErrorKind::build,
                fmt::format("'{}' has nothing for {} ({}, driver {}); it is for {}; 'lenslet compile' there makes one "
                            "that fits",
                            file, session.device().name, session.device().platform, session.device().driver,
                            targets.empty() ? "no device" : join(targets, "; ")));
  }
  for (const std::string& problem : check.problems) print_warning(problem);
  print("{} of {} binaries and SPIR-V modules work on {}\n", check.tried - check.problems.size(), check.tried,
        session.device().name);
  return check.problems.empty() ? exit_done : exit_failed;
}

int export_parts(const CLI::App& app) {
  const std::vector<std::string> words = words_after(app, 2, "a FILE and a folder");
  const std::vector<std::string> names = export_bundle(read_bundle(words[0]), words[1]);
  print("{} files written to {}: {}\n", names.size(), words[1], join(names, ", "));
  return exit_done;
}

struct BundleAction {
  const char* name;
  const char* help;
  const char* words;
  int (*run)(const CLI::App& app);
};

constexpr BundleAction bundle_actions[] = {
    {"list", "Say for which ops, types and devices a bundle has programs", "FILE", list_bundle},
    {"verify", "Try whether a device takes what a bundle has for it", "FILE", verify_bundle},
    {"export", "Write sources, binaries, SPIR-V, logs and tuning results as files", "FILE DIR", export_parts},
};

void add_bundle_action(CLI::App& bundle, const BundleAction& action) {
  CLI::App& app = *bundle.add_subcommand(action.name, action.help)->group(command_group);
  const std::string name = action.name;
  add_arguments(app, "FILE",
                "A bundle that 'lenslet compile' wrote" + std::string(name == "export" ? ", and a folder" : ""));
  if (name == "list") add_switch(app, "--json", "Print JSON");
  if (name == "verify") add_device_option(app);
  set_help(app, std::string(action.help) + ".", fmt::format("lenslet bundle {} {} [options]", name, action.words), "");
}

}  // namespace

std::function<int()> add_bundle(CLI::App& app) {
  app.require_subcommand(0, 1);
  for (const BundleAction& action : bundle_actions) add_bundle_action(app, action);
  set_help(app, "Look at, check and unpack programs that were compiled ahead.", "lenslet bundle COMMAND FILE [options]",
           "Example: lenslet bundle verify photo.lnb\ndocs/bundles.md shows more.");
  return [&app] { return run_action(app, bundle_actions); };
}

}  // namespace lenslet::cli
