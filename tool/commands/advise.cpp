// lenslet advise: the literature's tips as numbers of this device, with their verdicts, and what they mean for a
// kernel.
#include <fmt/format.h>

#include <algorithm>
#include <lenslet/error.hpp>
#include <lenslet/kernel.hpp>
#include <lenslet/published_verdicts.hpp>
#include <lenslet/study.hpp>
#include <set>

#include "studies/report/json.hpp"
#include "tool/commands/advice.hpp"
#include "tool/commands/command.hpp"
#include "tool/commands/kernel_call.hpp"
#include "tool/files/text_file.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/values.hpp"
#include "tool/records/json.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/interrupt.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr double usual_scale = 0.02;  // of a study that --measure runs: seconds each
constexpr int measured_runs = 7;
constexpr std::size_t indent = 4;

// What studies found, on this device or another.
struct Findings {
  std::string where;  // "here", or a device's name
  std::vector<StudyReport> studies;
};

struct TipVerdict {
  int claim;
  std::string verdict, where;
};

// Reads --range and --group. A kernel may demand its group.
void read_launch(const CLI::App& app, AdvisedKernel& kernel) {
  const KernelRange words = parse_range({.range = given(app, "--range"), .group = given(app, "--group")});
  kernel.group = words.group;
  kernel.range = words.global;
  const auto& demanded = kernel.info.compile_group;
  if (kernel.group.empty() && demanded[0] > 0)
    kernel.group = {demanded.begin(),
                    demanded.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(kernel.range.size(), 1))};
  if (!kernel.range.empty() && !kernel.group.empty() && kernel.range.size() != kernel.group.size())
    usage_error(fmt::format("--group has {} dimensions, --range {}; allowed: as many", kernel.group.size(),
                            kernel.range.size()));
}

std::string kernel_named(const CLI::App& app, const std::vector<std::string>& names) {
  const auto name = given(app, "--kernel");
  if (name) return check_choice("--kernel", *name, names);
  if (names.size() == 1) return names.front();
  usage_error(fmt::format("a program of {} kernels without --kernel; allowed: {}", names.size(), join(names, ", ")));
}

std::optional<AdvisedKernel> read_kernel(const CLI::App& app, const Session& session) {
  const std::vector<std::string> files = app.get_option("files")->results();
  if (files.empty()) {
    for (const char* option : {"--kernel", "--group", "--range", "--local", "--options"})
      if (app.count(option) > 0) usage_error(fmt::format("{} without a file; allowed: with OpenCL C", option));
    return {};
  }
  std::string text;
  for (const std::string& file : files) text += read_file(file);
  const Program program =
      Program::from_files(session, {files.begin(), files.end()}, {.options = given(app, "--options").value_or("")});
  const std::string name = kernel_named(app, program.kernel_names());
  AdvisedKernel kernel{.info = program.kernel(name).info(), .text = scan_kernel(text, name)};
  read_launch(app, kernel);
  take(app, "--local", kernel.local_arguments, parse_bytes);
  return kernel;
}

std::vector<Findings> read_findings(const CLI::App& app, const DeviceInfo& device) {
  std::vector<report::Record> records;
  for (const std::string& file : app.get_option("--from")->results()) try {
      records.push_back(report::parse_record(read_file(file)));
    } catch (const Error& error) {
      throw Error(error.kind(), fmt::format("{}: {}", file, error.what()));
    }
  std::vector<Findings> all;
  for (report::Record& record : records) {
    const bool here =
        report::fact(record, "name") == device.name && report::fact(record, "platform") == device.platform;
    all.push_back({here ? "here" : "on " + report::fact(record, "name"), std::move(record.studies)});
  }
  return all;
}

// Runs each study that judges a tip, so small that all take a minute or two.
Findings measure_findings(const CLI::App& app, const Session& session) {
  StudyOptions options{.scale = usual_scale, .runs = measured_runs};
  take(app, "--scale", options.scale, parse_real);
  if (!(options.scale > 0 && options.scale <= 1))
    usage_error(fmt::format("--scale: {:g} is out of range; allowed: more than 0, at most 1", options.scale));
  options.stop = interrupted;
  stop_on_interrupt();
  Findings found{fmt::format("here at scale {:g}", options.scale), {}};
  std::set<std::string> names;
  for (const Tip& tip : tips()) names.insert(tip.study);
  for (const std::string& name : names) {
    if (interrupted()) break;
    say(fmt::format("lenslet: study {} ...", name));
    found.studies.push_back(run_study(session, name, options));
  }
  return found;
}

// What docs/studies.md has, where nobody measured here.
std::vector<TipVerdict> published(const Tip& tip) {
  std::vector<TipVerdict> verdicts;
  for (const PublishedVerdict& one : published_verdicts())
    if (std::ranges::count(tip.claims, one.claim) > 0)
      verdicts.push_back({one.claim, std::string(name_of(one.verdict)),
                          fmt::format("on {} ({})", one.device.substr(0, one.device.find(',')), one.day)});
  return verdicts;
}

std::vector<TipVerdict> verdicts_of(const Tip& tip, const std::vector<Findings>& findings) {
  std::vector<TipVerdict> verdicts;
  for (const Findings& found : findings)
    for (const StudyReport& study : found.studies)
      for (const Claim& claim : study.claims)
        if (study.name == tip.study && std::ranges::count(tip.claims, claim.number) > 0)
          verdicts.push_back({claim.number, std::string(name_of(claim.verdict)), found.where});
  return verdicts.empty() ? published(tip) : verdicts;
}

// "claim 75 holds here, on another device", with the devices of a verdict together.
std::string verdicts_text(const Tip& tip, const std::vector<TipVerdict>& verdicts) {
  std::vector<std::string> texts;
  for (const int claim : tip.claims) {
    std::vector<std::pair<std::string, std::vector<std::string>>> found;
    for (const TipVerdict& one : verdicts) {
      if (one.claim != claim) continue;
      const auto known = std::ranges::find(found, one.verdict, &decltype(found)::value_type::first);
      if (known == found.end())
        found.push_back({one.verdict, {one.where}});
      else
        known->second.push_back(one.where);
    }
    if (found.empty()) texts.push_back(fmt::format("claim {} not measured", claim));
    for (const auto& [verdict, where] : found)
      texts.push_back(fmt::format("claim {} {} {}", claim, verdict, join(where, ", ")));
  }
  return fmt::format("study {}: {}", tip.study, join(texts, "; "));
}

Json verdicts_json(const std::vector<TipVerdict>& verdicts) {
  Json json = Json::array();
  for (const TipVerdict& one : verdicts)
    json.push_back({{"claim", one.claim}, {"verdict", one.verdict}, {"where", one.where}});
  return json;
}

struct Advice {
  const DeviceInfo& device;
  Costs costs;
  std::optional<AdvisedKernel> kernel;
  std::vector<Findings> findings;

  std::vector<std::string> on_kernel(const Tip& tip) const {
    return kernel ? advice_for(tip, *kernel, device) : std::vector<std::string>();
  }
};

Json advice_json(const Advice& advice) {
  Json list = Json::array();
  for (const Tip& tip : tips())
    list.push_back({{"number", tip.number},
                    {"tip", tip.says},
                    {"numbers", numbers_for(tip, advice.device, advice.costs)},
                    {"study", tip.study},
                    {"claims", tip.claims},
                    {"verdicts", verdicts_json(verdicts_of(tip, advice.findings))},
                    {"kernel", advice.on_kernel(tip)}});
  Json json{{"device", to_json(advice.device)}};
  if (advice.kernel) json["kernel"] = advice.kernel->info.name;
  json["tips"] = std::move(list);
  return json;
}

std::string paragraph(const std::string& text) {
  return fmt::format("{:{}}{}\n", "", indent, wrap(text, indent));
}

void print_advice(const Advice& advice) {
  print("{} ({})\n", advice.device.name, advice.device.platform);
  if (advice.kernel) print("kernel {}\n", advice.kernel->info.name);
  for (const Tip& tip : tips()) {
    print("\n{:>2}  {}\n", tip.number, tip.says);
    print_text(paragraph(numbers_for(tip, advice.device, advice.costs)));
    print_text(paragraph(verdicts_text(tip, verdicts_of(tip, advice.findings))));
    for (const std::string& sentence : advice.on_kernel(tip))
      print_text(paragraph(fmt::format("{}: {}", advice.kernel->info.name, sentence)));
  }
  if (advice.findings.empty())
    print_text("\n" + wrap("--measure runs the studies, small; --from FILE takes what 'lenslet study --json' wrote.") +
               "\n");
}

int advise(const CLI::App& app) {
  if (app.count("--scale") > 0 && !is_set(app, "--measure")) usage_error("--scale without --measure; allowed: with it");
  const Session session = open_session(read_device_option(app));
  Advice advice{session.device(), {}, read_kernel(app, session), read_findings(app, session.device())};
  advice.costs = measure_costs(session);
  if (is_set(app, "--measure")) advice.findings.push_back(measure_findings(app, session));
  if (is_set(app, "--json"))
    print_json(advice_json(advice));
  else
    print_advice(advice);
  return interrupted() ? exit_failed : exit_done;
}

std::function<int()> add_advise(CLI::App& app) {
  add_arguments(app, "files", "OpenCL C of a kernel that the tips are applied to");
  add_value(app, "--kernel", "NAME", "The kernel; the only one where it is left out");
  add_value(app, "--options", "TEXT", "Options of the compiler");
  add_value(app, "--range", "N[xN[xN]]", "Work-items of a launch, for what is said of groups");
  add_value(app, "--group", "N[xN[xN]]", "Work-items of a group");
  add_value(app, "--local", "SIZE", "Bytes of its __local arguments together");
  add_value(app, "--from", "FILE", "Take verdicts from what 'lenslet study --json' wrote, here or elsewhere");
  add_switch(app, "--measure", "Run the studies that judge the tips, small: a minute or two");
  add_value(app, "--scale", "F", fmt::format("With --measure: share of the full sizes (default {:g})", usual_scale));
  add_device_option(app);
  add_report_options(app);
  set_help(
      app, "Say what 15 tips of the literature on fast kernels mean on a device, and for a kernel.",
      "lenslet advise [FILE.cl...] [options]",
      "Example: lenslet advise blur.cl --kernel blur --range 1920x1080 --group 16x16 --from cpu.json\n"
      "What is said of a kernel comes from the driver and from the kernel's text without its macros; it is a reason "
      "to measure.");
  return [&app] { return advise(app); };
}

const Offer advise_offer(advise_command, add_advise);

}  // namespace
}  // namespace lenslet::cli
