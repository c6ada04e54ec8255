// The self-test of each device, by a process of its own: a small picture against the reference, and the times of calls.
#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/session.hpp>
#include <lenslet/verify.hpp>
#include <lenslet/work.hpp>

#include "tool/commands/doctor.hpp"
#include "tool/jobs/run_report.hpp"
#include "tool/terminal/exit.hpp"

namespace lenslet::cli {
namespace {

constexpr std::chrono::seconds test_limit{180};
constexpr Size timed_size{1024, 1024};
constexpr PixelFormat photograph_format{SampleType::u8, 3}, measurement_format{SampleType::f32, 1};

VerifyResult prove(const Session& session, const Call& call, PixelFormat format) {
  constexpr Size small{67, 45};
  return verify(session, {.work = image_work(call, format, small), .sizes = {small, {1, 1}}, .regions = true});
}

double ms_of(const std::function<void()>& call) {
  const auto begin = Clock::now();
  call();
  return ms_since(begin);
}

std::string shown(const ListedDevice& device) {
  return fmt::format("{} {}{}", device.info.index, device.info.name, device.is_default ? ", the default" : "");
}

Finding judged(const ListedDevice& device, const Json& test) {
  const bool right = test.value("outcome", "") == name_of(Outcome::correct);
  return {right ? Health::good : Health::problem, "self-test",
          fmt::format("{}: {}; a blur of {} x {} pixels takes {:.3g} ms at first, then {:.3g} ms; copies {:.3g} GB/s",
                      shown(device), right ? "right" : "wrong, " + test.value("detail", ""), timed_size.width,
                      timed_size.height, test.value("first_ms", 0.0), test.value("again_ms", 0.0),
                      test.value("copy_bytes_per_s", 0.0) / 1e9),
          right ? "" : "renew the driver; 'lenslet verify' tries all ops"};
}

void add_stores(std::vector<Finding>& findings, const Json& test) {
  for (const auto& [field, about] :
       {std::pair("cache_problem", "cache"), std::pair("tuning_problem", "tuning results")})
    if (const std::string problem = test.value(field, ""); !problem.empty())
      findings.push_back({Health::problem, about, problem, "'lenslet cache show' names the files"});
}

// Returns what the self-test says; null where it did not end.
Json test(std::vector<Finding>& findings, const ListedDevice& device) {
  const OwnRun run = run_own({}, {"doctor", "--self-test", fmt::format("--device={}", device.info.index)}, test_limit);
  Json json = json_of(run);
  if (json.is_null()) {
    findings.push_back({Health::problem, "self-test", fmt::format("{}: {}", shown(device), run.reason),
                        "choose another device by --device or LENSLET_DEVICE, or renew this one's driver"});
    return json;
  }
  findings.push_back(judged(device, json));
  if (device.is_default) add_stores(findings, json);
  return json;
}

struct Tested {
  const ListedDevice* device;
  double ms;
};

// Whether another device is much faster than the one that is taken by default.
void add_faster(std::vector<Finding>& findings, const std::vector<Tested>& tested) {
  const auto usual = std::ranges::find_if(tested, [](const Tested& one) { return one.device->is_default; });
  const auto fastest = std::ranges::min_element(tested, {}, &Tested::ms);
  if (usual == tested.end() || 2 * fastest->ms >= usual->ms) return;
  const int index = fastest->device->info.index;
  findings.push_back(
      {Health::note, "speed",
       fmt::format("{} takes {:.3g} ms, the default {:.3g}", shown(*fastest->device), fastest->ms, usual->ms),
       fmt::format("--device {} or LENSLET_DEVICE={} chooses it", index, index)});
}

}  // namespace

int test_device(const Session& session) {
  const Call blur{"gaussian", {{"ksize", 5}}};
  VerifyResult result = prove(session, blur, photograph_format);
  if (result.outcome == Outcome::correct) result = prove(session, blur, measurement_format);
  const Image picture(timed_size, photograph_format);
  const auto call = [&] { session.run(blur, ImageView(picture)); };
  const double first = ms_of(call);
  print_json({{"outcome", name_of(result.outcome)},
              {"detail", result.detail},
              {"first_ms", first},
              {"again_ms", least_ms(call)},
              {"copy_bytes_per_s", session.copy_rate()},
              {"cache_problem", session.cache_problem()},
              {"tuning_problem", session.tuning_problem()}});
  return exit_done;
}

std::vector<Finding> test_devices(const std::vector<ListedDevice>& devices) {
  std::vector<Finding> findings;
  std::vector<Tested> tested;
  for (const ListedDevice& device : devices)
    if (const Json result = test(findings, device); !result.is_null())
      tested.push_back({&device, result.value("again_ms", 0.0)});
  if (!tested.empty()) add_faster(findings, tested);
  return findings;
}

}  // namespace lenslet::cli
