// lenslet view: pictures, folders of them and cameras through an op or a pipeline, in a window or off-screen.
#include "view/view.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/image_file.hpp>

#include "system/printable.hpp"
#include "tool/commands/command.hpp"
#include "tool/components/vulkan.hpp"
#include "tool/files/result_files.hpp"
#include "tool/jobs/inputs.hpp"
#include "tool/options/op_words.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/parameter.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/storage_option.hpp"
#include "tool/options/values.hpp"
#include "tool/records/json.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/written_op.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t max_frame_count = 1'000'000;
constexpr std::int64_t max_pixel_count = std::int64_t{1} << 30;

std::string source_name(const CLI::App& app) {
  const std::vector<std::string> words = app.get_option("source")->results();
  if (words.size() != 1)
    usage_error(fmt::format("{} things to view; allowed: one picture, folder or camera", words.size()));
  return words.front();
}

std::optional<std::string> picture_name(const CLI::App& app) {
  auto name = given(app, "--offscreen");
  if (name && !is_writable(*name))
    usage_error(fmt::format("--offscreen: '{}' has no suffix of a picture; allowed: such as .png", *name));
  if (!name)
    for (const char* option : {"--json", "--panel"})
      if (is_set(app, option)) usage_error(fmt::format("{} goes with --offscreen", option));
  return name;
}

view::Options read_options(const CLI::App& app, const std::string& title) {
  view::Options options;
  options.title = fmt::format("{} - lenslet", title);
  options.offscreen = given(app, "--offscreen").has_value();
  options.panel = !options.offscreen || is_set(app, "--panel");
  take(app, "--size", options.size, parse_size);
  take(app, "--frames", options.frames, 1, max_frame_count);
  take(app, "--fps", options.fps, parse_real);
  if (!(options.fps > 0 && options.fps <= 1000))
    usage_error(fmt::format("--fps: {:g} is out of range; allowed: more than 0, at most 1000", options.fps));
  if (const auto word = given(app, "--sharing")) options.sharing = parse_sharing(*word);
  options.semaphores = is_set(app, "--semaphores");
  options.filter.specialize = Specialize::off;  // otherwise each step of a slider would compile
  if (vulkan_memory) options.make_exporter = &vulkan_memory.get();
  return options;
}

std::string figures_text(const view::Figures& found) {
  std::string text = fmt::format("OpenGL on {}, shared: {}\n", found.renderer, found.sharing);
  if (!found.reason.empty()) text += fmt::format("no more is shared, as {}\n", found.reason);
  if (found.frames == 0) return text;
  return text + fmt::format(
                    "{} frames of {} x {}: {:.1f} per second, {:.2f} ms each, filter {:.3f} ms, exchange {:.2f} ms; "
                    "through the host {:.1f} MB each\n",
                    found.frames, found.shown.width, found.shown.height, 1000 / found.frame_ms, found.frame_ms,
                    found.filter_ms, found.exchange_ms,
                    static_cast<double>(found.traffic.to_session + found.traffic.from_session) * 1e-6);
}

Json figures_json(const view::Figures& found, const Session& session) {
  return {{"device", to_json(session.device())},
          {"renderer", found.renderer},
          {"sharing", found.sharing},
          {"reason", found.reason},
          {"width", found.shown.width},
          {"height", found.shown.height},
          {"frames", found.frames},
          {"frame_ms", found.frame_ms},
          {"frames_per_second", found.frames > 0 ? 1000 / found.frame_ms : 0},
          {"filter_ms", found.filter_ms},
          {"exchange_ms", found.exchange_ms},
          {"bytes_to_session", found.traffic.to_session},
          {"bytes_from_session", found.traffic.from_session}};
}

// Of a demonstration.
void add_stages(Json& report, const view::Figures& found) {
  if (!found.storage) return;
  report["storage"] = name_of(*found.storage);
  report["points"] = found.marks;
  report["stages"] = Json::array();
  for (const view::Stage& stage : found.stages)
    report["stages"].push_back({{"name", stage.name}, {"ms", stage.ms}, {"launches", stage.launches}});
}

std::string stages_text(const view::Figures& found) {
  if (!found.storage) return {};
  std::string text = fmt::format("{} key points, by the storage {}\n", found.marks, name_of(*found.storage));
  for (const view::Stage& stage : found.stages)
    text += fmt::format("{:10} {:8.2f} ms, launches: {}\n", stage.name, stage.ms, stage.launches);
  return text;
}

void print_report(const view::Figures& found, const Session& session) {
  Json report = figures_json(found, session);
  add_stages(report, found);
  print_json(report);
}

using Show = std::function<view::Figures(const Session& session, const SessionOptions& session_options, Call& call,
                                         view::FrameSource& source, const view::Options& options)>;

int run_view(const CLI::App& app, const view::Options& options, Call call, const Show& show) {
  const std::string name = source_name(app);
  const auto picture = picture_name(app);
  const SessionOptions session_options = read_device_option(app);
  const std::unique_ptr<view::FrameSource> source = view::open_source(name, max_pixel_count);
  const Session session = open_session(session_options);
  const view::Figures found = show(session, session_options, call, *source, options);
  if (picture) write_image(*picture, {*found.picture, nullptr});
  if (is_set(app, "--json"))
    print_report(found, session);
  else if (picture || options.frames > 0)
    print_text(figures_text(found) + stages_text(found));
  return exit_done;
}

int view_op(const CLI::App& app, const OpInfo& op) {
  view::Options options = read_options(app, system::shown_name(op.name));
  take(app, "--border", options.filter.border, parse_border_option);
  return run_view(app, options, read_call(app, op), view::show);
}

constexpr std::int64_t max_demo_octaves = 16, max_demo_levels = 16, max_demo_points = 100'000;

view::KeypointOptions read_keypoints(const CLI::App& app) {
  view::KeypointOptions keypoints;
  take(app, "--storage", keypoints.storage, parse_storage_option);
  take(app, "--octaves", keypoints.octaves, 1, max_demo_octaves);
  take(app, "--levels", keypoints.levels, 1, max_demo_levels);
  take(app, "--points", keypoints.points, 1, max_demo_points);
  return keypoints;
}

int view_demo(const CLI::App& app) {
  const std::string name = app.get_option("demo")->as<std::string>();
  check_choice("--demo", name, std::vector<std::string>{"keypoints"});
  const view::KeypointOptions keypoints = read_keypoints(app);
  Call corners{"fast"};
  if (const auto threshold = given(app, "--threshold"))
    corners.arguments["threshold"] = parse_real("--threshold", *threshold);
  const auto show = [&](const Session& session, const SessionOptions& session_options, Call& call,
                        view::FrameSource& source, const view::Options& options) {
    return view::show_keypoints(session, session_options, call, source, options, keypoints);
  };
  return run_view(app, read_options(app, name), corners, show);
}

void add_surface_options(CLI::App& app) {
  add_value(app, "--offscreen", "OUT.png", "Draw without a window, into this file, and say how fast");
  add_value(app, "--frames", "N", "Compute and draw so many frames, then end and say how fast");
  add_value(app, "--size", "WxH",
            "Size of the window or the file in pixels (default: two pictures beside each other, where they fit)");
  add_value(app, "--fps", "N", "Frames of a folder per second (default 25)");
  add_switch(app, "--panel", "Draw the sliders into the file, too");
  add_value(app, "--sharing", "WAY", "copies, memory or objects: what OpenCL and OpenGL share (default: the most)");
  add_switch(app, "--semaphores", "With shared memory let the devices wait for each other, not the host");
  add_device_option(app);
  add_report_options(app, "Print what was measured as JSON");
  add_arguments(app, "source", "A picture, a folder of pictures, or a camera: camera, camera:1, /dev/video1");
}

void add_view_options(CLI::App& app, const OpInfo& op) {
  add_parameters(app, op);
  add_border_option(app);
  add_surface_options(app);
  set_help(app, op.summary, fmt::format("lenslet view {} [options] FILE|FOLDER|CAMERA", op_word(op.name)),
           fmt::format("Example: lenslet view {} photo.png", op_word(op.name)));
}

void add_demo(CLI::App& app) {
  CLI::App& demo = *app.add_subcommand("demo")->group("");  // users write --demo
  demo.add_option("demo")->required();
  add_value(demo, "--storage", "NAME", "buffer (default), image_buffer, image or image_array; keys 1 to 4 change it");
  add_value(demo, "--octaves", "N", "Octaves of the pyramid, fewer where the picture is small (default 4)");
  add_value(demo, "--levels", "N", "Levels of each octave (default 4)");
  add_value(demo, "--points", "N", "The most key points: those of the greatest response (default 500)");
  add_value(demo, "--threshold", "N", "By how much a corner differs from its ring, of 255 (default 10)");
  add_surface_options(demo);
  set_help(demo, "Show the key points of a picture, a folder or a camera: corners of all levels of a pyramid.",
           "lenslet view --demo keypoints [options] FILE|FOLDER|CAMERA",
           "Example: lenslet view --demo keypoints --storage image camera");
}

// Ops that `view` refuses are not listed.
bool can_be_viewed(const OpInfo& op) {
  return !op.of_arrays() && needed_inputs(op).size() == 1;
}

std::function<int()> add_viewer(CLI::App& app) {
  set_help(
      app,
      "Show a picture, a folder or a camera through an op or a pipeline, beside the original, with sliders for its "
      "parameters.",
      "lenslet view OP|PIPELINE [options] FILE|FOLDER|CAMERA",
      "'lenslet view OP --help' shows an op's parameters. 'lenslet view --demo keypoints FILE|FOLDER|CAMERA' shows key "
      "points. The escape key ends it.");
  add_demo(app);
  const auto run_op = add_op_commands(app, add_view_options, view_op, can_be_viewed);
  return [&app, run_op] { return app.got_subcommand("demo") ? view_demo(*app.get_subcommand("demo")) : run_op(); };
}

const Offer offer(view_command, add_viewer);

}  // namespace

}  // namespace lenslet::cli
