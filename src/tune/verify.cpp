// Runs one case: random pixels, guarded images, comparison with the reference.
#include <lenslet/verify.hpp>

#include <random>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "session/problem.hpp"
#include "session/state.hpp"
#include "stencil/rules.hpp"
#include "tune/guarded_image.hpp"
#include "tune/truth.hpp"
#include "tune/verify.hpp"

namespace lenslet {
namespace {

// Every value of the integer types; for the floating ones several magnitudes and both signs.
double random_value(std::mt19937& random, PixelType type) {
  if (is_integer(type)) {
    const auto most = static_cast<int>(max_value(type));
    const int roll = std::uniform_int_distribution<int>(-most / 8, most + most / 8)(random);
    return std::min(std::max(roll, 0), most);  // extremes are common
  }
  const double magnitude = std::uniform_real_distribution<double>(-6, 2)(random);
  return std::uniform_real_distribution<double>(-1, 1)(random) * std::exp2(magnitude);
}

Image random_image(Size size, PixelFormat format, std::uint32_t seed) {
  std::mt19937 random(seed);
  Image image(size, format);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < format.channels; ++c) image.set(x, y, c, random_value(random, format.type));
  return image;
}

}  // namespace

std::optional<std::string> fault_in(const Session& session, const Plan& plan, const stencil::Problem& problem,
                                    Size size, std::uint32_t seed) {
  const Image pixels = random_image(size, problem.input, seed);
  const ocl::Queue& queue = session.state()->queue;
  GuardedImage input(queue, pixels.size(), pixels.format());
  input.write(pixels);
  std::vector<GuardedImage> guarded;
  std::vector<DeviceImage> outputs;
  for (std::size_t i = 0; i < plan.output_names().size(); ++i) {
    guarded.emplace_back(queue, pixels.size(), plan.output_format());
    outputs.push_back(guarded.back().image());
  }
  plan.run_into(input.image(), outputs);
  std::vector<Image> results;
  for (const GuardedImage& output : guarded) {
    std::string damage;
    results.push_back(output.read(&damage));
    if (!damage.empty()) return fmt::format("{} x {}: {}", pixels.width(), pixels.height(), damage);
  }
  return first_difference(problem, pixels, results);
}

namespace {

void run_case(const Session& session, VerifyRecord& record) {
  const VerifyCase& request = record.request;
  const stencil::Problem problem = problem_of(request.call, request.format, request.options);
  if (request.options.schedule)
    if (const auto exclusion = stencil::excluded(*request.options.schedule, problem, session.device())) {
      record.outcome = Outcome::excluded;
      record.detail = to_string(*exclusion);
      return;
    }
  const Plan plan = session.plan(request.call, request.format, request.options);
  for (const Size size : request.sizes)
    if (const auto difference = fault_in(session, plan, problem, size, request.seed)) {
      record.outcome = Outcome::wrong;
      record.detail = *difference;
      return;
    }
}

}  // namespace

VerifyRecord verify(const Session& session, const VerifyCase& request) {
  VerifyRecord record{request, Outcome::correct, {}};
  try {
    run_case(session, record);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::build && error.kind() != ErrorKind::device) throw;
    record.outcome = error.kind() == ErrorKind::build ? Outcome::build_failed : Outcome::launch_failed;
    record.detail = error.what();
    if (!error.detail().empty()) record.detail += "\n" + error.detail();
  }
  return record;
}

}  // namespace lenslet
