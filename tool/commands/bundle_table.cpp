#include "tool/commands/bundle_table.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

std::uint64_t bundle_bytes(const Bundle& bundle) {
  std::uint64_t bytes = bundle.tuning.size();
  for (const BundleEntry& entry : bundle.entries) bytes += entry.bytes.size();
  for (const BundleProgram& program : bundle.programs) bytes += program.source.size();
  return bytes;
}

std::string made_text(const Bundle& bundle) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(static_cast<std::time_t>(bundle.unix_time)));
}

// "binary 12345, log 80 bytes".
std::string entries_text(const Bundle& bundle, std::size_t program, std::size_t target) {
  std::vector<std::string> words;
  for (const BundleEntry& entry : bundle.entries)
    if (entry.program == program && entry.target == target)
      words.push_back(fmt::format("{} {}", name_of(entry.kind), entry.bytes.size()));
  return words.empty() ? std::string() : join(words, ", ") + " bytes";
}

std::string program_text(const Bundle& bundle, std::size_t place) {
  const BundleProgram& program = bundle.programs[place];
  std::string text = fmt::format("\nprogram {}: {}\n", place, program.name);
  if (!program.options.empty()) text += entry("options", program.options, 14);
  text +=
      entry("source",
            fmt::format("{} bytes{}", program.source.size(), is_linked(program) ? ", parts that are linked" : ""), 14);
  for (std::size_t target = 0; target < bundle.targets.size(); ++target)
    if (const std::string kept = entries_text(bundle, place, target); !kept.empty())
      text += entry("for", fmt::format("{}: {}", target_text(bundle, target), kept), 14);
  return text;
}

Json bundle_entry_json(const Bundle& bundle, const BundleEntry& entry) {
  return {{"kind", name_of(entry.kind)},
          {"program", entry.program},
          {"target", target_text(bundle, entry.target)},
          {"bytes", entry.bytes.size()}};
}

}  // namespace

std::string bundle_summary(const std::string& file, const Bundle& bundle) {
  const auto count = [&](BundleKind kind) { return std::ranges::count(bundle.entries, kind, &BundleEntry::kind); };
  return fmt::format("{}: works {}, programs {}, binaries {}, SPIR-V {}, {:.1f} KiB\n", file, bundle.works.size(),
                     bundle.programs.size(), count(BundleKind::binary), count(BundleKind::spirv),
                     static_cast<double>(bundle_bytes(bundle)) / 1024);
}

std::string bundle_table(const Bundle& bundle) {
  std::string text = entry("made", fmt::format("by Lenslet {}, {}", bundle.library, made_text(bundle)), 14);
  text += entry("tuning", bundle.tuning.empty() ? "no results" : fmt::format("{} bytes", bundle.tuning.size()), 14);
  if (!bundle.works.empty()) {
    Table works({"op", "inputs", "schedule", "device"});
    for (const BundleWork& work : bundle.works)
      works.add({work.call, work.inputs, work.schedule, target_text(bundle, work.target)});
    text += "\n" + works.text();
  }
  for (std::size_t place = 0; place < bundle.programs.size(); ++place) text += program_text(bundle, place);
  return text;
}

Json bundle_json(const std::string& file, const Bundle& bundle) {
  Json json{{"file", file}, {"lenslet", bundle.library}, {"unix_time", bundle.unix_time}};
  json["works"] = mapped(bundle.works, [&](const BundleWork& work) {
    return Json{{"op", work.call},
                {"inputs", work.inputs},
                {"schedule", work.schedule},
                {"device", target_text(bundle, work.target)}};
  });
  json["programs"] = mapped(bundle.programs, [](const BundleProgram& program) {
    return Json{{"name", program.name}, {"options", program.options}, {"source_bytes", program.source.size()}};
  });
  json["entries"] = mapped(bundle.entries, [&](const BundleEntry& entry) { return bundle_entry_json(bundle, entry); });
  json["tuning_bytes"] = bundle.tuning.size();
  return json;
}

}  // namespace lenslet::cli
