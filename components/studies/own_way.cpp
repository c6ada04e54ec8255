// An op as a way of a claim of one's own: the kernels' time, without reading and writing of files.
#include <cstring>

#include <lenslet/own_claims.hpp>

#include "op/problem.hpp"
#include "session/plan.hpp"
#include "session/problem.hpp"
#include "studies/clock.hpp"
#include "studies/op_work.hpp"

namespace lenslet {
namespace {

// An image's samples without gaps, with the sides of its rows, pixels and channels.
Array array_of(const Image& image) {
  Array array({image.format().type, {image.height(), image.width(), image.format().channels}});
  const std::size_t row = static_cast<std::size_t>(image.width()) * image.format().bytes();
  for (std::int64_t y = 0; y < image.height(); ++y)
    std::memcpy(array.bytes().data() + static_cast<std::size_t>(y) * row, image.row(y), row);
  return array;
}

std::vector<Array> downloaded(const Session& session, const std::vector<DeviceValue>& values) {
  std::vector<Array> arrays;
  for (const DeviceValue& value : values) {
    const HostValue host = download_value(session, value);
    const auto* image = std::get_if<Image>(&host);
    arrays.push_back(image ? array_of(*image) : std::get<Array>(host));
  }
  return arrays;
}

}  // namespace

OwnWay way_of(const Session& session, const Work& work, std::vector<HostValue> inputs) {
  const op::ProblemPtr problem = op::problem_of(work);
  const auto plan = std::make_shared<const Plan>(plan_of(session, problem));
  const auto shared = std::make_shared<study::OpInputs>(session, std::move(inputs));
  const std::vector<DeviceValue> in = shared->of(*problem, plan->input_storage());
  const std::vector<DeviceValue> out = study::poisoned_outputs(session, *problem);
  const auto run = [plan, in, out] {
    Timing timing;
    const double until_end = study::host_ms([&] { plan->run_into(in, out, {.timing = &timing}); });
    return study::device_or_host_ms(timing.kernel_ms, until_end);
  };
  return {.run = run,
          .how = plan->schedule(),
          .source = plan->source(),
          .results = [session, out] { return downloaded(session, out); },
          .mismatch = [shared, problem, out] { return shared->mismatch(*problem, out); }};
}

}  // namespace lenslet
