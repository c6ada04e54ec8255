// Numbers are drawn by remainders, since <random>'s distributions differ between libraries.
#include "tune/random_work.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/op.hpp>
#include <lenslet/verify.hpp>

#include "op/space.hpp"
#include "session/problem.hpp"

namespace lenslet {
namespace {

constexpr int tries_of_work = 40;
constexpr double largest_number = 300;  // where the op has no limit of its own
constexpr std::int64_t largest_side = 11;

bool one_of(std::mt19937_64& random, std::int64_t count) {
  return draw(random, 1, count) == 1;
}

double random_real(const Parameter& parameter, std::mt19937_64& random) {
  const double least = std::max(parameter.minimum, -largest_number);
  const double most = std::min(parameter.maximum, std::max(least, largest_number));
  const double real = least + (most - least) * static_cast<double>(draw(random, 0, 1000)) / 1000;
  return one_of(random, 3) ? std::clamp(std::nearbyint(real), least, most) : real;
}

std::int64_t random_integer(const Parameter& parameter, std::mt19937_64& random) {
  const double least = std::max(parameter.minimum, -9.0);
  const double most = std::min(parameter.maximum, std::max(least + 2, static_cast<double>(largest_side)));
  return draw(random, static_cast<std::int64_t>(least), static_cast<std::int64_t>(most));
}

// A tap: none, a whole number, a part of a power of two, or any number.
double random_tap(std::mt19937_64& random, std::int64_t kind) {
  if (one_of(random, 3)) return 0;
  const auto whole = static_cast<double>(draw(random, -9, 9));
  return kind == 0 ? whole : kind == 1 ? std::ldexp(whole, -static_cast<int>(draw(random, 0, 4))) : whole / 7;
}

// Rows of an odd number of taps, of which some are empty; of 0 and 1 for an element, which has at least one 1.
std::string random_mask(std::mt19937_64& random, bool element) {
  const std::int64_t width = 2 * draw(random, 0, 4) + 1, height = 2 * draw(random, 0, 4) + 1;
  const std::int64_t first_row = draw(random, 0, height - 1), first_column = draw(random, 0, width - 1);
  const std::int64_t kind = draw(random, 0, 2), only = draw(random, 0, width * height - 1);
  std::string text;
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const bool empty = y < first_row || x < first_column;
      const double tap = random_tap(random, kind);
      const bool set = (y * width + x == only) || (!empty && tap != 0);
      text += fmt::format("{} ", element ? (set ? 1.0 : 0.0) : empty ? 0.0 : tap);
    }
    text += "; ";
  }
  return text;
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
    case ParameterKind::text:
      if (parameter.name == "mask" || parameter.name == "element")
        return random_mask(random, parameter.name == "element");
      return {};
  }
  return {};
}

// The works of the op's own cases: what an op surely takes.
const std::vector<Work>& known_works(const Session& session, const std::string& op) {
  static std::mutex mutex;
  static std::map<std::string, std::vector<Work>> known;
  const std::lock_guard lock(mutex);
  std::vector<Work>& works = known[op];
  if (works.empty())
    for (const VerifyCase& each : verification_cases(session, op, 0)) works.push_back(each.work);
  return works;
}

void resize(Work& work, Size size) {
  for (ValueType& input : work.inputs) std::get<ImageType>(input).size = size;
}

// All images of another format, where they have one.
void change_format(Work& work, std::mt19937_64& random) {
  const PixelFormat first = std::get<ImageType>(work.inputs.front()).format;
  PixelFormat format{pixel_types[static_cast<std::size_t>(draw(random, 0, 3))], static_cast<int>(draw(random, 1, 4))};
  format.alpha = format.channels % 2 == 0 && one_of(random, 2);
  for (ValueType& input : work.inputs) {
    auto& image = std::get<ImageType>(input);
    if (image.format == first) image.format = format;
  }
}

void change_options(OpOptions& options, std::mt19937_64& random) {
  options.border = borders[static_cast<std::size_t>(draw(random, 0, std::ssize(borders) - 1))];
  for (double& value : options.border_value) value = static_cast<double>(draw(random, 0, 300));
  constexpr std::optional<Alpha> alphas[] = {std::nullopt, Alpha::keep, Alpha::filter, Alpha::premultiply};
  options.alpha = alphas[draw(random, 0, std::ssize(alphas) - 1)];
  if (one_of(random, 4)) options.nodata = static_cast<double>(draw(random, 0, 9));
  if (one_of(random, 8)) options.nan = Nan::ignore;
  if (one_of(random, 8)) options.accuracy = accuracies[static_cast<std::size_t>(draw(random, 1, 2))];
  if (one_of(random, 3)) options.ddepth = pixel_types[static_cast<std::size_t>(draw(random, 0, 3))];
}

void change_arguments(Call& call, std::mt19937_64& random) {
  for (const Parameter& parameter : find_op(call.op).parameters) {
    if (one_of(random, 2)) continue;
    if (const auto value = random_value(parameter, random)) call.arguments[parameter.name] = *value;
  }
}

// By a schedule of any kind: that of untuned special programs, a general one, or any at all.
void choose_schedule(Work& work, const op::Problem& problem, const DeviceInfo& device, std::mt19937_64& random) {
  const std::int64_t way = draw(random, 0, 3);
  if (way == 0) return;
  if (way == 1) work.options.specialize = Specialize::off;
  const std::string untuned = problem.untuned(device).schedule;
  if (way == 2) {
    const std::vector<op::Choice> general = problem.general(untuned, device);
    if (!general.empty())
      work.options.schedule = general[static_cast<std::size_t>(draw(random, 0, std::ssize(general) - 1))].schedule;
  }
  if (way == 3) work.options.schedule = problem.space(device)->random(random).value_or("");
}

// A work that the op takes on this device; nothing where it does not take what was drawn.
std::optional<Work> checked(const Session& session, Work work, std::mt19937_64& random) {
  try {
    const op::ProblemPtr problem = make_problem(work);
    choose_schedule(work, *problem, session.device(), random);
    if (work.options.schedule.empty()) problem->untuned(session.device());
    make_problem(work);
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
  const std::vector<Work>& known = known_works(session, op);
  Work base = known[static_cast<std::size_t>(draw(random, 0, std::ssize(known) - 1))];
  base.options = {.tune = Tune::off};
  resize(base, size);
  for (int i = 0; i < tries_of_work; ++i) {
    Work work = base;
    if (!one_of(random, 3)) change_arguments(work.call, random);
    if (!one_of(random, 3)) change_format(work, random);
    if (!one_of(random, 3)) change_options(work.options, random);
    if (const auto taken = checked(session, std::move(work), random)) return *taken;
  }
  return base;
}

}  // namespace lenslet
