#include "tool/commands/kernel_report.hpp"

#include <fmt/format.h>

#include <lenslet/statistics.hpp>
#include <span>

#include "tool/records/value_text.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

bool demands_group(const KernelInfo& kernel) {
  return kernel.compile_group[0] > 0;
}

std::string qualified_type(const ArgumentInfo& argument) {
  std::string text;
  if (argument.is_const) text += "const ";
  if (argument.is_volatile) text += "volatile ";
  text += argument.type;
  if (argument.is_restrict) text += " restrict";
  return argument.access == ImageAccess::none ? text : fmt::format("{} {}", name_of(argument.access), text);
}

void print_kernel(const KernelInfo& kernel) {
  print("\nkernel {}\n", kernel.name);
  Table table({">argument", "name", "type", "where"});
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    const ArgumentInfo& argument = kernel.arguments[i];
    table.add({fmt::format("{}", i), argument.name, qualified_type(argument), std::string(name_of(argument.address))});
  }
  if (!kernel.arguments.empty()) print_text(table.text());
  if (kernel.arguments.size() < kernel.argument_count)
    print("  {} arguments, of which the driver tells no more\n", kernel.argument_count);
  if (!kernel.attributes.empty()) print_text(entry("attributes", kernel.attributes, 14));
  const std::string demand =
      demands_group(kernel) ? fmt::format("{} as it demands; ", sides_text(kernel.compile_group)) : "";
  print_text(entry("group",
                   fmt::format("{}at most {} work-items, best in multiples of {}", demand, kernel.max_group,
                               kernel.preferred_multiple),
                   14));
  print_text(entry("memory",
                   fmt::format("{} bytes of local memory for a group, {} of private memory for a work-item",
                               kernel.local_bytes, kernel.private_bytes),
                   14));
}

Json argument_json(const ArgumentInfo& argument) {
  return {{"name", argument.name},
          {"type", argument.type},
          {"address", name_of(argument.address)},
          {"access", name_of(argument.access)},
          {"const", argument.is_const},
          {"volatile", argument.is_volatile},
          {"restrict", argument.is_restrict}};
}

Json kernel_json(const KernelInfo& kernel) {
  return {{"name", kernel.name},
          {"argument_count", kernel.argument_count},
          {"arguments", mapped(kernel.arguments, argument_json)},
          {"attributes", kernel.attributes},
          {"max_group", kernel.max_group},
          {"preferred_multiple", kernel.preferred_multiple},
          {"compile_group", demands_group(kernel) ? Json(kernel.compile_group) : Json(nullptr)},
          {"local_bytes", kernel.local_bytes},
          {"private_bytes", kernel.private_bytes},
          {"uneven_groups", kernel.no_uneven_groups.empty()}};
}

}  // namespace

std::string sides_text(std::span<const std::size_t> sides) {
  return fmt::format("{}", fmt::join(sides, " x "));
}

double milliseconds(std::uint64_t from, std::uint64_t to) {
  return static_cast<double>(to - from) * 1e-6;
}

void print_launch(const Launched& done) {
  const EventTimes& times = done.times;
  print("\n{} over {}{}{}\n", done.kernel, sides_text(done.range.global),
        done.range.offset.empty() ? "" : fmt::format(" from {} on", sides_text(done.range.offset)),
        done.range.group.empty() ? ", in groups of the driver's choice"
                                 : fmt::format(", in groups of {}", sides_text(done.range.group)));
  print_text(entry("submitted",
                   fmt::format("{:.3f} ms after it was queued", milliseconds(times.queued, times.submitted)), 14));
  print_text(entry("started", fmt::format("{:.3f} ms later", milliseconds(times.submitted, times.started)), 14));
  print_text(entry("ended", fmt::format("{:.3f} ms later", milliseconds(times.started, times.ended)), 14));
  if (!done.repeats_ms.empty()) {
    const Summary summary = summarize(done.repeats_ms);
    print_text(
        entry("repeats",
              fmt::format("{} more launches: median {:.4f} ms, quartiles {:.4f} and {:.4f}", done.repeats_ms.size(),
                          summary.median, summary.lower_quartile, summary.upper_quartile),
              14));
  }
  if (!done.files.empty()) print_text(entry("written", join(done.files, ", "), 14));
}

Json launch_json(const Launched& done) {
  return {{"kernel", done.kernel},
          {"range", done.range.global},
          {"group", done.range.group},
          {"offset", done.range.offset},
          {"queued_ns", done.times.queued},
          {"submitted_ns", done.times.submitted},
          {"started_ns", done.times.started},
          {"ended_ns", done.times.ended},
          {"repeats_ms", done.repeats_ms},
          {"files", done.files}};
}

void print_program(const Session& session, const Program& program) {
  print("{}\n", device_text(session.device()));
  print_text(entry("built", fmt::format("in {:.1f} ms, {}", program.build_ms(), name_of(program.binary_type())), 14));
  if (!program.options().empty()) print_text(entry("options", program.options(), 14));
  if (!program.log().empty()) print("\n{}\n", program.log());
  for (const Kernel& kernel : program.kernels()) print_kernel(kernel.info());
}

Json program_json(const Session& session, const Program& program) {
  return {{"device", to_json(session.device())},
          {"options", program.options()},
          {"binary_type", name_of(program.binary_type())},
          {"build_ms", program.build_ms()},
          {"log", program.log()},
          {"kernels", mapped(program.kernels(), [](const Kernel& kernel) { return kernel_json(kernel.info()); })}};
}

}  // namespace lenslet::cli
