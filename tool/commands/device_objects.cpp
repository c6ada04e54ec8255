// Asks a session for it, as formats are a context's.
#include "tool/commands/device_objects.hpp"

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lenslet/image_object.hpp>
#include <lenslet/queue.hpp>
#include <lenslet/session.hpp>

#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr int object_column = 18;

Session session_on(const DeviceInfo& device) {
  return Session({.device = std::to_string(device.index), .cache = false});
}

std::vector<std::string> formats_of(const Session& session, ImageKind kind, KernelAccess access) {
  std::vector<std::string> formats;
  for (const TexelFormat& format : image_formats(session, kind, access)) formats.push_back(to_string(format));
  return formats;
}

// "r: half_float, float32; rgba: ...".
std::string formats_text(const Session& session, ImageKind kind) {
  std::map<ChannelOrder, std::vector<std::string>> types;
  for (const TexelFormat& format : image_formats(session, kind)) types[format.order].emplace_back(name_of(format.type));
  std::vector<std::string> texts;
  for (const auto& [order, names] : types) texts.push_back(fmt::format("{}: {}", name_of(order), join(names, ", ")));
  return texts.empty() ? "none" : join(texts, "; ");
}

std::string list_or_none(const std::vector<std::string>& words) {
  return words.empty() ? "none" : join(words, ", ");
}

}  // namespace

void print_objects(const DeviceInfo& device) {
  const Session session = session_on(device);
  const QueueAbilities can = queue_abilities(session);
  print("\n{}, {}\n", device.index, device.name);
  print_text(entry("queues", can.out_of_order ? "in order, out of order" : "in order", object_column));
  print_text(entry("host functions", can.native_kernels ? "yes" : "no", object_column));
  print_text(entry("own kernels", list_or_none(can.built_in_kernels), object_column));
  for (const ImageKind kind : image_kinds) print_text(entry(name_of(kind), formats_text(session, kind), object_column));
}

Json objects_json(const DeviceInfo& device) {
  const Session session = session_on(device);
  const QueueAbilities can = queue_abilities(session);
  Json formats;
  for (const ImageKind kind : image_kinds)
    formats[std::string(name_of(kind))] = {{"read_write", formats_of(session, kind, KernelAccess::read_write)},
                                           {"read_only", formats_of(session, kind, KernelAccess::read_only)},
                                           {"write_only", formats_of(session, kind, KernelAccess::write_only)}};
  return {{"out_of_order", can.out_of_order},
          {"host_functions", can.native_kernels},
          {"built_in_kernels", can.built_in_kernels},
          {"image_formats", std::move(formats)}};
}

}  // namespace lenslet::cli
