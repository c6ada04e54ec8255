// Draws numbers by remainders, because <random>'s distributions differ between libraries.
#include "tune/random_runs.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/op.hpp>
#include <lenslet/strips.hpp>
#include <lenslet/verify.hpp>

#include "array/fill.hpp"
#include "image/rect.hpp"
#include "op/op.hpp"
#include "op/random_value.hpp"
#include "op/space.hpp"
#include "session/plan.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"
#include "stencil/samples.hpp"
#include "system/printable.hpp"
#include "tune/guarded_run.hpp"
#include "tune/region_runs.hpp"
#include "tune/task.hpp"

namespace lenslet {
namespace {

constexpr int tries_of_work = 40;
constexpr double max_number = 300;  // where the op has no limit
constexpr std::int64_t max_side_length = 11;

bool one_of(std::mt19937_64& random, std::int64_t count) {
  return draw(random, 1, count) == 1;
}

double random_real(const Parameter& parameter, std::mt19937_64& random) {
  const double least = std::max(parameter.minimum, -max_number);
  const double most = std::min(parameter.maximum, std::max(least, max_number));
  const double real = least + (most - least) * static_cast<double>(draw(random, 0, 1000)) / 1000;
  return one_of(random, 3) ? std::clamp(std::nearbyint(real), least, most) : real;
}

std::int64_t random_integer(const Parameter& parameter, std::mt19937_64& random) {
  const double least = std::max(parameter.minimum, -9.0);
  const double most = std::min(parameter.maximum, std::max(least + 2, static_cast<double>(max_side_length)));
  return draw(random, static_cast<std::int64_t>(least), static_cast<std::int64_t>(most));
}

// Draws a tap: 0, an integer, a multiple of a power of two, or any number.
double random_tap(std::mt19937_64& random, std::int64_t kind) {
  if (one_of(random, 3)) return 0;
  const auto whole = static_cast<double>(draw(random, -9, 9));
  return kind == 0 ? whole : kind == 1 ? std::ldexp(whole, -static_cast<int>(draw(random, 0, 4))) : whole / 7;
}

// Draws rows with an odd number of taps; some rows are empty. For a structuring element taps are 0 or 1, at least one
// of them 1.
Matrix random_mask(std::mt19937_64& random, bool element) {
  const auto width = static_cast<int>(2 * draw(random, 0, 4) + 1),
             height = static_cast<int>(2 * draw(random, 0, 4) + 1);
  const std::int64_t first_row = draw(random, 0, height - 1), first_column = draw(random, 0, width - 1);
  const std::int64_t kind = draw(random, 0, 2), only = draw(random, 0, width * height - 1);
  Numbers taps;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const bool empty = y < first_row || x < first_column;
      const double tap = random_tap(random, kind);
      const bool set = (y * width + x == only) || (!empty && tap != 0);
      taps.push_back(element ? (set ? 1.0 : 0.0) : empty ? 0.0 : tap);
    }
  return {height, width, std::move(taps)};
}

std::optional<Value> random_value(const Parameter& parameter, std::mt19937_64& random) {
  switch (parameter.kind) {
    case ParameterKind::flag:
      return one_of(random, 2);
    case ParameterKind::choice:
      return parameter.choices[static_cast<std::size_t>(draw(random, 0, std::ssize(parameter.choices) - 1))];
    case ParameterKind::integer:
      return random_integer(parameter, random);
    case ParameterKind::real:
      return random_real(parameter, random);
    case ParameterKind::matrix:
      if (parameter.name != "mask" && parameter.name != "element") return {};
      return random_mask(random, parameter.name == "element");
    default:
      return {};
  }
}

// The works of the ops' own cases, which the ops certainly take. A session keeps them.
struct KnownWorks {
  std::mutex mutex;
  std::map<std::string, std::pair<std::weak_ptr<const op::Op>, std::vector<Work>>> all;
};

Work known_work(const Session& session, const std::string& name, std::mt19937_64& random) {
  KnownWorks& known = kept_with<KnownWorks>(session);
  const std::lock_guard lock(known.mutex);
  auto& [op, works] = known.all[name];
  if (const op::OpPtr now = op::find(name); op.lock() != now) {
    std::vector<Work> found;
    for (const VerifyCase& each : verification_cases(session, name, 0)) found.push_back(each.work);
    if (found.empty())
      throw Error(ErrorKind::invalid_argument, fmt::format("{} has no case to draw from", system::shown_name(name)));
    works = std::move(found);
    op = now;
  }
  return works[static_cast<std::size_t>(draw(random, 0, std::ssize(works) - 1))];
}

void resize(Work& work, Size size) {
  for (ValueType& input : work.inputs) std::get<ImageType>(input).size = size;
}

// Gives all images another format.
void change_format(Work& work, std::mt19937_64& random) {
  const PixelFormat first = std::get<ImageType>(work.inputs.front()).format;
  PixelFormat format{filter_types[static_cast<std::size_t>(draw(random, 0, 3))], static_cast<int>(draw(random, 1, 4))};
  format.alpha = format.channels % 2 == 0 && one_of(random, 2);
  for (ValueType& input : work.inputs) {
    auto& image = std::get<ImageType>(input);
    if (image.format == first) image.format = format;
  }
}

// Ops that know no border refuse one.
void change_options(OpOptions& options, std::mt19937_64& random) {
  if (!one_of(random, 4)) options.border = borders[static_cast<std::size_t>(draw(random, 0, std::ssize(borders) - 1))];
  for (double& value : options.border_value) value = static_cast<double>(draw(random, 0, 300));
  constexpr std::optional<Alpha> alphas[] = {std::nullopt, Alpha::keep, Alpha::filter, Alpha::premultiply};
  options.alpha = alphas[draw(random, 0, std::ssize(alphas) - 1)];
  if (one_of(random, 4)) options.nodata = static_cast<double>(draw(random, 0, 9));
  if (one_of(random, 8)) options.nan = Nan::ignore;
  if (one_of(random, 8)) options.accuracy = accuracies[static_cast<std::size_t>(draw(random, 0, 2))];
  if (one_of(random, 3)) options.ddepth = filter_types[static_cast<std::size_t>(draw(random, 0, 3))];
}

void change_arguments(Call& call, std::mt19937_64& random) {
  const OpInfo op = find_op(call.op);
  for (const Parameter& parameter : op.parameters) {
    if (one_of(random, 2)) continue;
    if (const auto value = random_value(parameter, random)) call.arguments[parameter.name] = *value;
  }
}

// Chooses a schedule of any kind: that of the untuned special or general programs, or a random one.
void choose_schedule(Work& work, const op::Problem& problem, const DeviceInfo& device, std::mt19937_64& random) {
  const std::int64_t way = draw(random, 0, 3);
  if (way == 0) return;
  if (way == 1) work.options.specialize = Specialize::off;
  const op::AnySchedule untuned = problem.untuned(device).schedule;
  if (way == 2) {
    const std::vector<op::Choice> general = problem.general(untuned, device);
    if (!general.empty())
      work.options.schedule =
          general[static_cast<std::size_t>(draw(random, 0, std::ssize(general) - 1))].schedule.spelling();
  }
  if (way == 3)
    if (const auto any = problem.space(device)->random(random)) work.options.schedule = any->spelling();
}

// Returns the work if the op takes it on this device, else nothing.
std::optional<Work> checked(const Session& session, Work work, std::mt19937_64& random) {
  try {
    const op::ProblemPtr problem = op::problem_of(work);
    choose_schedule(work, *problem, session.device(), random);
    if (work.options.schedule.empty()) problem->untuned(session.device());
    op::problem_of(work);
    return work;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::invalid_argument && error.kind() != ErrorKind::unsupported) throw;
    return {};
  }
}

}  // namespace

std::int64_t draw(std::mt19937_64& random, std::int64_t least, std::int64_t most) {
  return least + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most - least + 1));
}

Work random_work(const Session& session, const std::string& op, Size size, std::mt19937_64& random) {
  const auto known = [&] {
    Work work = known_work(session, op, random);
    work.options = {.tune = Tune::off};
    resize(work, size);
    return work;
  };
  for (int i = 0; i < tries_of_work; ++i) {
    Work work = known();
    if (!one_of(random, 3)) change_arguments(work.call, random);
    if (!one_of(random, 3)) change_format(work, random);
    if (!one_of(random, 3)) change_options(work.options, random);
    if (const auto taken = checked(session, std::move(work), random)) return *taken;
  }
  return known();
}

namespace {

constexpr std::int64_t max_image = 40, tiny_image = 4;
constexpr double max_operations = 2e6;  // of a reference, which is a plain loop in double
constexpr Size planned{32, 32};

enum class RunWay { whole, region, strips, object };

std::string_view name_of(RunWay way) {
  constexpr std::string_view names[] = {"whole", "region", "strips", "object"};
  return names[static_cast<std::size_t>(way)];
}

// One drawn work, which is run on images of many sizes.
class RandomRun {
 public:
  RandomRun(const Session& session, const RandomOptions& options, Work work, Plan plan, std::mt19937_64& random)
      : session_(session),
        options_(options),
        op_(op::find(work.call.op, ValueKind::image)),
        work_(std::move(work)),
        plan_(std::move(plan)),
        random_(random) {}

  // Returns what is wrong; absent where all is right, or where the op does not take such images.
  std::optional<std::string> next() {
    op::ProblemPtr problem = problem_of_some_size();
    if (!problem) return {};
    ++tries_;
    if (!plan_.serves_every_size()) plan_ = plan_of(session_, problem);
    const auto way = static_cast<RunWay>(draw(random_, 0, 3));
    const std::vector<HostValue> inputs = inputs_of(*problem);
    const std::string what =
        fmt::format("{}, {}{}", to_string(std::get<ImageType>(problem->inputs().front())), name_of(way), fill_);
    const GuardedResult result = run_guarded(session_, plan_, inputs, problem->outputs());
    auto wrong = mismatch(session_, *problem, schedule_of(plan_), inputs, result);
    if (!wrong) wrong = mismatch_by(way, inputs, result.outputs);
    if (!wrong) wrong = mismatch_by_files(*problem, inputs);
    if (wrong) return fmt::format("try {}, {}: {}", tries_, what, *wrong);
    return {};
  }

  std::int64_t tries() const { return tries_; }

 private:
  Size random_size() {
    const auto side = [&] { return draw(random_, 1, draw(random_, 0, 2) == 0 ? tiny_image : max_image); };
    const std::int64_t width = side();
    return {width, side()};
  }

  // Gives an input that need not be like the others a size of its own, where that is wanted.
  void resize_each(Work& work, bool own) {
    const Size size = random_size();
    resize(work, size);
    for (std::size_t i = 0; own && i < std::min(work.inputs.size(), op_->info.inputs.size()); ++i)
      if (const Reads reads = op_->info.inputs[i].reads; reads == Reads::whole || reads == Reads::scaled)
        std::get<ImageType>(work.inputs[i]).size = random_size();
  }

  op::ProblemPtr problem_of(bool own) {
    Work work = work_;
    resize_each(work, own);
    try {
      return op::problem_of(work);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::invalid_argument) throw;
      return {};
    }
  }

  // Null where windows are larger than the image and the border leaves nothing, or where a crop lies outside.
  op::ProblemPtr problem_of_some_size() {
    const bool several = work_.inputs.size() > 1;
    for (int i = 0; i < 20; ++i)
      if (op::ProblemPtr problem = problem_of(several && i % 2 == 0);
          problem && problem->effort().operations < max_operations)
        return problem;
    return {};
  }

  // Noise, or noise with extremes. Floats also have NaN and infinities, where references know what becomes of these.
  std::vector<HostValue> inputs_of(const op::Problem& problem) {
    const bool by_parts = !problem.parts(schedule_of(plan_)).all.empty();
    const bool known = !by_parts && std::ranges::all_of(op_->info.inputs, [](const Operand& operand) {
      return operand.reads == Reads::same || operand.reads == Reads::window;
    });
    const bool special = known && draw(random_, 0, 3) == 0;
    fill_ = special ? ", NaN and infinities" : "";
    std::vector<HostValue> inputs;
    for (const ValueType& type : problem.inputs()) {
      const auto seed = static_cast<std::uint32_t>(random_());
      const auto& image = std::get<ImageType>(type);
      if (special || !is_filter_type(image.format.type))
        inputs.push_back(op::random_value(type, special ? array::Fill::special : array::Fill::random, seed));
      else
        inputs.emplace_back(stencil::random_image(image.size, image.format, seed));
    }
    return inputs;
  }

  std::optional<std::string> mismatch_by(RunWay way, const std::vector<HostValue>& inputs,
                                         const std::vector<HostValue>& results) {
    if (way == RunWay::whole || (op_->whole && way != RunWay::object)) return {};
    try {
      if (way == RunWay::region) return by_region(inputs, results);
      return way == RunWay::strips ? by_strips(inputs, results) : from_object(inputs, results);
    } catch (const Error& error) {
      const bool refused =
          way == RunWay::object && error.kind() == ErrorKind::invalid_argument;  // the plan takes buffers only
      if (error.kind() != ErrorKind::unsupported && !refused) throw;
      return {};
    }
  }

  std::optional<std::string> by_region(const std::vector<HostValue>& inputs, const std::vector<HostValue>& results) {
    const Size to = std::get<Image>(results.front()).size();
    Rect region;
    region.x = draw(random_, 0, to.width - 1);
    region.y = draw(random_, 0, to.height - 1);
    region.width = draw(random_, 1, to.width - region.x);
    region.height = draw(random_, 1, to.height - region.y);
    const bool whole = draw(random_, 0, 1) == 0;
    return mismatch_in_region(session_, plan_, inputs, results,
                              whole ? all_of(inputs) : all_reads(plan_, region, inputs), region);
  }

  static ReadRows rows_of(const Image& image) {
    return [&image](std::int64_t first, std::int64_t rows, std::byte* to) {
      const std::size_t bytes = static_cast<std::size_t>(image.width()) * image.format().bytes();
      for (std::int64_t y = first; y < first + rows; ++y, to += bytes) std::memcpy(to, image.row(y), bytes);
    };
  }

  std::optional<std::string> by_strips(const std::vector<HostValue>& inputs, const std::vector<HostValue>& results) {
    std::vector<ImageType> types;
    std::vector<ReadRows> sources;
    for (const HostValue& input : inputs) {
      const Image& image = std::get<Image>(input);
      types.push_back({image.format(), image.size()});
      sources.push_back(rows_of(image));
    }
    const std::int64_t rows =
        draw(random_, 1, std::max<std::int64_t>(1, std::get<Image>(results.front()).height() / 2));
    Strips strips(session_, plan_, types, sources, {.rows = rows});
    return difference(strips.join().images, results, fmt::format("by strips of {} rows", rows));
  }

  std::optional<std::string> from_object(const std::vector<HostValue>& inputs, const std::vector<HostValue>& results) {
    const auto storage = static_cast<Storage>(draw(random_, 1, 2));
    std::vector<DeviceValue> given;
    for (const HostValue& input : inputs) given.emplace_back(session_.upload(std::get<Image>(input), storage));
    std::vector<Image> images;
    for (const DeviceImage& output : plan_.run(given).images()) images.push_back(session_.download(output));
    return difference(images, results, "from an image object");
  }

  // Draws no random numbers, so that a seed means the same without files.
  std::optional<std::string> mismatch_by_files(const op::Problem& problem, const std::vector<HostValue>& inputs) {
    if (!options_.by_files || tries_ % options_.images_per_file != 0) return {};
    try {
      const auto results = options_.by_files(session_, work_, inputs, problem.outputs(), options_.seed + tries_);
      const auto wrong =
          results ? mismatch(session_, problem, schedule_of(plan_), inputs, {*results, {}}) : std::nullopt;
      return wrong ? "by files: " + *wrong : wrong;
    } catch (const Error& error) {
      return "by files: " + std::string(error.what());
    }
  }

  static std::optional<std::string> difference(const std::vector<Image>& images, const std::vector<HostValue>& results,
                                               const std::string& how) {
    for (std::size_t i = 0; i < images.size(); ++i)
      if (!same_bits(images[i], std::get<Image>(results[i]))) return fmt::format("output {} is another one {}", i, how);
    return {};
  }

  const Session& session_;
  const RandomOptions& options_;
  op::OpPtr op_;
  Work work_;
  Plan plan_;
  std::mt19937_64& random_;
  std::string fill_;
  std::int64_t tries_ = 0;
};

std::string text_of(const Work& work) {
  const OpOptions& options = work.options;
  std::string text;
  for (const ValueType& input : work.inputs) text += fmt::format("{}, ", to_string(std::get<ImageType>(input).format));
  text += options.border ? fmt::format("border {}", name_of(*options.border)) : "own border";
  if (options.alpha) text += fmt::format(", alpha {}", name_of(*options.alpha));
  if (options.nodata) text += fmt::format(", nodata {}", *options.nodata);
  if (options.nan == Nan::ignore) text += ", nan ignored";
  if (options.accuracy) text += fmt::format(", {}", name_of(*options.accuracy));
  if (options.ddepth) text += fmt::format(", ddepth {}", name_of(*options.ddepth));
  if (options.specialize == Specialize::off) text += ", general";
  return text;
}

std::string random_op(const std::vector<std::string>& ops, std::mt19937_64& random) {
  if (!ops.empty()) return ops[static_cast<std::size_t>(draw(random, 0, std::ssize(ops) - 1))];
  std::vector<OpInfo> all;  // those whose contents are not refused and whose results are images
  for (const OpInfo& op : ops_of_images())
    if (op.outputs.front().kind == ValueKind::image) all.push_back(op);
  return full_name(all[static_cast<std::size_t>(draw(random, 0, std::ssize(all) - 1))]);
}

}  // namespace

RandomResult verify_at_random(const Session& session, const RandomOptions& options) {
  std::mt19937_64 random(options.seed);
  RandomResult result;
  result.work = random_work(session, random_op(options.ops, random), planned, random);
  result.what = text_of(result.work);
  try {
    RandomRun run(session, options, result.work, plan_of(session, op::problem_of(result.work)), random);
    for (std::int64_t i = 0; i < options.tries; ++i) {
      const std::optional<std::string> wrong = run.next();
      result.tries = run.tries();
      if (!wrong) continue;
      result.outcome = Outcome::wrong;
      result.detail = *wrong;
      return result;
    }
  } catch (const Error& error) {
    result.outcome = outcome_of(error);
    result.detail = error.what() + (error.detail().empty() ? "" : "\n" + error.detail());
  }
  return result;
}

}  // namespace lenslet
