// Searches lists from the front: a bundle only has tens of programs.
#include "bundle/contents.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bundle/packed.hpp"
#include "bundle/recognise.hpp"
#include "ocl/program_cache.hpp"

namespace lenslet {

std::string_view name_of(BundleKind kind) {
  constexpr std::string_view names[] = {"binary", "SPIR-V", "arguments", "log"};
  return names[static_cast<std::size_t>(kind)];
}

namespace bundle {
namespace {

using Parts = std::vector<ocl::KeyPart>;

std::string_view value_of(const Parts& parts, std::string_view name) {
  const auto found = std::ranges::find(parts, name, &ocl::KeyPart::name);
  return found == parts.end() ? std::string_view() : found->value;
}

std::string words(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '_', ' ');
  return text;
}

// Joins the environment's variables, which come last in a target because their number varies.
std::string environment_of(const Parts& parts) {
  std::string text;
  for (const ocl::KeyPart& part : parts)
    if (part.name == "environment") text += fmt::format("{}{}", text.empty() ? "" : " ", part.value);
  return text.empty() ? "no such variable" : text;
}

}  // namespace

std::size_t place_of(std::vector<std::string>& texts, const std::string& text) {
  const auto found = std::ranges::find(texts, text);
  const auto place = static_cast<std::size_t>(found - texts.begin());
  if (found == texts.end()) texts.push_back(text);
  return place;
}

std::size_t place_of(Bundle& bundle, const BundleProgram& program) {
  if (const auto known = find_program(bundle, program.source, program.options)) return *known;
  bundle.programs.push_back(program);
  return bundle.programs.size() - 1;
}

void add_entry(Bundle& bundle, BundleEntry entry) {
  const auto is_same = [&](const BundleEntry& other) {
    return other.kind == entry.kind && other.program == entry.program && other.target == entry.target;
  };
  if (std::ranges::none_of(bundle.entries, is_same)) bundle.entries.push_back(std::move(entry));
}

std::optional<std::size_t> find_program(const Bundle& bundle, std::string_view source, std::string_view options) {
  const auto found = std::ranges::find_if(bundle.programs, [&](const BundleProgram& program) {
    return program.options == options && same_source(program.source, source);
  });
  if (found == bundle.programs.end()) return {};
  return static_cast<std::size_t>(found - bundle.programs.begin());
}

const BundleEntry* find_entry(const Bundle& bundle, BundleKind kind, std::size_t program, std::string_view target) {
  const auto found = std::ranges::find_if(bundle.entries, [&](const BundleEntry& entry) {
    return entry.kind == kind && entry.program == program && bundle.targets[entry.target] == target;
  });
  return found == bundle.entries.end() ? nullptr : &*found;
}

std::string difference(std::string_view target, std::string_view here) {
  const Parts theirs = ocl::parts_of(target).value_or(Parts()), ours = ocl::parts_of(here).value_or(Parts());
  if (const auto made_by = value_of(theirs, "lenslet"); made_by != value_of(ours, "lenslet"))
    return fmt::format("its code was made by Lenslet '{}', this is {}", made_by, value_of(ours, "lenslet"));
  for (const std::string_view name :
       {"device", "platform", "platform_version", "driver", "vendor", "device_version", "language_version"})
    if (value_of(theirs, name) != value_of(ours, name))
      return fmt::format("its code is for the {} '{}', this is '{}'", words(name), value_of(theirs, name),
                         value_of(ours, name));
  return fmt::format("its code was made with {} in the environment, here is {}", environment_of(theirs),
                     environment_of(ours));
}

std::string spirv_target(int address_bits) {
  const std::string digits = fmt::format("{}", address_bits);
  return fmt::format("spirv_address_bits {}\n{}\n", digits.size(), digits);
}

}  // namespace bundle

std::string target_text(const Bundle& bundle, std::size_t target) {
  const auto parts = ocl::parts_of(bundle.targets.at(target));
  if (!parts) return "an unknown target";
  if (const auto bits = bundle::value_of(*parts, "spirv_address_bits"); !bits.empty())
    return fmt::format("any device that takes SPIR-V, with addresses of {} bits", bits);
  const auto value = [&](std::string_view name) { return bundle::value_of(*parts, name); };
  return fmt::format("{} ({}, driver {})", value("device"), value("platform"), value("driver"));
}

bool is_linked(const BundleProgram& program) {
  return program.source.starts_with(bundle::linked_mark);
}

std::vector<unsigned char> loadable_binary(const Bundle& bundle, const BundleEntry& entry) {
  const BundleEntry* known =
      bundle::find_entry(bundle, BundleKind::arguments, entry.program, bundle.targets.at(entry.target));
  bundle::Packed packed = known == nullptr ? bundle::Packed() : bundle::unpack(known->bytes);
  packed.device = target_text(bundle, entry.target);
  packed.code = entry.bytes;
  return bundle::pack(packed);
}

}  // namespace lenslet
