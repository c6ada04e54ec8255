// Runs a work in strips and joins the results.
#include "session/run_in_strips.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/device_group.hpp>
#include <lenslet/error.hpp>

#include "image/layout.hpp"
#include "session/merging.hpp"
#include "session/plan.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

std::vector<ValueType> values_of(const op::Problem& problem) {
  std::vector<ValueType> all = problem.inputs();
  for (ValueType& type : problem.outputs()) all.push_back(std::move(type));
  return all;
}

std::uint64_t bytes_of_all(const std::vector<ValueType>& values) {
  std::uint64_t bytes = 0;
  for (const ValueType& type : values) bytes += bytes_of(type);
  return bytes;
}

// The memory that a run may take: OpOptions::memory, or half of the device's memory, because other programs use it,
// too.
std::uint64_t budget(const Session& session, const Work& work) {
  return work.options.memory > 0 ? work.options.memory : session.device().global_memory / 2;
}

// The message says that this is why the whole is not run: a caller who did not ask for strips cannot know that strips
// need one size.
void check_one_size(const std::vector<ImageView>& inputs) {
  const Size first = inputs.front().size();
  for (const ImageView& image : inputs)
    if (image.size() != first)
      throw Error(ErrorKind::unsupported,
                  fmt::format("inputs of {} x {} and of {} x {}; allowed are images of one size", first.width,
                              first.height, image.width(), image.height()));
}

Result run(const Session& session, const Work& work, const std::vector<ImageView>& inputs) {
  check_one_size(inputs);
  const StripOptions options{.memory = budget(session, work)};
  const Plan plan = session.plan(merged_images(session, work, inputs, options));
  return Strips(GroupPlan{{plan}}, inputs, options).join();
}

}  // namespace

std::vector<ImageType> types_of(const std::vector<ImageView>& images) {
  std::vector<ImageType> types;
  for (const ImageView& image : images) types.push_back({image.format(), image.size()});
  return types;
}

std::vector<ReadRows> sources_of(const std::vector<ImageView>& images) {
  std::vector<ReadRows> sources;
  for (const ImageView& image : images)
    sources.push_back([image](std::int64_t first, std::int64_t rows, std::byte* to) {
      const std::int64_t bytes = image.width() * static_cast<std::int64_t>(image.format().bytes());
      copy_rows(image.row(first), image.stride(), to, bytes, static_cast<std::size_t>(bytes), rows);
    });
  return sources;
}

bool needs_strips(const Session& session, const op::Problem& problem, std::uint64_t scratch) {
  const std::vector<ValueType> values = values_of(problem);
  const auto is_image = [](const ValueType& type) { return std::holds_alternative<ImageType>(type); };
  if (!std::ranges::all_of(values, is_image)) return false;
  const DeviceInfo& device = session.device();
  const std::uint64_t allowed = problem.work().options.memory;
  const std::uint64_t most = allowed > 0 ? allowed : device.global_memory;
  const auto is_large = [&](const ValueType& type) { return bytes_of(type) > device.max_allocation; };
  return bytes_of_all(values) + scratch > std::min(most, device.global_memory) || std::ranges::any_of(values, is_large);
}

Result run_in_strips(const Session& session, const op::Problem& problem, const std::vector<ImageView>& inputs) try {
  return run(session, problem.work(), inputs);
} catch (const Error& error) {
  if (error.kind() != ErrorKind::unsupported) throw;
  const DeviceInfo& device = session.device();
  const Work& work = problem.work();
  throw Error(ErrorKind::unsupported,
              fmt::format("{} of {} needs {} bytes with its results, {} has {}{}; in strips it does not pass: {}",
                          system::shown_name(work.call.op), to_string(work.inputs.front()),
                          bytes_of_all(values_of(problem)), device.name, device.global_memory,
                          work.options.memory > 0 ? fmt::format(" of which {} are allowed", work.options.memory) : "",
                          error.what()));
}

}  // namespace lenslet
