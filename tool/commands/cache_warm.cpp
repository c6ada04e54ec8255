// lenslet cache warm: makes first calls ahead, so that the programs that they need are compiled and kept. The caches
// are lenslet's and the driver's: some drivers compile at the first launch.
#include "tool/commands/cache_warm.hpp"

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>

#include "tool/jobs/run_report.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/work_list.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"

namespace lenslet::cli {
namespace {

// Images of zeros, and arrays of several values: ops such as `fit` refuse equal ones.
HostValue some(const ValueType& type) {
  constexpr std::int64_t period = 101;
  if (const auto* image = std::get_if<ImageType>(&type)) return Image(image->size, image->format);
  Array array(std::get<ArrayType>(type));
  for (std::int64_t i = 0; i < array.count(); ++i) array.set(i, static_cast<double>(i % period));
  return array;
}

// Returns why the work has no result here; nothing where it has one.
std::optional<std::string> call_once(const Session& session, const Work& work) {
  std::vector<HostValue> inputs;
  for (const ValueType& type : work.inputs) inputs.push_back(some(type));
  try {
    session.run(work.call, inputs, work.options);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

int warm(const Session& session, const std::vector<Work>& works) {
  StatusLine line;
  int failed = 0;
  for (std::size_t i = 0; i < works.size(); ++i) {
    const std::string what = fmt::format("{}, {}", describe(works[i].call), inputs_text(works[i]));
    line.draw(fmt::format("[{}/{}] {}", i + 1, works.size(), what));
    const std::optional<std::string> problem = call_once(session, works[i]);
    if (!problem) continue;
    ++failed;
    line.clear();
    print_warning(fmt::format("{}: {}", what, *problem));
  }
  return failed;
}

}  // namespace

void add_warm_options(CLI::App& app) {
  add_first_axes(app);
  add_device_option(app);
  add_compile_timeout(app);
  add_verbose(app);
}

int warm_cache(const CLI::App& app) {
  if (const char* cache = std::getenv("LENSLET_CACHE"); cache && std::string_view(cache) == "off")
    usage_error("LENSLET_CACHE is 'off', so that nothing would be kept; allowed: on");
  const std::vector<Work> works = read_first_works(app);
  SessionOptions options = read_device_option(app);
  options.background = false;  // special programs would wait for each other, and for the end
  const Session session = open_session(options);
  if (const std::string problem = session.cache_problem(); !problem.empty())
    throw Error(ErrorKind::io, fmt::format("nothing would be kept: {}", problem));
  const auto begun = Clock::now();
  const int failed = warm(session, works);
  const ProgramCounts programs = session.program_counts();
  print("{} calls on {} in {:.0f} s: {} programs compiled, {} were there\n", works.size() - failed,
        session.device().name, ms_since(begun) / 1e3, programs.compiled, programs.cached);
  return failed == 0 ? exit_done : exit_failed;
}

}  // namespace lenslet::cli
