// PoCL, for one, generates code for a group's size when it first meets it, and its binaries then have that code.
#include "session/small_launch.hpp"

#include <variant>

#include "ocl/hash.hpp"
#include "session/plan.hpp"
#include "session/problem.hpp"

namespace lenslet {
namespace {

// Images of two sizes: some kernels are for small ones.
std::vector<Work> works_to_run(const Plan& plan, const Work& work) {
  if (!plan.serves_every_size()) return {work};
  std::vector<Work> works;
  for (const Size size : {Size{61, 47}, Size{640, 384}}) {
    works.push_back(work);
    for (ValueType& input : works.back().inputs)
      if (auto* image = std::get_if<ImageType>(&input)) image->size = size;
  }
  return works;
}

std::vector<DeviceValue> run_once(const Session& session, const Plan& plan, const Work& work) {
  std::vector<DeviceValue> inputs;
  for (const HostValue& value : make_problem(work)->typical()) {
    const auto* image = std::get_if<Image>(&value);
    if (image != nullptr)
      inputs.emplace_back(session.upload(*image, plan.input_storage()));
    else
      inputs.push_back(upload_value(session, value));
  }
  return plan.run(inputs);
}

std::int64_t hash_of_bytes(const std::byte* begin, std::size_t count, std::int64_t seed) {
  return ocl::hash_of({reinterpret_cast<const unsigned char*>(begin), count}, seed);
}

// Rows have gaps, which are of no result.
std::int64_t hash_of_value(const HostValue& value, std::int64_t seed) {
  if (const auto* array = std::get_if<Array>(&value))
    return hash_of_bytes(array->bytes().data(), array->bytes().size(), seed);
  const Image& image = std::get<Image>(value);
  const auto bytes = static_cast<std::size_t>(image.size().width) * image.format().bytes();
  for (std::int64_t y = 0; y < image.size().height; ++y) seed = hash_of_bytes(image.row(y), bytes, seed);
  return seed;
}

}  // namespace

std::int64_t launch_small(const Session& session, const op::ProblemPtr& problem, const std::vector<op::Choice>& choices,
                          const op::Build& build) {
  std::int64_t hash = ocl::hash_of("");
  for (const op::Choice& choice : choices) {
    const Plan plan = make_plan(session, problem, choice, build);
    for (const Work& work : works_to_run(plan, problem->work()))
      for (const DeviceValue& value : run_once(session, plan, work))
        hash = hash_of_value(download_value(session, value), hash);
  }
  return hash;
}

}  // namespace lenslet
