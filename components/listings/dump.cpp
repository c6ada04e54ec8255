// Writes arguments as `lenslet kernel --arg` takes them: what tool/commands/kernel_call.cpp reads.
#include <algorithm>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/array_file.hpp>
#include <lenslet/dump_listing.hpp>
#include <lenslet/error.hpp>

#include "listings/run.hpp"
#include "toolkit/kernel/value_type.hpp"

namespace lenslet::listings {
namespace {

template <class T>
std::string number_text(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  if constexpr (sizeof(T) == 1) return fmt::format("{}", static_cast<int>(value));
  return fmt::format("{}", value);
}

std::string real_text(const std::byte* from, std::size_t bytes) {
  return bytes == 8 ? number_text<double>(from) : number_text<float>(from);  // no kernel takes a half by value
}

std::string whole_text(const std::byte* from, std::size_t bytes, bool is_signed) {
  switch (bytes) {
    case 1:
      return is_signed ? number_text<std::int8_t>(from) : number_text<std::uint8_t>(from);
    case 2:
      return is_signed ? number_text<std::int16_t>(from) : number_text<std::uint16_t>(from);
    case 4:
      return is_signed ? number_text<std::int32_t>(from) : number_text<std::uint32_t>(from);
    default:
      return is_signed ? number_text<std::int64_t>(from) : number_text<std::uint64_t>(from);
  }
}

std::string lanes_text(const std::vector<std::byte>& bytes, const kernel::ValueLayout& layout) {
  std::vector<std::string> lanes;
  for (std::size_t i = 0; i < layout.lanes; ++i) {
    const std::byte* from = bytes.data() + i * layout.lane_bytes;
    lanes.push_back(layout.real ? real_text(from, layout.lane_bytes)
                                : whole_text(from, layout.lane_bytes, layout.is_signed));
  }
  return fmt::format("{}", fmt::join(lanes, ","));
}

std::string sampler_text(const Sampler& sampler) {
  constexpr const char* addresses[] = {"none", "clamp_to_edge", "clamp", "repeat", "mirrored_repeat"};
  return fmt::format("{},{}{}", sampler.filter == Sampler::Filter::linear ? "linear" : "nearest",
                     addresses[static_cast<std::size_t>(sampler.address)], sampler.normalized ? ",normalized" : "");
}

std::string zeros_text(const ArrayType& type) {
  return fmt::format("{}[{}]", name_of(type.type), fmt::join(type.shape, ","));
}

class Writer {
 public:
  Writer(const Setup& setup, std::string folder) : setup_(setup), folder_(std::move(folder)) {}

  void add_file(const std::string& name, std::string bytes) { result_.files.push_back({name, std::move(bytes)}); }
  std::string path(const std::string& name) const { return (std::filesystem::path(folder_) / name).string(); }

  void add_step(const std::string& kernel_file, const std::string& options, const Step& step, const Kernel& kernel) {
    std::vector<std::string> words{path(kernel_file)};
    if (!options.empty()) words.insert(words.end(), {"--options", options});
    words.insert(words.end(), {"--run", step.kernel});
    add_range(words, step.range);
    std::vector<std::string> results;
    for (std::size_t i = 0; i < step.arguments.size(); ++i)
      add_argument(words, results, step.arguments[i], kernel.info().arguments.at(i));
    words.insert(words.end(), results.begin(), results.end());
    result_.launches.push_back(std::move(words));
    for (const auto& [name, file] : written_) files_[name] = file;
    written_.clear();
  }

  Dump take() { return std::move(result_); }

 private:
  static void add_range(std::vector<std::string>& words, const KernelRange& range) {
    const auto add = [&](const char* option, const std::vector<std::size_t>& sides) {
      if (!sides.empty()) words.insert(words.end(), {option, fmt::format("{}", fmt::join(sides, "x"))});
    };
    add("--range", range.global);
    add("--group", range.group);
    add("--offset", range.offset);
    if (range.round_up) words.emplace_back("--round-up");
  }

  const Memory& memory(const std::string& name) const { return *std::ranges::find(setup_.memory, name, &Memory::name); }

  // The word of memory: zeros, or the file that has its elements, which the first use writes.
  std::string word_of(const Memory& memory) {
    const std::string end = memory.unorm ? ":unorm" : "";
    if (const auto known = files_.find(memory.name); known != files_.end()) return path(known->second) + end;
    if (!memory.value) return zeros_text(memory.type) + end;
    const std::string file = memory.name + ".npy";
    add_file(file, npy_bytes(made(memory)));
    files_[memory.name] = file;
    return path(file) + end;
  }

  std::string word_of(const KernelArgument& value, const ArgumentInfo& argument) {
    if (const auto* sampler = std::get_if<Sampler>(&value.what())) return sampler_text(*sampler);
    if (const auto* local = std::get_if<LocalMemory>(&value.what())) return fmt::format("{}", local->bytes);
    if (std::holds_alternative<NoBuffer>(value.what())) return "null";
    const auto* bytes = std::get_if<KernelArgument::Bytes>(&value.what());
    if (!bytes)
      throw Error(ErrorKind::unsupported, fmt::format("argument '{}' has no word for a command line", argument.name));
    if (const auto layout = kernel::layout_of(argument.type)) return lanes_text(bytes->bytes, *layout);
    Array packed({SampleType::u8, {static_cast<std::int64_t>(bytes->bytes.size())}});
    std::ranges::copy(bytes->bytes, packed.bytes().begin());
    const std::string file = argument.name + ".npy";
    add_file(file, npy_bytes(packed));
    return path(file);
  }

  void add_argument(std::vector<std::string>& words, std::vector<std::string>& results, const Argument& argument,
                    const ArgumentInfo& info) {
    words.emplace_back("--arg");
    if (const auto* value = std::get_if<KernelArgument>(&argument)) return words.push_back(word_of(*value, info));
    const Memory& used = memory(std::get<Use>(argument).memory);
    words.push_back(used.over.empty() ? word_of(used) : word_of(memory(used.over)));
    if (!used.output || info.is_const || info.access == ImageAccess::read_only) return;
    const std::string file = fmt::format("{}.{}.npy", used.name, result_.launches.size() + 1);
    results.insert(results.end(), {"--result", info.name + "=" + path(file)});
    written_[used.name] = file;
  }

  const Setup& setup_;
  std::string folder_;
  std::map<std::string, std::string> files_;    // that have the elements of memory now
  std::map<std::string, std::string> written_;  // that the launch at hand makes
  Dump result_ = {};
};

}  // namespace

Dump dump(const Session& session, const Listing& listing, const Fault* fault, const std::string& folder, double scale) {
  if (!listing.setup)
    throw Error(ErrorKind::unsupported, fmt::format("{} is a listing of host calls, and has no kernel", listing.name));
  Setup setup = listing.setup(scale);
  if (fault && fault->alter) fault->alter(setup);
  const Built made = built(session, listing, joined_options(listing.options, fault ? fault->options : ""), setup);
  const std::string file = kernel_file(listing);
  Writer writer(made.setup, folder);
  writer.add_file(file, std::string(source_of(listing)));
  for (const Step& step : made.setup.steps) writer.add_step(file, made.options, step, made.program.kernel(step.kernel));
  return writer.take();
}

}  // namespace lenslet::listings
