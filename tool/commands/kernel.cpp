// lenslet kernel: compiles a user's own OpenCL C, describes its kernels, and launches one.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lenslet/array_file.hpp>
#include <lenslet/bundle.hpp>
#include <lenslet/device.hpp>
#include <lenslet/error.hpp>
#include <lenslet/image_object.hpp>
#include <lenslet/kernel.hpp>
#include <lenslet/queue.hpp>
#include <lenslet/session.hpp>
#include <lenslet/user_op.hpp>

#include "tool/commands/command.hpp"
#include "tool/commands/kernel_call.hpp"
#include "tool/commands/kernel_compare.hpp"
#include "tool/commands/kernel_program.hpp"
#include "tool/commands/kernel_report.hpp"
#include "tool/commands/toolkit.hpp"
#include "tool/files/image_arrays.hpp"
#include "tool/files/image_files.hpp"
#include "tool/files/result_files.hpp"
#include "tool/files/text_file.hpp"
#include "tool/files/value_file.hpp"
#include "tool/options/op_words.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/records/json.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"
#include "tool/terminal/time_limit.hpp"

namespace lenslet::cli {
namespace {

// See Toolkit::add_programs.
std::vector<std::string> add_programs(Bundle& bundle, const Session& session, const CLI::App& app,
                                      const std::vector<std::string>& files, const CompileOptions& options) {
  if (read_apart(app)) return add_program(bundle, linked_files(app, session, files), join(files, " "), options);
  std::vector<std::string> notes;
  for (const std::string& file : files)
    for (std::string& note : add_program(bundle, compiled_alone(session, file, files, app), file, options))
      notes.push_back(std::move(note));
  return notes;
}

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

bool has_extension(const DeviceInfo& device, const char* extension) {
  return std::ranges::count(device.extensions, extension) > 0;
}

bool shares_opengl(const DeviceInfo& device) {
  return has_extension(device, "cl_khr_gl_sharing") || has_extension(device, "cl_APPLE_gl_sharing");
}

// lenslet::gl takes OpenGL's objects by what the device has.
std::string opengl_text(const DeviceInfo& device) {
  if (shares_opengl(device))
    return has_extension(device, "cl_khr_gl_event") ? "shared: cl_khr_gl_sharing, with fences: cl_khr_gl_event"
                                                    : "shared: cl_khr_gl_sharing, the host waits: no cl_khr_gl_event";
  if (has_extension(device, "cl_khr_external_memory_opaque_fd"))
    return "memory in common: cl_khr_external_memory_opaque_fd, no cl_khr_gl_sharing";
  return "copied: no cl_khr_gl_sharing";
}

void print_objects(const DeviceInfo& device) {
  const Session session = session_on(device);
  const QueueAbilities can = queue_abilities(session);
  print("\n{}, {}\n", device.index, device.name);
  print_text(entry("queues", can.out_of_order ? "in order, out of order" : "in order", object_column));
  print_text(entry("host functions", can.native_kernels ? "yes" : "no", object_column));
  print_text(entry("uneven groups",
                   can.uneven_groups.empty() ? fmt::format("no: {}", can.no_uneven_groups)
                                             : fmt::format("in programs with {}", can.uneven_groups),
                   object_column));
  print_text(entry("SPIR-V", can.spirv_versions.empty() ? "no" : can.spirv_versions, object_column));
  print_text(entry("own kernels", list_or_none(can.built_in_kernels), object_column));
  print_text(entry("OpenGL", opengl_text(device), object_column));
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
          {"uneven_groups", can.uneven_groups.empty() ? Json(nullptr) : Json(can.uneven_groups)},
          {"spirv", can.spirv_versions.empty() ? Json(nullptr) : Json(can.spirv_versions)},
          {"built_in_kernels", can.built_in_kernels},
          {"opengl_objects", shares_opengl(device)},
          {"opengl_events", has_extension(device, "cl_khr_gl_event")},
          {"image_formats", std::move(formats)}};
}

constexpr char bundle_suffix[] = ".lnb";
constexpr int max_launches = 1'000'000;

void write_binary(const std::string& path, const Program& program) {
  const std::vector<unsigned char> binary = program.binary();
  write_text(path, {reinterpret_cast<const char*>(binary.data()), binary.size()});
}

// Called after a launch, since only then some drivers generate the code.
void write_to_bundle(const std::string& path, const Program& program, const std::string& name) {
  const std::string no_spirv = spirv_problem();
  if (!no_spirv.empty()) print_warning(fmt::format("the bundle has no SPIR-V: {}", no_spirv));
  Bundle bundle;
  for (const std::string& note : add_program(bundle, program, name, {.spirv = no_spirv.empty()})) print_warning(note);
  write_bundle(path, bundle);
}

EventTimes launch_once(const CLI::App& app, const Session& session, const Kernel& kernel, const KernelRange& range,
                       const CallValues& values) {
  const TimeLimit limit(session, read_timeouts(app, launch_timeout), kernel.info().name);
  const Launch launch = kernel.launch(range, values.arguments());
  return event_times(launch).front();
}

// In files with alpha, the last of an image object's four channels is alpha, as its order says.
std::optional<PixelFormat> pixels_of(const CallValues::Result& result, const ArrayType& type, const std::string& file) {
  const std::optional<ImageType> image = image_type(type);
  if (!image || image->format.channels != 4 || !std::holds_alternative<ImageArgument>(result)) return {};
  return PixelFormat{image->format.type, 4, has_alpha(file)};
}

// The first launch includes late compilation by drivers. Its results are written before further launches overwrite the
// buffers.
Launched run_kernel(const CLI::App& app, const Session& session, const Program& program, FileNames& files) {
  const Kernel kernel = program.kernel(wanted_kernel(given(app, "--run"), program));
  const RangeWords words{given(app, "--range"), given(app, "--group"), given(app, "--offset"),
                         is_set(app, "--round-up")};
  const KernelRange range = kernel.resolved(parse_range(words));
  const CallValues values(session, kernel.info(), app.get_option("--arg")->results(), files);
  const auto results = values.results(app.get_option("--result")->results(), files);
  int repeats = 0;
  take(app, "--repeats", repeats, 0, max_launches);
  Launched done{kernel.info().name, range, launch_once(app, session, kernel, range, values), {}, {}};
  values.check_guards(session);
  NewFiles written;
  for (const auto& [file, result] : results) {
    written.expect(file);
    Array array = downloaded(session, result);
    const ValueFile like{
        .name = file, .type = array.type(), .content = Array(), .format = pixels_of(result, array.type(), file)};
    write_value(file, std::move(array), like, {});
    done.files.push_back(file);
  }
  written.keep();
  for (int i = 0; i < repeats; ++i) {
    const EventTimes again = launch_once(app, session, kernel, range, values);
    done.repeats_ms.push_back(milliseconds(again.started, again.ended));
  }
  return done;
}

void check_call_options(const CLI::App& app) {
  if (given(app, "--range")) return;
  for (const char* option :
       {"--run", "--group", "--offset", "--round-up", "--arg", "--result", "--repeats", "--timeout"})
    if (app.get_option(option)->count() > 0) usage_error(fmt::format("{} without --range; allowed: with it", option));
}

void check_program_options(const CLI::App& app, const std::vector<std::string>& files) {
  const bool built_in = app.count("--built-in") > 0;
  if (files.empty() && !built_in)
    usage_error("no file; allowed: OpenCL C, SPIR-V, one binary that --binary wrote, or --built-in NAME");
  if (!built_in) return;
  if (!files.empty()) usage_error(fmt::format("--built-in and the file {}; allowed: one of them", files.front()));
  for (const char* option : {"--options", "--apart"})
    if (app.count(option) > 0) usage_error(fmt::format("{} of built-in kernels; allowed: of OpenCL C", option));
}

int run_kernel_command(const CLI::App& app) {
  if (is_set(app, "--compare")) return kernel_comparison.get("--compare")(app);
  for (const char* option : {"--tolerance", "--html"})
    if (app.count(option) > 0) usage_error(fmt::format("{} without --compare; allowed: with it", option));
  const std::vector<std::string> texts = app.get_option("files")->results();
  check_program_options(app, texts);
  check_call_options(app);
  FileNames files;
  for (const std::string& text : texts) files.read(text);
  const auto binary = given(app, "--binary");
  if (binary && !is_binary(*binary))
    usage_error(fmt::format("--binary {}; allowed: a name that ends with .clbin", *binary));
  if (binary) files.write(*binary);
  const auto bundle = given(app, "--write-bundle");
  if (bundle && (suffix_of(*bundle) != bundle_suffix || texts.empty() || is_compiled(texts.front())))
    usage_error(fmt::format("--write-bundle {} of {}; allowed: a name that ends with {}, of OpenCL C", *bundle,
                            texts.empty() ? "built-in kernels" : texts.front(), bundle_suffix));
  if (bundle) files.write(*bundle);
  const Session session = open_session(read_device_option(app));
  const Program program = read_program(app, session, texts);
  warn_of_bundle(session);
  std::optional<Launched> done;
  if (given(app, "--range")) done = run_kernel(app, session, program, files);
  if (binary) write_binary(*binary, program);
  if (bundle) write_to_bundle(*bundle, program, join(texts, " "));
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

std::function<int()> add_kernel(CLI::App& app) {
  add_arguments(app, "files", "OpenCL C, several files behind each other, a binary, or SPIR-V (.spv)");
  add_value(app, "--built-in", "NAME", "A kernel that the device brings with it, instead of a file");
  add_switch(app, "--unchecked", "Take SPIR-V that spirv-val does not know to be valid; the driver may crash");
  add_value(app, "--options", "TEXT", "Options of the compiler: \"-D N=4 -cl-mad-enable\"");
  add_link_options(app);
  add_value(app, "--binary", "FILE.clbin", "Write the device's code, which this device and driver load again");
  add_value(app, "--write-bundle", "FILE.lnb", "Write the program as compiled for this launch, for --bundle");
  add_call_options(app);
  add_switch(
      app, "--compare",
      "Launch the kernels of all files in turns, prove that their results agree, and say how many times as fast "
      "each is as the first; --options, --run, --range, --group and --offset are given once, or once for each file");
  add_value(app, "--tolerance", "X",
            "With --compare: by how much results may differ, of 1 or of the value (default 0)");
  add_value(app, "--html", "FILE", "With --compare: write a page with box plots");
  add_device_option(app);
  add_bundle_options(app);
  add_report_options(app);
  set_help(app, "Compile kernels of your own, say what they take, and launch one.", "lenslet kernel FILE... [options]",
           "Example: lenslet kernel saxpy.cl --range 1000 --arg 2.5 --arg x.npy --arg y.npy --result y=sum.npy\n"
           "docs/your-own-kernel.md shows more, and how a kernel becomes an op.");
  return [&app] { return run_kernel_command(app); };
}

constexpr Toolkit kernel_functions{add_kernel, print_objects, objects_json, add_programs};
const Offer kernel_offer(toolkit, kernel_functions);

}  // namespace
}  // namespace lenslet::cli
