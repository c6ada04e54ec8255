// Runs parts one after the other, each on the outputs of the earlier ones.
#include "tune/parts_run.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "session/plan.hpp"
#include "tune/guarded_run.hpp"

namespace lenslet {
namespace {

using Values = std::map<std::size_t, HostValue>;

// For large inputs a reference would take minutes; then references of filters only look at some places.
std::optional<std::string> mismatch_of(const Session& session, const op::Part& part, const op::AnySchedule& schedule,
                                       const std::vector<HostValue>& inputs, const GuardedResult& result, bool large) {
  const op::Parts parts = part.problem->parts(schedule);
  if (!large || !result.mismatch.empty()) return mismatch(session, *part.problem, schedule, inputs, result);
  if (!parts.all.empty()) return mismatch_with_parts(session, parts, inputs, result.outputs, large);
  return part.problem->mismatch_in_large(inputs, result.outputs, {});
}

std::optional<std::string> run_part(const Session& session, const op::Part& part, Values& values, bool large) {
  const op::AnySchedule schedule = part.schedule ? *part.schedule : part.problem->untuned(session.device()).schedule;
  const Plan plan = make_plan(session, part.problem, {schedule, "tried", Origin::forced});
  std::vector<HostValue> inputs;
  for (const std::size_t id : part.inputs) inputs.push_back(values.at(id));
  GuardedResult result = run_guarded(session, plan, inputs, part.problem->outputs());
  if (const auto wrong = mismatch_of(session, part, schedule, inputs, result, large))
    return fmt::format("{} by itself: {}", part.problem->op(), *wrong);
  for (std::size_t i = 0; i < part.outputs.size(); ++i)
    values.insert_or_assign(part.outputs[i], std::move(result.outputs[i]));
  return {};
}

bool is_near(double got, double wanted, SampleType type, double tolerance) {
  if (got == wanted || (std::isnan(got) && std::isnan(wanted))) return true;
  const double share = tolerance * std::max(max_value(type), std::abs(wanted));
  return tolerance > 0 && std::abs(got - wanted) <= (is_integer(type) ? std::max(share, 1.0) : share);
}

// The channel that is wrong; absent where none is.
std::optional<int> wrong_channel(const Image& got, const Image& wanted, std::int64_t x, std::int64_t y,
                                 const std::optional<double>& tolerance) {
  const std::size_t bytes = wanted.format().bytes();
  const auto at = x * static_cast<std::int64_t>(bytes);
  if (std::memcmp(got.row(y) + at, wanted.row(y) + at, bytes) == 0) return {};
  for (int c = 0; tolerance && c < wanted.format().channels; ++c)
    if (!is_near(got.at(x, y, c), wanted.at(x, y, c), wanted.format().type, *tolerance)) return c;
  return tolerance ? std::nullopt : std::optional(0);
}

std::optional<std::string> difference(const Image& got, const Image& wanted, const std::optional<double>& tolerance) {
  for (std::int64_t y = 0; y < wanted.height(); ++y)
    for (std::int64_t x = 0; x < wanted.width(); ++x)
      if (const auto c = wrong_channel(got, wanted, x, y, tolerance))
        return fmt::format("({}, {}) channel {} is {}, not {} as {}", x, y, *c, got.at(x, y, *c), wanted.at(x, y, *c),
                           tolerance ? "the plainest schedule makes it" : "the ops make it one by one");
  return {};
}

std::optional<std::string> difference(const Array& got, const Array& wanted, const std::optional<double>&) {
  if (std::memcmp(got.bytes().data(), wanted.bytes().data(), wanted.bytes().size()) == 0) return {};
  return "the elements are not those that the ops make one by one";
}

}  // namespace

std::optional<std::string> mismatch_with_parts(const Session& session, const op::Parts& parts,
                                               const std::vector<HostValue>& inputs,
                                               const std::vector<HostValue>& outputs, bool large) {
  Values values;
  for (std::size_t i = 0; i < inputs.size(); ++i) values.insert_or_assign(i, inputs[i]);
  for (const op::Part& part : parts.all)
    if (auto wrong = run_part(session, part, values, large)) return wrong;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const HostValue& wanted = values.at(parts.outputs[i]);
    const auto* image = std::get_if<Image>(&wanted);
    const auto wrong = image ? difference(std::get<Image>(outputs[i]), *image, parts.tolerance)
                             : difference(std::get<Array>(outputs[i]), std::get<Array>(wanted), parts.tolerance);
    if (wrong) return fmt::format("output {}: {}", i, *wrong);
  }
  return {};
}

}  // namespace lenslet
