// Pyramids are made when a candidate first asks for them; all candidates of one storage share one, and all their
// outputs.
#include "study/pyramid_work.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include <lenslet/pyramid.hpp>

#include "session/problem.hpp"
#include "stencil/samples.hpp"
#include "stencil/truth.hpp"
#include "study/candidate.hpp"
#include "study/clock.hpp"
#include "study/kernels.hpp"
#include "tune/guarded_run.hpp"

namespace lenslet::study {
namespace {

constexpr Size literature{3866, 4320};
constexpr int most_octaves = 4;
constexpr int levels = 4;
constexpr PixelFormat format{PixelType::f32, 1};
constexpr std::int64_t random_positions = 60;
constexpr Size small{61, 37};  // that is compared as a whole

FilterOptions options_of(const std::string& schedule) {
  FilterOptions options;
  options.border = Border::replicate;
  options.schedule = schedule;
  return options;
}

Call derivatives(int ksize) {
  return {"scharr", {{"both", true}, {"ksize", std::int64_t{ksize}}}};
}

Call magnitude_of(int ksize) {
  return {"gradient", {{"operator", std::string("scharr")}, {"ksize", std::int64_t{ksize}}}};
}

// Noise, so that no two pixels can be mistaken for each other.
Image noise(Size size) {
  Image image(size, format);
  std::uint32_t state = 1;
  for (std::int64_t y = 0; y < size.height; ++y) {
    auto* row = reinterpret_cast<float*>(image.row(y));
    for (std::int64_t x = 0; x < size.width; ++x) {
      state = state * 1664525u + 1013904223u;
      row[x] = static_cast<float>(state >> 8) * 0x1p-24f;
    }
  }
  return image;
}

Image filled(Size size, float value) {
  Image image(size, format);
  for (std::int64_t y = 0; y < size.height; ++y) std::fill_n(reinterpret_cast<float*>(image.row(y)), size.width, value);
  return image;
}

std::vector<stencil::Position> positions_in(Size size) {
  std::vector<stencil::Position> result{
      {0, 0}, {size.width - 1, 0}, {0, size.height - 1}, {size.width - 1, size.height - 1}};
  std::uint32_t state = 1;
  const auto below = [&state](std::int64_t limit) {
    state = state * 1664525u + 1013904223u;
    return static_cast<std::int64_t>(state >> 8) % limit;
  };
  for (std::int64_t i = 0; i < random_positions; ++i) result.push_back({below(size.width), below(size.height)});
  return result;
}

}  // namespace

struct PyramidWork::Filter {
  Call call;
  int ksize;
  std::string schedule;
  bool magnitude_behind = false;
};

struct PyramidWork::Shared {
  // A level whose result is looked at.
  struct Checked {
    int octave;
    int level;
    Image input;
    Image poison;
  };

  Session session;
  Size size;
  int octaves;
  std::map<Storage, Pyramid> inputs;
  std::vector<Pyramid> outputs;
  std::vector<Checked> checked;  // one of each octave, of all levels in turn

  const Pyramid& input(Storage storage);
  void make_inputs();
  void poison_outputs() const;
  Step magnitude(const Experiment& experiment) const;  // of the outputs, in place of the first
  double run(const ocl::Queue& queue, const Pyramid& input, const Plan& plan, const std::optional<Step>& behind) const;

  std::optional<std::string> fault(const stencil::Problem& problem, std::size_t results) const;
};

// Levels differ, so that one taken for another is found. All or nothing: where memory is short, the next candidate
// tries anew.
void PyramidWork::Shared::make_inputs() {
  const PyramidOptions options{.octaves = octaves, .levels = levels};
  PyramidOptions blurred = options;
  blurred.sigmas = {0, 0.5, 0.6, 0.7};
  const Pyramid made = Pyramid::build(session, noise(size), blurred);
  std::vector<Checked> some;
  std::vector<Pyramid> results;
  for (int octave = 0; octave < octaves; ++octave) {
    const int level = (octave + 1) % levels;
    const Size level_size = made.layout().at(octave, level).size;
    some.push_back(
        {octave, level, made.download(octave, level), filled(level_size, std::numeric_limits<float>::quiet_NaN())});
  }
  for (int i = 0; i < 2; ++i) results.emplace_back(session, size, format, options);
  checked = std::move(some);
  outputs = std::move(results);
  inputs.emplace(Storage::buffer, made);
}

const Pyramid& PyramidWork::Shared::input(Storage storage) {
  if (inputs.empty()) make_inputs();
  if (const auto known = inputs.find(storage); known != inputs.end()) return known->second;
  return inputs.emplace(storage, inputs.at(Storage::buffer).convert(storage)).first->second;
}

void PyramidWork::Shared::poison_outputs() const {
  for (const Pyramid& output : outputs)
    for (const Checked& one : checked)
      session.upload_layer(one.poison, output.parts()[static_cast<std::size_t>(one.octave)], one.level);
}

std::optional<std::string> PyramidWork::Shared::fault(const stencil::Problem& problem, std::size_t count) const {
  for (const Checked& one : checked) {
    std::vector<Image> results;
    for (std::size_t i = 0; i < count; ++i) results.push_back(outputs[i].download(one.octave, one.level));
    if (auto difference =
            first_difference(problem, one.input, {results.begin(), results.end()}, positions_in(one.input.size())))
      return fmt::format("octave {}, level {}: {}", one.octave, one.level, *difference);
  }
  return {};
}

PyramidWork::PyramidWork(Experiment& experiment, double share_on_a_cpu) : experiment_(experiment) {
  const double share = has_texture_units(experiment) ? 1 : share_on_a_cpu;
  const auto side = [share](std::int64_t full) { return std::llround(static_cast<double>(full) * std::sqrt(share)); };
  const Size size = experiment.scaled(Size{side(literature.width), side(literature.height)});
  const auto bits = std::bit_width(static_cast<std::uint64_t>(std::min(size.width, size.height)));
  const int octaves = std::min(most_octaves, static_cast<int>(bits));
  shared_ = std::make_shared<Shared>(Shared{experiment.session(), size, octaves, {}, {}, {}});
  describe(share);
}

void PyramidWork::describe(double share) {
  const PyramidLayout layout = pyramid_layout(shared_->size, 1, shared_->octaves, levels);
  experiment_.note(
      fmt::format("The pyramid has {} x {} pixels in {} octaves of {} levels, {} in all{}. A time of filters is the "
                  "sum of all kernels' of a run, or the host's where the driver has no clock.",
                  shared_->size.width, shared_->size.height, layout.octaves, levels, layout.pixels,
                  share < 1 ? fmt::format(": on a CPU {:g} of what the scale asks for", share) : ""));
}

// One kernel of its own behind the derivatives: it covers all of the pyramid's buffer.
Step PyramidWork::Shared::magnitude(const Experiment& experiment) const {
  const StudyProgram program(experiment, "magnitude.cl");
  const auto count = static_cast<std::size_t>(outputs[0].layout().samples);
  const ocl::Kernel kernel = with_arguments(program.kernel("magnitude"), outputs[0].parts().front().buffer(),
                                            outputs[1].parts().front().buffer(), static_cast<std::uint64_t>(count));
  return {kernel, whole_groups(kernel, {count, 1}, {256, 1})};
}

// All kernels' times, and the host's until their end.
double PyramidWork::Shared::run(const ocl::Queue& queue, const Pyramid& input, const Plan& plan,
                                const std::optional<Step>& behind) const {
  const auto count = static_cast<std::ptrdiff_t>(plan.output_names().size());
  std::vector<lenslet::Launch> filters;
  std::vector<ocl::Event> last;
  const double until_end = host_ms([&] {
    filters = input.launch_into(plan, {outputs.begin(), outputs.begin() + count});
    if (behind) last.push_back(enqueue(queue, behind->kernel, behind->launch));
    for (const lenslet::Launch& filter : filters) filter.wait();
    for (const ocl::Event& event : last) event.wait();
  });
  double busy_ms = 0;
  for (const lenslet::Launch& filter : filters) busy_ms += filter.timing().busy_ms;
  for (const ocl::Event& event : last) busy_ms += static_cast<double>(event.end_ns() - event.start_ns()) * 1e-6;
  return device_or_host_ms(busy_ms, until_end);
}

Ready PyramidWork::ready(const Experiment& experiment, const std::shared_ptr<Shared>& shared, const Filter& filter) {
  const FilterOptions options = options_of(filter.schedule);
  FilterOptions layered = options;
  const Storage storage = parse_schedule(options.schedule).storage;
  layered.layered = storage != Storage::image;
  const Plan plan = shared->session.plan(filter.call, format, layered);  // a rule speaks before memory is taken
  const Pyramid input = shared->input(storage);
  shared->poison_outputs();
  std::optional<Step> behind;
  if (filter.magnitude_behind) behind = shared->magnitude(experiment);
  const auto run = [shared, plan, input, behind, &queue = experiment.queue()] {
    return shared->run(queue, input, plan, behind);
  };
  const auto fault = [shared, plan, filter, layered] {
    const Call made = filter.magnitude_behind ? magnitude_of(filter.ksize) : filter.call;
    const std::size_t results = filter.magnitude_behind ? 1 : plan.output_names().size();
    const std::optional<std::string> in_pyramid = shared->fault(problem_of(made, format, layered), results);
    return in_pyramid ? in_pyramid
                      : mismatch(shared->session, plan, *make_problem(image_work(filter.call, format, small, layered)),
                                 {stencil::random_image(small, format, 1)});
  };
  const std::string source = behind ? plan.source() + '\n' + std::string(kernel_source("magnitude.cl")) : plan.source();
  return {run, filter.schedule + (behind ? ", then a launch for the magnitude" : ""), source, fault};
}

void PyramidWork::add(std::size_t chart, const std::string& line, double x, const Filter& filter) {
  experiment_.add(chart, line, x,
                  [&experiment = experiment_, shared = shared_, filter] { return ready(experiment, shared, filter); });
}

void PyramidWork::add(std::size_t chart, const std::string& line, int ksize, const std::string& schedule) {
  add_at(chart, line, ksize, ksize, schedule);
}

void PyramidWork::add_at(std::size_t chart, const std::string& line, double x, int ksize, const std::string& schedule) {
  add(chart, line, x, {derivatives(ksize), ksize, schedule});
}

void PyramidWork::add_magnitude(std::size_t chart, const std::string& line, int ksize, const std::string& schedule,
                                Magnitude magnitude) {
  const bool behind = magnitude == Magnitude::behind_them;
  add(chart, line, ksize, {behind ? derivatives(ksize) : magnitude_of(ksize), ksize, schedule, behind});
}

int PyramidWork::octaves() const {
  return shared_->octaves;
}

int PyramidWork::launches(Storage storage) const {
  const Pyramid& input = shared_->input(storage);
  const FilterOptions options = input.options_for_plans(options_of(pixel_schedule(storage, "direct.single.constant")));
  const Plan plan = shared_->session.plan({"scharr"}, format, options);
  int count = 0;
  for (const lenslet::Launch& launch : input.launch_into(plan, {shared_->outputs.front()}))
    count += launch.timing().launches;
  return count;
}

std::string pixel_schedule(Storage storage, const std::string& words, const std::string& group) {
  return fmt::format("{}.{}.branch.v1.x1.y1.{}", name_of(storage), words, group);
}

bool has_texture_units(const Experiment& experiment) {
  return experiment.session().device().kind != DeviceKind::cpu;
}

}  // namespace lenslet::study
