// Runs plans on values with guards: all round an image, and after an array.
#include "tune/guarded_run.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "session/plan.hpp"
#include "session/state.hpp"
#include "tune/guarded_image.hpp"
#include "tune/parts_run.hpp"

namespace lenslet {
namespace {

constexpr std::size_t guard_bytes = 256;
constexpr std::byte poison{0xA5};

class GuardedArray {
 public:
  GuardedArray(const ocl::Queue& queue, const ArrayType& type)
      : queue_(queue), array_(type, queue.allocate(size(type))) {
    queue_.write(array_.buffer(), 0, std::vector<std::byte>(size(type), poison));
  }

  const DeviceArray& value() const { return array_; }

  Array read(std::string* mismatch) const {
    std::vector<std::byte> guard(guard_bytes);
    queue_.read(array_.buffer(), array_.type().bytes(), guard);
    if (std::ranges::any_of(guard, [](std::byte byte) { return byte != poison; }))
      *mismatch = "it wrote behind the end of an output";
    Array result(array_.type());
    if (result.count() > 0) queue_.read(array_.buffer(), 0, result.bytes());
    return result;
  }

 private:
  static std::size_t size(const ArrayType& type) { return type.bytes() + guard_bytes; }

  const ocl::Queue& queue_;
  DeviceArray array_;
};

using Guarded = std::variant<GuardedImage, GuardedArray>;

Guarded guarded(const ocl::Queue& queue, const ValueType& type) {
  if (const auto* array = std::get_if<ArrayType>(&type)) return GuardedArray(queue, *array);
  const auto& image = std::get<ImageType>(type);
  return GuardedImage(queue, image.size, image.format);
}

DeviceValue value_of(const Guarded& one) {
  return std::visit([](const auto& known) -> DeviceValue { return known.value(); }, one);
}

HostValue read(const Guarded& one, std::string* mismatch) {
  return std::visit([mismatch](const auto& known) -> HostValue { return known.read(mismatch); }, one);
}

}  // namespace

GuardedResult run_guarded(const Session& session, const Plan& plan, const std::vector<DeviceValue>& inputs,
                          const std::vector<ValueType>& outputs) {
  std::vector<Guarded> memory;
  std::vector<DeviceValue> values;
  for (const ValueType& type : outputs) {
    memory.push_back(guarded(state_of(session).queue, type));
    values.push_back(value_of(memory.back()));
  }
  plan.run_into(inputs, values);
  GuardedResult result;
  for (const Guarded& one : memory) result.outputs.push_back(read(one, &result.mismatch));
  return result;
}

GuardedResult run_guarded(const Session& session, const Plan& plan, const std::vector<HostValue>& inputs,
                          const std::vector<ValueType>& outputs) {
  std::vector<DeviceValue> values;
  for (const HostValue& input : inputs) {
    const auto* image = std::get_if<Image>(&input);
    if (!image) {
      values.push_back(upload_value(session, input));
      continue;
    }
    GuardedImage around(state_of(session).queue, image->size(), image->format());
    around.write(*image);
    values.emplace_back(around.value());
  }
  return run_guarded(session, plan, values, outputs);
}

std::optional<std::string> mismatch(const Session& session, const op::Problem& problem, const std::string& schedule,
                                    const std::vector<HostValue>& inputs, const GuardedResult& result) {
  if (!result.mismatch.empty()) return fmt::format("{}: {}", to_string(problem.inputs().front()), result.mismatch);
  if (const op::Parts parts = problem.parts(schedule); !parts.all.empty())
    return mismatch_with_parts(session, parts, inputs, result.outputs);
  return problem.mismatch(inputs, result.outputs);
}

std::optional<std::string> mismatch(const Session& session, const Plan& plan, const op::Problem& problem,
                                    const std::vector<HostValue>& inputs) {
  return mismatch(session, problem, plan.schedule(), inputs, run_guarded(session, plan, inputs, problem.outputs()));
}

}  // namespace lenslet
