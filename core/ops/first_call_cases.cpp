// Makes cases of first calls, before anything is tuned or specialised: general programs, and the schedules for small
// and for large images, on images no larger than windows reach. Programs depend on border, type and layout, and general
// ones on no arguments, so that all windows share a few programs.
#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ops/filter.hpp"
#include "stencil/defaults.hpp"
#include "stencil/reads.hpp"

namespace lenslet::ops {
namespace {

constexpr Size small_image{64, 64}, large_image{4096, 4096};  // the schedules for these sizes are tried

// What decides a program beside the schedule.
struct Kind {
  Border border;
  PixelFormat format;
};

constexpr PixelFormat formats_of_kinds[] = {{SampleType::u8, 1},       {SampleType::u16, 3}, {SampleType::f32, 2, true},
                                            {SampleType::u8, 4, true}, {SampleType::f16, 1}, {SampleType::u8, 3},
                                            {SampleType::u16, 1}};

// Pairs each border with one format, from effort 1 on with two, from effort 2 on with all.
std::vector<Kind> kinds_of(int effort) {
  constexpr std::size_t formats = std::size(formats_of_kinds);
  const std::size_t each = effort == 0 ? 1 : effort == 1 ? 2 : formats;
  std::vector<Kind> kinds;
  for (std::size_t b = 0; b < std::size(borders); ++b)
    for (std::size_t i = 0; i < each; ++i)
      kinds.push_back({borders[b], formats_of_kinds[(b + i * formats / each) % formats]});
  return kinds;
}

// Sizes of one pixel, one row and one column; sizes below, at and one pixel above the windows' reach; and a size with
// windows that lie inside.
std::vector<Size> sizes_at_reach(const stencil::Problem& problem) {
  const std::int64_t x = problem.stencil.radius_x, y = problem.stencil.radius_y;
  std::vector<Size> sizes{{1, 1},
                          {8, 2},
                          {2, 9},
                          {1, y + 1},
                          {x + 1, 1},
                          {x + 1, y + 1},
                          {std::max<std::int64_t>(x, 1), std::max<std::int64_t>(y, 1)},
                          {41, y + 1},
                          {x + 1, 19},
                          {39, 21}};
  std::erase_if(sizes, [&](Size size) {
    const Size results = stencil::result_size(problem, size);
    return results.width <= 0 || results.height <= 0;
  });
  return sizes;
}

// The schedules of first calls.
std::set<std::string> first_schedules(const stencil::Problem& problem, const DeviceInfo& device, bool special) {
  std::set<std::string> schedules;
  for (const Size size : {small_image, large_image}) {
    const Schedule chosen = stencil::default_schedule(problem, device, size).schedule;
    if (special) schedules.insert(to_string(chosen));
    for (const stencil::ReasonedSchedule& choice : stencil::general_schedules(problem, chosen, device))
      schedules.insert(to_string(choice.schedule));
  }
  return schedules;
}

Work work_of_kind(const op::Op& op, const ArgumentMap& arguments, const Kind& kind) {
  const OpOptions options{
      .border = kind.border, .border_value = {0.5, 200, 7, 31}, .alpha = Alpha::keep, .tune = Tune::off};
  return image_work({op.info.name, arguments}, kind.format, large_image, options);
}

class FirstCalls {
 public:
  FirstCalls(const op::Op& op, const DeviceInfo& device) : op_(op), device_(device) {}

  // Adds cases; with `special` also those of special programs, which are compiled for these arguments alone.
  void add(const ArgumentMap& arguments, const Kind& kind, bool special) {
    const Work work = work_of_kind(op_, arguments, kind);
    const stencil::Problem problem = stencil_problem(op_, work.call, kind.format, work.options);
    const std::vector<Size> sizes = sizes_at_reach(problem);
    if (sizes.empty()) return;
    for (const std::string& schedule : first_schedules(problem, device_, special)) {
      VerifyCase request{.work = work, .sizes = sizes, .seed = static_cast<std::uint32_t>(cases_.size() + 1)};
      request.work.options.schedule = schedule;
      request.regions = cases_.size() % cases_with_regions == 0;
      request.what = fmt::format("{}, border {}, a first call", to_string(kind.format), name_of(kind.border));
      cases_.push_back(std::move(request));
    }
  }

  std::vector<VerifyCase> take() { return std::move(cases_); }

 private:
  static constexpr std::size_t cases_with_regions = 3;  // one case of so many has regions

  const op::Op& op_;
  const DeviceInfo& device_;
  std::vector<VerifyCase> cases_;
};

}  // namespace

std::vector<VerifyCase> first_call_cases(const op::Op& op, const DeviceInfo& device, int effort) {
  const std::vector<Kind> kinds = kinds_of(effort);
  std::vector<ArgumentMap> all = op.reaching;
  all.insert(all.end(), op.samples.begin(), op.samples.end());
  FirstCalls calls(op, device);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = 0; k < kinds.size(); ++k) calls.add(all[i], kinds[k], i % kinds.size() == k);
  return calls.take();
}

}  // namespace lenslet::ops
