// Makes a paragraph and a JSON object for each file.
#include "tool/commands/jpeg_report.hpp"

#include <fmt/format.h>

#include <array>

namespace lenslet::cli {
namespace {

constexpr std::size_t column = 14;

std::string components_text(const JpegInfo& info) {
  const auto text = [](const JpegInfo::Component& each) {
    return fmt::format("{}: {} x {}, quantisation table {}", each.id, each.h, each.v, each.quant);
  };
  return join(mapped(info.components, text), "; ");
}

// Eight lines of eight numbers, like the coefficients of a block.
std::string table_text(const JpegInfo::Table& table) {
  std::string text = fmt::format("  table {} of {} bits\n", table.id, table.bits);
  for (std::size_t i = 0; i < table.entries.size(); ++i)
    text += fmt::format("{}{:5}{}", i % 8 == 0 ? "    " : "", table.entries[i], i % 8 == 7 ? "\n" : "");
  return text;
}

std::string metadata_text(const JpegInfo& info) {
  const auto size = [](const std::vector<std::byte>& bytes) {
    return bytes.empty() ? "none" : fmt::format("{} bytes", bytes.size());
  };
  return fmt::format("EXIF: {}, orientation {}; colour profile (ICC): {}", size(info.exif), info.orientation,
                     size(info.icc));
}

Json component_json(const JpegInfo::Component& each) {
  return {{"id", each.id}, {"h", each.h}, {"v", each.v}, {"quant", each.quant}};
}

Json table_json(const JpegInfo::Table& table) {
  return {{"id", table.id}, {"bits", table.bits}, {"entries", table.entries}};
}

struct Direction {
  const char* name;
  const WayTimes& times;
};

std::array<Direction, 2> directions_of(const JpegTrial& trial) {
  return {Direction{"decode", trial.decode}, Direction{"encode", trial.encode}};
}

}  // namespace

std::string jpeg_text(const std::string& file, const JpegInfo& info) {
  std::string text = fmt::format("{}\n", file);
  const auto line = [&](std::string_view name, const std::string& what) { text += entry(name, what, column); };
  line("frame", fmt::format("{} x {}, {}, {} bits, {} {}", info.size.width, info.size.height, info.kind, info.precision,
                            info.color, info.sampling));
  line("components", components_text(info));
  line("scans", fmt::format("{}, {} Huffman tables", info.scans, info.huffman_tables));
  line("restart", info.restart > 0 ? fmt::format("after each {} MCUs", info.restart) : "no markers");
  line("metadata", metadata_text(info));
  line("decoding", fmt::format("{}: {}", info.way, info.reason));
  for (const JpegInfo::Table& table : info.quantization) text += table_text(table);
  return text;
}

Json jpeg_json(const std::string& file, const JpegInfo& info) {
  return {{"input", file},
          {"width", info.size.width},
          {"height", info.size.height},
          {"kind", info.kind},
          {"precision", info.precision},
          {"color", info.color},
          {"sampling", info.sampling},
          {"components", mapped(info.components, component_json)},
          {"quantization", mapped(info.quantization, table_json)},
          {"huffman_tables", info.huffman_tables},
          {"scans", info.scans},
          {"restart", info.restart},
          {"exif_bytes", info.exif.size()},
          {"icc_bytes", info.icc.size()},
          {"orientation", info.orientation},
          {"way", info.way},
          {"reason", info.reason}};
}

Table trial_table() {
  return Table({"file", "size", ">at a time", "", ">host ms", ">device ms", "faster"});
}

void add_trial(Table& table, const std::string& file, const JpegTrial& trial) {
  for (const auto& [name, times] : directions_of(trial))
    table.add({file, fmt::format("{}x{}", trial.size.width, trial.size.height), fmt::format("{}", trial.at_a_time),
               name, fmt::format("{:.2f}", times.ms(host_codec)), fmt::format("{:.2f}", times.ms(device_codec)),
               times.fastest()});
}

std::string ways_text(const std::string& file, const WayTimes& by_way) {
  std::vector<std::string> times;
  for (const auto& [way, time] : by_way.by) times.push_back(fmt::format("{} {:.2f} ms", way, time.median_ms));
  return fmt::format("{}: the device decodes by {}, of {}\n", file, by_way.fastest(), join(times, ", "));
}

Json trial_json(const std::string& file, const JpegTrial& trial, const WayTimes& by_way) {
  Json json{{"input", file},
            {"width", trial.size.width},
            {"height", trial.size.height},
            {"format", to_json(trial.format)},
            {"at_a_time", trial.at_a_time}};
  for (const auto& [name, times] : directions_of(trial))
    json[name] = {{"host_ms", times.ms(host_codec)},
                  {"device_ms", times.ms(device_codec)},
                  {"samples", times.by.at(std::string(host_codec)).samples},
                  {"faster", times.fastest()}};
  for (const auto& [way, time] : by_way.by) json["ways_ms"][way] = time.median_ms;
  json["way"] = by_way.fastest();
  return json;
}

}  // namespace lenslet::cli
