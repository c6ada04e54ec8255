// Presents stencils to the rest of the library as problems of ops.
#include "stencil/image_problem.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "stencil/composite.hpp"
#include "stencil/computation.hpp"
#include "stencil/defaults.hpp"
#include "stencil/reads.hpp"
#include "stencil/samples.hpp"
#include "stencil/space.hpp"
#include "stencil/speed.hpp"
#include "stencil/suspects.hpp"
#include "stencil/truth.hpp"

namespace lenslet::stencil {
namespace {

constexpr std::uint32_t seed = 1;
constexpr std::int64_t min_pixels_of_fed = 500'000;  // at 512 x 512 some lose a tenth: docs/performance.md

std::vector<ImageView> views_of(const std::vector<HostValue>& values) {
  std::vector<ImageView> views;
  for (const HostValue& value : values) views.emplace_back(std::get<Image>(value));
  return views;
}

// Each work-item computes one sample, and tests where it lies.
Schedule plainest_schedule(const Problem& problem) {
  Schedule schedule;
  schedule.coefficients = Coefficients::literal;
  if (problem.masks() > 1) schedule.passes = Passes::fused;
  return schedule;
}

class ImageProblem final : public op::Problem {
 public:
  ImageProblem(Work work, stencil::Problem problem) : op::Problem(std::move(work)), problem_(std::move(problem)) {}

  std::string op() const override {
    return work().call.op + (problem_.epilogue ? " + " + problem_.epilogue->name : "");
  }
  bool is_of_user() const override { return problem_.stencil.own_text != nullptr; }
  std::vector<std::string> output_names() const override { return problem_.stencil.outputs; }
  std::vector<ValueType> outputs() const override {
    ImageType output = image();
    output.format.type = stored_type(problem_);
    output.size = result_size(problem_, output.size);
    return std::vector<ValueType>(problem_.stencil.outputs.size(), output);
  }
  Placement placement(std::size_t) const override;
  bool serves_every_size() const override { return problem_.border != Border::discard; }
  op::Effort effort() const override {
    const auto results = std::get<ImageType>(outputs().front()).pixels();
    const auto pixels = static_cast<double>(results);
    return {static_cast<std::uint64_t>(results) * bytes_of(problem_), pixels * operations_of(problem_),
            problem_.linear() && !problem_.combines(), pixels};
  }

  std::string speed_text() const override { return stencil::speed_text(problem_); }
  Size extent() const override { return image().size; }
  std::string extent_text(Size extent) const override { return fmt::format("{} x {}", extent.width, extent.height); }
  int reach() const override { return any_reach; }

  std::unique_ptr<op::Space> space(const DeviceInfo& device, const std::string& pattern) const override {
    return std::make_unique<Space>(space_of(problem_, device, pattern));
  }
  op::AnySchedule parse_schedule(const std::string& spelling, const DeviceInfo&) const override {
    return op::AnySchedule(lenslet::parse_schedule(spelling));
  }
  std::optional<Exclusion> excluded(const op::AnySchedule& schedule, const DeviceInfo& device) const override {
    return stencil::excluded(schedule.as<Schedule>(), problem_, device);
  }
  op::Choice untuned(const DeviceInfo& device) const override {
    const ReasonedSchedule choice = default_schedule(problem_, device, image().size);
    return {op::AnySchedule(choice.schedule), choice.reason, Origin::device_class};
  }
  std::vector<op::AnySchedule> promising(const DeviceInfo& device) const override;
  std::vector<op::Choice> general(const op::AnySchedule& special, const DeviceInfo& device) const override;
  std::optional<std::string> launch_text(const op::AnySchedule& schedule) const override;
  op::Parts parts(const op::AnySchedule& schedule) const override;
  std::string accuracy(const op::AnySchedule& schedule) const override;
  bool have_same_bits(const op::AnySchedule& a, const op::AnySchedule& b) const override;

  op::ProblemPtr followed_by(const op::Epilogue& epilogue) const override;
  op::ProblemPtr preceded_by(const op::Prologue& prologue) const override;
  op::ProblemPtr fed_by(const op::Problem& producer) const override;
  op::ProblemPtr joined_with(const op::Problem& second) const override;
  std::vector<op::AnySchedule> schedules_alone(const op::AnySchedule& schedule) const override {
    std::vector<op::AnySchedule> alone;
    for (const Schedule& one : stencil::schedules_alone(problem_, schedule.as<Schedule>())) alone.emplace_back(one);
    return alone;
  }

  bool gains_fed(const DeviceInfo& device) const override {
    if (!problem_.producer || image().pixels() < min_pixels_of_fed || !gains_in_strips(problem_)) return false;
    return default_schedule(problem_, device, image().size).schedule.passes == Passes::separated_strip;
  }

  std::unique_ptr<op::Computation> make(const ocl::Queue& queue, const op::AnySchedule& schedule,
                                        const op::Build& build) const override {
    return std::make_unique<StencilComputation>(queue, problem_, schedule.as<Schedule>(), build);
  }

  std::vector<HostValue> typical() const override;
  std::vector<op::Sample> small_samples(const op::AnySchedule& schedule) const override;
  std::optional<std::string> mismatch(const std::vector<HostValue>& inputs,
                                      const std::vector<HostValue>& outputs) const override {
    return first_difference(problem_, views_of(inputs), views_of(outputs));
  }
  std::optional<std::string> mismatch_in_large(const std::vector<HostValue>& inputs,
                                               const std::vector<HostValue>& outputs,
                                               const std::vector<HostValue>& proven) const override;

 private:
  static constexpr int any_reach = 64;  // a filter's fastest schedule hardly depends on the size

  op::ProblemPtr composed(const std::string& name, const stencil::Problem& problem) const;

  const ImageType& image() const { return std::get<ImageType>(inputs().front()); }

  stencil::Problem problem_;
};

std::vector<op::AnySchedule> ImageProblem::promising(const DeviceInfo& device) const {
  std::vector<op::AnySchedule> schedules;
  for (const Schedule& schedule : kindred_defaults(problem_, device)) schedules.emplace_back(schedule);
  return schedules;
}

std::vector<op::Choice> ImageProblem::general(const op::AnySchedule& special, const DeviceInfo& device) const {
  std::vector<op::Choice> choices;
  for (const ReasonedSchedule& choice : general_schedules(problem_, special.as<Schedule>(), device))
    choices.push_back({op::AnySchedule(choice.schedule), choice.reason, Origin::device_class, choice.cost});
  return choices;
}

op::ProblemPtr ImageProblem::followed_by(const op::Epilogue& epilogue) const {
  if (problem_.epilogue || problem_.stencil.outputs.size() != 1) return {};
  if ((problem_.layered || problem_.border == Border::discard) && !epilogue.beside.empty()) return {};
  stencil::Problem longer = problem_;
  longer.epilogue = epilogue;
  Work longer_work = work();
  for (const op::Epilogue::Beside& beside : epilogue.beside)
    longer_work.inputs.emplace_back(ImageType{beside.format, image().size});
  return make_image_problem(std::move(longer_work), std::move(longer));
}

op::ProblemPtr ImageProblem::preceded_by(const op::Prologue& prologue) const {
  const auto longer = preceded(problem_, prologue);
  return longer ? composed(prologue.points.name + " + " + work().call.op, *longer) : nullptr;
}

op::ProblemPtr ImageProblem::fed_by(const op::Problem& producer) const {
  const auto* other = dynamic_cast<const ImageProblem*>(&producer);
  const auto both = other ? fed(problem_, other->problem_) : std::nullopt;
  return both ? composed(other->op() + " + " + work().call.op, *both) : nullptr;
}

op::ProblemPtr ImageProblem::joined_with(const op::Problem& second) const {
  const auto* other = dynamic_cast<const ImageProblem*>(&second);
  const auto both = other ? joined(problem_, other->problem_) : std::nullopt;
  return both ? composed(work().call.op + ", " + other->work().call.op, *both) : nullptr;
}

// Makes a problem of several ops. `name` is for people.
op::ProblemPtr ImageProblem::composed(const std::string& name, const stencil::Problem& problem) const {
  Work all = work();
  all.call = {name};
  std::get<ImageType>(all.inputs.front()).format = format_in_memory(problem);
  return make_image_problem(std::move(all), problem);
}

std::optional<std::string> ImageProblem::launch_text(const op::AnySchedule& of) const {
  Schedule schedule = of.as<Schedule>();
  schedule.staging = {};
  schedule.coefficients = {};
  schedule.stores = {};
  return to_string(schedule);
}

// An op without a reference is compared with its own plainest schedule. The problem of that schedule accepts
// every result.
op::Parts ImageProblem::parts(const op::AnySchedule&) const {
  if (problem_.stencil.reference) return {};
  constexpr double endless = std::numeric_limits<double>::infinity();
  stencil::Problem plain = problem_;
  plain.stencil.reference = [count = plain.stencil.outputs.size()](const Window&) {
    return std::vector<Truth>(count, {-endless, endless});
  };
  op::Part part{make_image_problem(work(), plain), op::AnySchedule(plainest_schedule(plain)), {}, {}};
  const std::size_t count = plain.stencil.inputs;
  for (std::size_t i = 0; i < count; ++i) part.inputs.push_back(i);
  for (std::size_t i = 0; i < plain.stencil.outputs.size(); ++i) part.outputs.push_back(count + i);
  const std::vector<std::size_t> outputs = part.outputs;
  return {{std::move(part)}, outputs, problem_.stencil.tolerance};
}

std::string accuracy_by_half(const Problem& problem, const Schedule& schedule) {
  if (const auto rule = why_not_half(problem.stencil)) return "exact, though half is allowed: " + to_string(*rule);
  if (!sums_half(problem, schedule)) return "exact, though half is allowed: the schedule has no sums of f16";
  return fmt::format("in half: sums of f16, at most {:.2g} of the sum of |tap x sample| off",
                     problem.half_sums->gamma(is_separated(schedule.passes)));
}

std::string ImageProblem::accuracy(const op::AnySchedule& schedule) const {
  if (!problem_.stencil.reference && problem_.stencil.tolerance > 0)
    return fmt::format("within {} of white of what the plainest schedule makes", problem_.stencil.tolerance);
  if (problem_.accuracy == Accuracy::exact) return "exact";
  if (problem_.accuracy == Accuracy::half) return accuracy_by_half(problem_, schedule.as<Schedule>());
  if (const auto rule = why_not_fixed(problem_.stencil)) return "exact, though a level is allowed: " + to_string(*rule);
  if (!sums_fixed(problem_, schedule.as<Schedule>()))
    return "exact, though a level is allowed: the schedule has no sums of 16 bits";
  return fmt::format("within a level: sums of 16 bits, at most {:.2f} levels off before they are rounded",
                     problem_.fixed_point->error);
}

// There are two orders of summation (docs/adr/0003-schedules-agree-to-the-bit.md), and running sums are taken for a
// third one. Which order it is makes no difference where sums are whole, and without sums.
bool ImageProblem::have_same_bits(const op::AnySchedule& a, const op::AnySchedule& b) const {
  if (problem_.accuracy != Accuracy::exact) return a == b;
  if (!problem_.linear() || (is_integer(problem_.input.type) && has_whole_taps(problem_.stencil))) return true;
  const Passes passes = a.as<Schedule>().passes, others = b.as<Schedule>().passes;
  return is_separated(passes) == is_separated(others) && (passes == Passes::running) == (others == Passes::running);
}

Placement ImageProblem::placement(std::size_t) const {
  const Radius margin = margin_of(problem_);
  return {.x0 = static_cast<double>(margin.x), .y0 = static_cast<double>(margin.y)};
}

std::vector<HostValue> ImageProblem::typical() const {
  std::vector<HostValue> images;
  for (const ValueType& type : inputs()) images.emplace_back(noise(image().size, std::get<ImageType>(type).format));
  return images;
}

std::vector<op::Sample> ImageProblem::small_samples(const op::AnySchedule& schedule) const {
  std::vector<op::Sample> samples;
  const Radius margin = margin_of(problem_);
  for (const Size inner : small_sizes(schedule.as<Schedule>(), problem_.input.channels)) {
    const Size size{inner.width + 2 * margin.x, inner.height + 2 * margin.y};
    Work work = this->work();
    std::vector<HostValue> images;
    for (std::uint32_t i = 0; i < work.inputs.size(); ++i) {
      auto& type = std::get<ImageType>(work.inputs[i]);
      type.size = size;
      images.emplace_back(random_image(size, type.format, seed + i));
    }
    samples.push_back({make_image_problem(std::move(work), problem_), std::move(images), {}});
  }
  return samples;
}

std::optional<std::string> ImageProblem::mismatch_in_large(const std::vector<HostValue>& inputs,
                                                           const std::vector<HostValue>& outputs,
                                                           const std::vector<HostValue>& proven) const {
  const std::vector<ImageView> given = views_of(inputs), got = views_of(outputs);
  return first_difference(
      problem_, given, got,
      proven.empty() ? spread(got.front().size(), problem_.input.channels) : suspects(got, views_of(proven)));
}

}  // namespace

op::ProblemPtr make_image_problem(Work work, Problem problem) {
  return std::make_shared<ImageProblem>(std::move(work), std::move(problem));
}

}  // namespace lenslet::stencil
