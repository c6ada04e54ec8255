// Names of files are made of numbers alone: those in a bundle are anybody's.
#include "tool/commands/bundle_export.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "tool/files/result_files.hpp"
#include "tool/files/text_file.hpp"

namespace lenslet::cli {
namespace {

struct BundlePart {
  std::string name, text;
};

std::string text_of_bytes(const std::vector<unsigned char>& bytes) {
  return {bytes.begin(), bytes.end()};
}

// "program-0-device-1.clbin"; SPIR-V is no device's.
BundlePart part_of_bundle(const Bundle& bundle, const BundleEntry& entry) {
  if (entry.kind == BundleKind::spirv)
    return {fmt::format("program-{}.spv", entry.program), text_of_bytes(entry.bytes)};
  const std::string name = fmt::format("program-{}-device-{}", entry.program, entry.target);
  if (entry.kind == BundleKind::log) return {name + ".log", text_of_bytes(entry.bytes)};
  return {name + ".clbin", text_of_bytes(loadable_binary(bundle, entry))};
}

// The front of an options line says how the text was compiled.
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

}  // namespace

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

}  // namespace lenslet::cli
