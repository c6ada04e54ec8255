// lenslet kernel: compiles OpenCL C of the user's own, says what its kernels are, and launches one.
#include <lenslet/kernel.hpp>

#include <optional>

#include <fmt/format.h>

#include <lenslet/array_file.hpp>
#include <lenslet/error.hpp>
#include <lenslet/session.hpp>
#include <lenslet/statistics.hpp>
#include <lenslet/user_op.hpp>

#include "cli/commands/command.hpp"
#include "cli/commands/kernel_call.hpp"
#include "cli/files/result_files.hpp"
#include "cli/files/text_file.hpp"
#include "cli/files/value_file.hpp"
#include "cli/options/open_session.hpp"
#include "cli/options/option.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/records/json.hpp"
#include "cli/records/value_text.hpp"
#include "cli/terminal/exit.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/text.hpp"
#include "cli/terminal/time_limit.hpp"

namespace lenslet::cli {
namespace {

constexpr char binary_suffix[] = ".clbin";
constexpr int most_launches = 1'000'000;

bool is_binary(const std::string& file) {
  return suffix_of(file) == binary_suffix;
}

// A filter's file among the texts, if one of them is such. Null where none is.
const std::string* op_among(const std::vector<std::string>& files) {
  const auto is_op = [](const std::string& file) {
    try {
      return is_of_user(find_op(file));
    } catch (const Error&) {
      return false;
    }
  };
  const auto found = std::ranges::find_if(files, is_op);
  return found == files.end() ? nullptr : &*found;
}

Program compiled(const Session& session, const std::vector<std::string>& files, const std::string& options) {
  try {
    return Program::from_files(session, {files.begin(), files.end()}, {.options = options});
  } catch (const Error& error) {
    const std::string* op = error.kind() == ErrorKind::build ? op_among(files) : nullptr;
    if (op == nullptr) throw;
    usage_error(fmt::format("{0} describes an op and is no program alone: lenslet run {0}", *op));
  }
}

Program read_program(const CLI::App& app, const Session& session, const std::vector<std::string>& files) {
  const auto options = given(app, "--options");
  const auto binaries = std::ranges::count_if(files, is_binary);
  if (binaries == 0) return compiled(session, files, options.value_or(""));
  if (files.size() > 1)
    usage_error(fmt::format("{} files, among them a binary; allowed: one binary, or texts", files.size()));
  if (options) usage_error("--options of a binary; allowed: of texts, which are compiled");
  const std::string bytes = read_file(files.front());
  return Program::from_binary(session, {bytes.begin(), bytes.end()});
}

void write_binary(const std::string& path, const Program& program) {
  const std::vector<unsigned char> binary = program.binary();
  write_text(path, {reinterpret_cast<const char*>(binary.data()), binary.size()});
}

std::string sides_text(std::span<const std::size_t> sides) {
  return fmt::format("{}", fmt::join(sides, " x "));
}

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
          {"private_bytes", kernel.private_bytes}};
}

// A launch that has ended.
struct Launched {
  std::string kernel;
  KernelRange range;
  EventTimes times;
  std::vector<std::string> files;
  std::vector<double> repeats_ms;  // of further launches, by the device's clock
};

double milliseconds(std::uint64_t from, std::uint64_t to) {
  return static_cast<double>(to - from) * 1e-6;
}

// The kernel that --run names, or the only one.
std::string wanted_kernel(const CLI::App& app, const Program& program) {
  if (const auto name = given(app, "--run")) return *name;
  const std::vector<std::string> names = program.kernel_names();
  if (names.size() != 1)
    usage_error(
        fmt::format("--range without --run in a program of {} kernels; allowed: {}", names.size(), join(names, ", ")));
  return names.front();
}

EventTimes launch_once(const CLI::App& app, const Kernel& kernel, const KernelRange& range, const CallValues& values) {
  const TimeLimit limit(read_timeout(app, launch_timeout), kernel.info().name);
  const Launch launch = kernel.launch(range, values.arguments());
  return event_times(launch).front();
}

Array downloaded(const Session& session, const CallValues::Result& result) {
  if (const auto* array = std::get_if<DeviceArray>(&result)) return session.download(*array);
  return download(session, std::get<ImageArgument>(result));
}

// The first launch has what drivers compile late, and its results are written before others go over the buffers.
Launched run_kernel(const CLI::App& app, const Session& session, const Program& program, FileNames& files) {
  const Kernel kernel = program.kernel(wanted_kernel(app, program));
  const KernelRange range = kernel.resolved(read_range(app));
  const CallValues values(session, kernel.info(), app.get_option("--arg")->results(), files);
  const auto results = values.results(app.get_option("--result")->results(), files);
  int repeats = 0;
  take(app, "--repeats", repeats, 0, most_launches);
  Launched done{kernel.info().name, range, launch_once(app, kernel, range, values), {}, {}};
  NewFiles written;
  for (const auto& [file, result] : results) {
    written.expect(file);
    write_text(file, npy_bytes(downloaded(session, result)));
    done.files.push_back(file);
  }
  written.keep();
  for (int i = 0; i < repeats; ++i) {
    const EventTimes again = launch_once(app, kernel, range, values);
    done.repeats_ms.push_back(milliseconds(again.started, again.ended));
  }
  return done;
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

void check_call_options(const CLI::App& app) {
  if (given(app, "--range")) return;
  for (const char* option :
       {"--run", "--group", "--offset", "--round-up", "--arg", "--result", "--repeats", "--timeout"})
    if (app.get_option(option)->count() > 0) usage_error(fmt::format("{} without --range; allowed: with it", option));
}

int run_kernel_command(const CLI::App& app) {
  const std::vector<std::string> texts = app.get_option("files")->results();
  if (texts.empty()) usage_error("no file; allowed: OpenCL C, or one binary that --binary wrote");
  check_call_options(app);
  FileNames files;
  for (const std::string& text : texts) files.read(text);
  const auto binary = given(app, "--binary");
  if (binary && !is_binary(*binary))
    usage_error(fmt::format("--binary {}; allowed: a name that ends with {}", *binary, binary_suffix));
  if (binary) files.write(*binary);
  const Session session = open_session(read_device_option(app));
  const Program program = read_program(app, session, texts);
  std::optional<Launched> done;
  if (given(app, "--range")) done = run_kernel(app, session, program, files);
  if (binary) write_binary(*binary, program);
  if (is_set(app, "--json")) {
    Json json = program_json(session, program);
    if (done) json["launch"] = launch_json(*done);
    print_json(json);
    return exit_done;
  }
  print_program(session, program);
  if (done) print_launch(*done);
  return exit_done;
}

}  // namespace

std::function<int()> add_kernel(CLI::App& app) {
  add_arguments(app, "files", "OpenCL C, several files behind each other, or a binary");
  add_value(app, "--options", "TEXT", "Options of the compiler: \"-D N=4 -cl-mad-enable\"");
  add_value(app, "--binary", "FILE.clbin", "Write the device's code, which this device and driver load again");
  add_call_options(app);
  add_device_option(app);
  add_report_options(app);
  set_help(app, "Compile kernels of your own, say what they take, and launch one.", "lenslet kernel FILE... [options]",
           "Example: lenslet kernel saxpy.cl --range 1000 --arg 2.5 --arg x.npy --arg y.npy --result y=sum.npy\n"
           "docs/your-own-kernel.md shows more, and how a kernel becomes an op.");
  return [&app] { return run_kernel_command(app); };
}

}  // namespace lenslet::cli
