// Makes a pyramid when a candidate first needs it. All candidates that read one storage share one pyramid, and all that
// write one storage share the outputs.
#include "studies/pyramid_work.hpp"

#include <bit>
#include <cmath>
#include <map>

#include <lenslet/pyramid.hpp>

#include "session/problem.hpp"
#include "stencil/samples.hpp"
#include "studies/kernel_row.hpp"
#include "studies/kernels.hpp"
#include "tune/guarded_run.hpp"

namespace lenslet::study {
namespace {

constexpr Size literature{3866, 4320};
constexpr int max_octaves = 4;
constexpr int levels = 4;
constexpr PixelFormat format{SampleType::f32, 1};
constexpr Size small{61, 37};  // an image that is compared as a whole

// A plan takes all layers of an octave at once, except in the storage `image`.
OpOptions options_of(const std::string& schedule) {
  OpOptions options{.border = Border::replicate, .schedule = schedule};
  options.layered = parse_schedule(schedule).storage != Storage::image;
  return options;
}

Call call_of(Magnitude magnitude, int ksize) {
  const Value side = std::int64_t{ksize};
  if (magnitude == Magnitude::with_them) return {"gradient", {{"operator", std::string("scharr")}, {"ksize", side}}};
  return {"scharr", {{"both", true}, {"ksize", side}}};
}

}  // namespace

struct PyramidWork::Shared {
  // A level whose result is compared.
  struct Checked {
    int octave, level;
    Image input, poison;
  };

  Session session;
  Size size;
  int octaves;
  std::map<Storage, Pyramid> inputs = {};
  std::map<Storage, std::vector<Pyramid>> outputs = {};
  std::vector<Checked> checked = {};  // one level of each octave, all levels in turn

  const Pyramid& input(Storage storage);
  void make_inputs();
  void poison_outputs(Storage storage);
  KernelRow magnitude(const Experiment& experiment) const;
  std::vector<Pyramid> results(const Plan& plan, std::size_t count) const;
  double run(const Pyramid& input, const Plan& plan, const KernelRun* after) const;
  std::optional<std::string> mismatch(const Call& call, const OpOptions& options,
                                      const std::vector<Pyramid>& results) const;
};

// Makes the inputs. Levels differ, so that a swapped level is found. If memory is short, nothing is kept, and the next
// candidate tries again.
void PyramidWork::Shared::make_inputs() {
  const PyramidOptions blurred{.octaves = octaves, .levels = levels, .sigmas = {0, 0.5, 0.6, 0.7}};
  const Pyramid made = Pyramid::build(session, stencil::noise(size, format), blurred);
  std::vector<Checked> some;
  for (int octave = 0; octave < octaves; ++octave) {
    const int level = (octave + 1) % levels;
    Image input = made.download(octave, level);
    Image poison(input.size(), format);
    std::fill_n(poison.data(), poison.stride() * poison.height(), std::byte{0xff});
    some.push_back({octave, level, std::move(input), std::move(poison)});
  }
  checked = std::move(some);
  inputs.emplace(Storage::buffer, made);
}

const Pyramid& PyramidWork::Shared::input(Storage storage) {
  if (inputs.empty()) make_inputs();
  if (const auto known = inputs.find(storage); known != inputs.end()) return known->second;
  return inputs.emplace(storage, inputs.at(Storage::buffer).convert(storage)).first->second;
}

// Makes them when a candidate first writes that storage.
void PyramidWork::Shared::poison_outputs(Storage storage) {
  std::vector<Pyramid>& both = outputs[storage];
  while (both.size() < 2)
    both.emplace_back(session, size, format, PyramidOptions{.octaves = octaves, .levels = levels, .storage = storage});
  for (const Pyramid& output : both)
    for (const Checked& one : checked) output.upload(one.poison, one.octave, one.level);
}

std::optional<std::string> PyramidWork::Shared::mismatch(const Call& call, const OpOptions& options,
                                                         const std::vector<Pyramid>& pyramids) const {
  for (const Checked& one : checked) {
    std::vector<HostValue> results;
    for (const Pyramid& pyramid : pyramids) results.emplace_back(pyramid.download(one.octave, one.level));
    const auto problem = op::problem_of(image_work(call, format, one.input.size(), options));
    if (auto difference = problem->mismatch_in_large({one.input}, results, {}))
      return fmt::format("octave {}, level {}: {}", one.octave, one.level, *difference);
  }
  return {};
}

// Makes a row of one kernel after the derivatives, over all of the pyramid's buffer. Its results replace the first
// derivative.
KernelRow PyramidWork::Shared::magnitude(const Experiment& experiment) const {
  const std::vector<Pyramid>& both = outputs.at(Storage::buffer);
  const auto count = static_cast<std::size_t>(both[0].layout().samples);
  return {"magnitude.cl",
          "magnitude",
          {},
          {both[0].parts().front().buffer(), both[1].parts().front().buffer(), static_cast<std::uint64_t>(count)},
          whole_groups(experiment, {count, 1}, {256, 1})};
}

// The first outputs in the storage that the plan writes.
std::vector<Pyramid> PyramidWork::Shared::results(const Plan& plan, std::size_t count) const {
  const std::vector<Pyramid>& all = outputs.at(plan.output_storage());
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
}

// Adds up all kernels' times, or returns the host's time until their end.
double PyramidWork::Shared::run(const Pyramid& input, const Plan& plan, const KernelRun* after) const {
  const std::vector<Pyramid> written = results(plan, plan.output_names().size());
  double busy_ms = 0;
  const double until_end = host_ms([&] {
    const std::vector<lenslet::Launch> filters = input.launch_into(plan, written);
    std::optional<ocl::Event> last;
    if (after) last = after->enqueue();
    for (const lenslet::Launch& filter : filters) filter.wait();
    for (const lenslet::Launch& filter : filters) busy_ms += filter.timing().busy_ms;
    if (last) busy_ms += static_cast<double>(last->end_ns() - last->start_ns()) * 1e-6;
  });
  return device_or_host_ms(busy_ms, until_end);
}

Ready PyramidWork::ready(const Experiment& experiment, const std::shared_ptr<Shared>& shared, const PyramidLine& line,
                         int ksize) {
  const OpOptions options = options_of(line.schedule);
  const Call call = call_of(line.magnitude, ksize);
  const Plan plan = shared->session.plan(call, format, options);  // rules refuse before memory is taken
  const Pyramid input = shared->input(parse_schedule(line.schedule).storage);
  shared->poison_outputs(plan.output_storage());
  std::shared_ptr<const KernelRun> after;
  if (line.magnitude == Magnitude::after_them)
    after = std::make_shared<KernelRun>(experiment, shared->magnitude(experiment));
  const auto wrong = [shared, plan, call, options, after, ksize] {
    const Call made = after ? call_of(Magnitude::with_them, ksize) : call;
    const auto in_pyramid =
        shared->mismatch(made, options, shared->results(plan, after ? 1 : plan.output_names().size()));
    return in_pyramid ? in_pyramid
                      : mismatch(shared->session, plan, *op::problem_of(image_work(call, format, small, options)),
                                 {stencil::random_image(small, format, 1)});
  };
  return {[shared, plan, input, after] { return shared->run(input, plan, after.get()); },
          line.schedule + (after ? ", then a launch for the magnitude" : ""),
          plan.source() + (after ? '\n' + after->source() : ""), wrong};
}

PyramidWork::PyramidWork(Experiment& experiment, double share_on_a_cpu) : experiment_(experiment) {
  const double share = experiment.on_a_cpu() ? share_on_a_cpu : 1;
  const auto side = [share](std::int64_t full) { return std::llround(static_cast<double>(full) * std::sqrt(share)); };
  const Size size = experiment.scaled(Size{side(literature.width), side(literature.height)});
  const auto bits = std::bit_width(static_cast<std::uint64_t>(std::min(size.width, size.height)));
  shared_ = std::make_shared<Shared>(Shared{experiment.session(), size, std::min(max_octaves, static_cast<int>(bits))});
  const PyramidLayout layout = pyramid_layout(size, 1, shared_->octaves, levels);
  experiment_.note(
      fmt::format("The pyramid has {} x {} pixels in {} octaves of {} levels, {} in all{}. A time of filters is the "
                  "sum of all kernels' of a run, or the host's where the driver has no clock.",
                  size.width, size.height, layout.octaves, levels, layout.pixels,
                  share < 1 ? fmt::format(": on a CPU {:g} of what the scale asks for", share) : ""));
}

void PyramidWork::add(const PyramidLine& line, double x, int ksize) const {
  experiment_.add(line.chart, line.name, x, [&experiment = experiment_, shared = shared_, line, ksize] {
    return ready(experiment, shared, line, ksize);
  });
}

void PyramidWork::measure(const std::vector<PyramidLine>& lines, std::span<const int> sizes) const {
  for (const int size : sizes) {
    for (const PyramidLine& line : lines) add(line, size, size);
    experiment_.measure();
  }
}

int PyramidWork::octaves() const {
  return shared_->octaves;
}

int PyramidWork::launches(Storage storage) const {
  const Pyramid& input = shared_->input(storage);
  const std::string schedule = kept_in_storage(pixel_schedule(storage, "direct.single.constant"));
  const Plan plan = shared_->session.plan({"scharr"}, format, options_of(schedule));
  shared_->poison_outputs(storage);
  int count = 0;
  for (const lenslet::Launch& launch : input.launch_into(plan, shared_->results(plan, 1)))
    count += launch.timing().launches;
  return count;
}

std::string pixel_schedule(Storage storage, const std::string& words, const std::string& group) {
  return fmt::format("{}.{}.branch.v1.x1.y1.{}", name_of(storage), words, group);
}

std::string kept_in_storage(const std::string& schedule) {
  const Storage storage = parse_schedule(schedule).storage;
  return storage == Storage::buffer ? schedule : fmt::format("{}.to_{}", schedule, name_of(storage));
}

}  // namespace lenslet::study
