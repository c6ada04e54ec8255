// lenslet_bench: how fast ops run on this device, as milliseconds and as a share of the device's own copy rate.
#include <iostream>
#include <sstream>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <lenslet/lenslet.hpp>

namespace lenslet::bench {
namespace {

struct Options {
  std::vector<std::string> ops;  // "gaussian" or "gaussian:ksize=5,sigma=1.5"
  std::vector<std::string> types{"f32"};
  std::vector<std::string> schedules;  // empty: the default
  std::string size = "3866x4320", border = "replicate", device;
  int channels = 1, repeats = 20, images = 4;
  bool json = false;
};

// The kind of value that the op's parameter takes.
Value parse_value(const Parameter& parameter, const std::string& text) {
  switch (parameter.kind) {
    case ParameterKind::flag:
      return text != "0";
    case ParameterKind::integer:
      return std::int64_t{std::stoll(text)};
    case ParameterKind::real:
      return std::stod(text);
    default:
      return text;
  }
}

Call parse_call(const std::string& text) {
  Call call{text.substr(0, text.find(':'))};
  if (call.op.size() == text.size()) return call;
  std::istringstream arguments(text.substr(call.op.size() + 1));
  for (std::string item; std::getline(arguments, item, ',');) {
    const std::string name = item.substr(0, item.find('='));
    for (const Parameter& parameter : find_op(call.op).parameters)
      if (parameter.name == name) call.arguments[name] = parse_value(parameter, item.substr(item.find('=') + 1));
    if (!call.arguments.contains(name))
      throw Error(ErrorKind::invalid_argument, fmt::format("{} has no parameter '{}'", call.op, name));
  }
  return call;
}

Size parse_size(const std::string& text) {
  Size size;
  char x = 0;
  if (!(std::istringstream(text) >> size.width >> x >> size.height) || x != 'x')
    throw Error(ErrorKind::invalid_argument, fmt::format("size '{}', allowed: WIDTHxHEIGHT", text));
  return size;
}

void print(const Options& options, const std::string& what, const std::string& type, const Measurement& m,
           double copy) {
  const double rate = m.bytes_per_second(), share = 100 * rate / copy;
  if (options.json)
    fmt::print(
        "{{\"op\": \"{}\", \"type\": \"{}\", \"schedule\": \"{}\", \"outcome\": \"{}\", \"median_ms\": {:.4f}, "
        "\"low_ms\": {:.4f}, \"high_ms\": {:.4f}, \"call_ms\": {:.4f}, \"samples\": {}, \"gb_per_s\": {:.1f}, "
        "\"copy_share\": {:.1f}}}\n",
        what, type, to_string(m.schedule), name_of(m.outcome), m.time.median_ms, m.time.low_ms, m.time.high_ms,
        m.call_ms, m.time.samples, rate * 1e-9, share);
  else if (m.outcome == Outcome::correct)
    fmt::print("{:<28} {:<4} {:<58} {:>9.4f} {:>9.4f} {:>8.1f} {:>6.1f}%\n", what, type, to_string(m.schedule),
               m.time.median_ms, m.time.high_ms - m.time.low_ms, rate * 1e-9, share);
  else
    fmt::print("{:<28} {:<4} {:<58} {}: {}\n", what, type, to_string(m.schedule), name_of(m.outcome),
               m.detail.substr(0, 200));
  std::fflush(stdout);
}

std::vector<std::optional<Schedule>> schedules_of(const Options& options) {
  std::vector<std::optional<Schedule>> result;
  for (const std::string& spelling : options.schedules) result.push_back(parse_schedule(spelling));
  if (result.empty()) result.push_back({});
  return result;
}

int run(Options options) {
  const Session session{{.device = options.device}};
  const double copy = session.copy_rate();
  if (!options.json)
    fmt::print("{}, {}, copy {:.1f} GB/s, {} x {} channels, {}\n{:<28} {:<4} {:<58} {:>9} {:>9} {:>8} {:>7}\n",
               session.device().name, session.device().driver, copy * 1e-9, options.size, options.channels,
               options.border, "op", "type", "schedule", "median ms", "quartiles", "GB/s", "of copy");
  if (options.ops.empty())
    for (const OpInfo& op : all_ops()) options.ops.push_back(op.name);
  Meter meter(session, {options.repeats, options.images});
  bool right = true;
  for (const std::string& what : options.ops)
    for (const std::string& type : options.types)
      for (const auto& schedule : schedules_of(options)) {
        Work work{parse_call(what), {parse_pixel_type(type), options.channels}, parse_size(options.size), {}};
        work.options.border = parse_border(options.border);
        work.options.schedule = schedule;
        const Measurement m = meter.measure(work);
        right = right && (m.outcome == Outcome::correct || m.outcome == Outcome::excluded);
        print(options, what, type, m, copy);
      }
  return right ? 0 : 1;
}

}  // namespace
}  // namespace lenslet::bench

int main(int argc, char** argv) {
  using namespace lenslet;
  bench::Options options;
  CLI::App app{"Times ops on the device. Every schedule is compared with the reference before it is timed."};
  app.add_option("ops", options.ops, "op[:parameter=value,...]; all ops where none is given");
  app.add_option("--type", options.types, "u8, u16, f16, f32")->delimiter(',')->capture_default_str();
  app.add_option("--schedule", options.schedules, "schedules to time; the device's default where none is given");
  app.add_option("--size", options.size, "WIDTHxHEIGHT in pixels")->capture_default_str();
  app.add_option("--channels", options.channels, "1 to 4")->capture_default_str();
  app.add_option("--border", options.border, "border rule")->capture_default_str();
  app.add_option("--device", options.device, "device selector");
  app.add_option("--repeats", options.repeats, "timed launches")->check(CLI::Range(1, 10000))->capture_default_str();
  app.add_option("--images", options.images, "images that take turns")->check(CLI::Range(1, 64))->capture_default_str();
  app.add_flag("--json", options.json, "one JSON object per line");
  CLI11_PARSE(app, argc, argv);
  try {
    return bench::run(options);
  } catch (const std::exception& error) {
    std::cerr << "lenslet_bench: " << error.what() << '\n';
    return 1;
  }
}
