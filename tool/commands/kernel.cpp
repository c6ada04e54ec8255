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

// Compiles one of several files by itself. If it fails, they may be meant as parts of one program.
Program compiled_alone(const Session& session, const std::string& file, const std::vector<std::string>& files,
                       const CLI::App& app) {
  try {
    return Program::from_file(session, file, {.options = given(app, "--options").value_or(""), .warnings = true});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::build || files.size() < 2) throw;
    throw Error(error.kind(),
                fmt::format("{} ({} is compiled as a program of its own; --apart makes one program of {})",
                            error.what(), file, join(files, ", ")),
                error.detail());
  }
}

// Compiles each file by itself and links them, with the command's options for the compiler and the linker.
Program linked_files(const CLI::App& app, const Session& session, const std::vector<std::string>& files) {
  const std::string options = given(app, "--options").value_or("");
  std::vector<ProgramObject> objects;
  for (const std::string& file : files)
    objects.push_back(
        ProgramObject::from_text(session, read_file(file), {.options = options, .name = file, .warnings = true}));
  return Program::linked(session, objects, given(app, "--link-options").value_or(""));
}

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
          {"built_in_kernels", can.built_in_kernels},
          {"opengl_objects", shares_opengl(device)},
          {"opengl_events", has_extension(device, "cl_khr_gl_event")},
          {"image_formats", std::move(formats)}};
}

constexpr char binary_suffix[] = ".clbin", spirv_suffix[] = ".spv";
constexpr char bundle_suffix[] = ".lnb";
constexpr int max_launches = 1'000'000;

bool is_binary(const std::string& file) {
  return suffix_of(file) == binary_suffix;
}

bool is_compiled(const std::string& file) {
  return is_binary(file) || suffix_of(file) == spirv_suffix;
}

// Finds a filter's file among the texts; null if there is none.
const std::string* op_among(const std::vector<std::string>& files) {
  const auto found = std::ranges::find_if(files, describes_op);
  return found == files.end() ? nullptr : &*found;
}

Program compiled(const Session& session, const std::vector<std::string>& files, const std::string& options) {
  try {
    return Program::from_files(session, {files.begin(), files.end()}, {.options = options, .warnings = true});
  } catch (const Error& error) {
    const std::string* op = error.kind() == ErrorKind::build ? op_among(files) : nullptr;
    if (op == nullptr) throw;
    usage_error(fmt::format("{0} describes an op and is no program alone: lenslet run {0}", *op));
  }
}

Program read_program(const CLI::App& app, const Session& session, const std::vector<std::string>& files) {
  const auto options = given(app, "--options");
  const auto binaries = std::ranges::count_if(files, is_compiled);
  const bool apart = read_apart(app);
  if (apart && binaries > 0) usage_error("--apart of what is compiled already; allowed: of OpenCL C");
  if (apart) return linked_files(app, session, files);
  if (binaries == 0) return compiled(session, files, options.value_or(""));
  if (files.size() > 1)
    usage_error(fmt::format("{} files, among them a binary; allowed: one binary, or texts", files.size()));
  if (options) usage_error("--options of a binary; allowed: of texts, which are compiled");
  const std::string bytes = read_file(files.front());
  if (!is_binary(files.front())) return Program::from_spirv(session, {bytes.begin(), bytes.end()});
  return Program::from_binary(session, {bytes.begin(), bytes.end()});
}

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

// The kernel that --run names, or the only one.
std::string wanted_kernel(const CLI::App& app, const Program& program) {
  if (const auto name = given(app, "--run")) return *name;
  const std::vector<std::string> names = program.kernel_names();
  if (names.size() != 1)
    usage_error(
        fmt::format("--range without --run in a program of {} kernels; allowed: {}", names.size(), join(names, ", ")));
  return names.front();
}

EventTimes launch_once(const CLI::App& app, const Session& session, const Kernel& kernel, const KernelRange& range,
                       const CallValues& values) {
  const TimeLimit limit(session, read_timeouts(app, launch_timeout), kernel.info().name);
  const Launch launch = kernel.launch(range, values.arguments());
  return event_times(launch).front();
}

Array downloaded(const Session& session, const CallValues::Result& result) {
  if (const auto* buffer = std::get_if<const BufferArgument*>(&result)) return (*buffer)->download(session);
  return download(session, std::get<ImageArgument>(result));
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
  const Kernel kernel = program.kernel(wanted_kernel(app, program));
  const KernelRange range = kernel.resolved(read_range(app));
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
  const auto bundle = given(app, "--write-bundle");
  if (bundle && (suffix_of(*bundle) != bundle_suffix || is_compiled(texts.front())))
    usage_error(fmt::format("--write-bundle {} of {}; allowed: a name that ends with {}, of OpenCL C", *bundle,
                            texts.front(), bundle_suffix));
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
  add_value(app, "--options", "TEXT", "Options of the compiler: \"-D N=4 -cl-mad-enable\"");
  add_link_options(app);
  add_value(app, "--binary", "FILE.clbin", "Write the device's code, which this device and driver load again");
  add_value(app, "--write-bundle", "FILE.lnb", "Write the program as compiled for this launch, for --bundle");
  add_call_options(app);
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
