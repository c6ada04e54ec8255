// Plans of images: their proof on small images, and on the one of the task's size.
#include "tune/image_subject.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "session/problem.hpp"
#include "session/state.hpp"
#include "stencil/plan.hpp"
#include "stencil/rules.hpp"
#include "tune/stopwatch.hpp"
#include "tune/suspects.hpp"
#include "tune/verify.hpp"

namespace lenslet::tune {
namespace {

constexpr std::uint32_t seed = 1;

// Smaller than masks, prime, and one pixel over the tile of a work-group.
std::vector<Size> small_sizes(const Schedule& s, int channels) {
  const std::int64_t width = std::int64_t{s.vector} * s.items_x * std::max(s.group_width, 1) / channels;
  const std::int64_t height = std::int64_t{s.items_y} * std::max(s.group_height, 1);
  return {{1, 1}, {5, 3}, {37, 23}, {std::min<std::int64_t>(width, 300) + 1, std::min<std::int64_t>(height, 40) + 1}};
}

// What decides how a program is launched, beside the program.
std::string launch_of(Schedule schedule) {
  schedule.staging = {};
  schedule.coefficients = {};
  schedule.stores = {};
  return to_string(schedule);
}

class ImageSubject final : public Subject {
 public:
  ImageSubject(const Session& session, const ImageTask& task, const TryoutOptions& options)
      : session_(session),
        tamper_(options.tamper),
        compare_code_(options.compare_code.value_or(session.device().kind != DeviceKind::cpu)),
        problem_(problem_of(task.call, task.format, task.options)),
        stopwatch_(session, task.size, task.format, options.copies) {}

  int copies() const override { return stopwatch_.images(); }

  std::string excluded(const std::string& schedule) const override {
    const auto exclusion = stencil::excluded(parse_schedule(schedule), problem_, session_.device());
    return exclusion ? to_string(*exclusion) : "";
  }

  std::unique_ptr<Candidate> make(const std::string& schedule) override;

  Launch launch(const Plan& plan, std::size_t turn) { return stopwatch_.launch(plan, turn); }
  std::optional<std::string> small_fault(const Plan& plan) const;

  // The reference of a large image takes minutes: it is asked only where the result differs from a proven one.
  std::optional<std::string> large_fault(const Plan& plan, const std::optional<std::string>& proven);

 private:
  Plan plan_of(const std::string& schedule, std::string* code = nullptr);

  Session session_;
  Tamper tamper_;
  bool compare_code_;
  stencil::Problem problem_;
  Stopwatch stopwatch_;
  std::vector<Image> proven_;  // a correct schedule's result
};

class ImageCandidate final : public Candidate {
 public:
  ImageCandidate(ImageSubject& subject, Plan plan, std::string code)
      : subject_(subject), plan_(std::move(plan)), code_(std::move(code)) {}

  std::string code() const override { return code_; }
  std::optional<std::string> small_fault() override { return subject_.small_fault(plan_); }
  Launch launch(std::size_t turn) override { return subject_.launch(plan_, turn); }
  std::optional<std::string> large_fault(const std::optional<std::string>& proven) override {
    return subject_.large_fault(plan_, proven);
  }

 private:
  ImageSubject& subject_;
  Plan plan_;
  std::string code_;
};

Plan ImageSubject::plan_of(const std::string& spelling, std::string* code) {
  const Schedule schedule = parse_schedule(spelling);
  std::string seen = launch_of(schedule);
  const auto build = [&](const std::string& source) {
    ocl::BuildResult built = session_.state()->build(tamper_ ? tamper_(spelling, source) : source);
    const std::int64_t print = compare_code_ ? ocl::fingerprint(built.program) : 0;
    seen = print == 0 || seen.empty() ? "" : fmt::format("{} {:x}", seen, print);
    return built;
  };
  const Plan plan(stencil::make_plan(session_.state()->queue, problem_, {schedule, "tried", Origin::forced}, build));
  if (code) *code = seen;
  return plan;
}

std::unique_ptr<Candidate> ImageSubject::make(const std::string& schedule) {
  std::string code;
  const Plan plan = plan_of(schedule, &code);
  stopwatch_.prepare(plan);
  return std::make_unique<ImageCandidate>(*this, plan, code);
}

std::optional<std::string> ImageSubject::small_fault(const Plan& plan) const {
  for (const Size size : small_sizes(plan.schedule(), problem_.input.channels))
    if (auto fault = fault_in(session_, plan, problem_, size, seed)) return fault;
  return {};
}

std::optional<std::string> ImageSubject::large_fault(const Plan& plan, const std::optional<std::string>& proven) {
  if (proven_.empty() && proven && *proven != to_string(plan.schedule())) proven_ = stopwatch_.result(plan_of(*proven));
  std::vector<Image> got = stopwatch_.result(plan);
  const Image& input = stopwatch_.pixels();
  const std::vector<Position> positions =
      proven_.empty() ? spread(input.size(), problem_.input.channels) : suspects(got, proven_);
  auto fault = first_difference(problem_, input, got, positions);
  if (!fault && proven_.empty()) proven_ = std::move(got);
  return fault;
}

}  // namespace

std::unique_ptr<Subject> image_subject(const Session& session, const ImageTask& task, const TryoutOptions& options) {
  return std::make_unique<ImageSubject>(session, task, options);
}

}  // namespace lenslet::tune
