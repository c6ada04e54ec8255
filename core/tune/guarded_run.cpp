// Runs plans on values with guards: all round an image, and after an array.
#include "tune/guarded_run.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "array/values.hpp"
#include "rounding.hpp"
#include "session/plan.hpp"
#include "session/state.hpp"
#include "tune/parts_run.hpp"

namespace lenslet {
namespace {

// Guards lie before the first row, after each row and after the last one. They are longer than the widest window
// reaches in a small image.
constexpr std::int64_t guard_samples = 4096;
constexpr std::int64_t gap_samples = 7;
constexpr std::int64_t max_vector_length = 32;

// Returns a NaN for the floating types, and an unlikely value for the others.
std::vector<std::byte> poison_sample(SampleType type) {
  switch (type) {
    case SampleType::f16:
      return {std::byte{0x55}, std::byte{0x7e}};
    case SampleType::f32:
      return {std::byte{0x55}, std::byte{0x55}, std::byte{0xc5}, std::byte{0x7f}};
    default:
      return std::vector<std::byte>(size_of(type), std::byte{0xa5});
  }
}

std::int64_t stride_of(Size size, PixelFormat format, GuardedImage::Rows rows) {
  const std::int64_t samples = size.width * format.channels + gap_samples;
  return rows == GuardedImage::Rows::odd ? samples | 1 : round_up(samples, max_vector_length);
}

}  // namespace

// Allocates the image with poisoned surroundings.
GuardedImage::GuardedImage(const ocl::Queue& queue, Size size, PixelFormat format, Rows rows, std::int64_t layers)
    : queue_(queue) {
  const std::int64_t stride = stride_of(size, format, rows);
  const std::vector<std::byte> sample = poison_sample(format.type);
  const auto samples = static_cast<std::size_t>(stride * size.height * layers + 2 * guard_samples);
  poison_.resize(samples * sample.size());
  for (std::size_t i = 0; i < poison_.size(); i += sample.size()) std::ranges::copy(sample, poison_.data() + i);
  const ocl::Buffer buffer = queue.allocate(poison_.size());
  queue.write(buffer, 0, poison_);
  image_.emplace(buffer, size, format, guard_samples, stride, layers);
}

std::size_t GuardedImage::row_begin(std::int64_t y) const {
  return static_cast<std::size_t>(image_->offset() + y * image_->stride()) * size_of(image_->format().type);
}

std::size_t GuardedImage::row_bytes() const {
  return static_cast<std::size_t>(image_->size().width) * image_->format().bytes();
}

void GuardedImage::write(const ImageView& pixels, std::int64_t layer) {
  for (std::int64_t y = 0; y < pixels.height(); ++y)
    queue_.write(image_->buffer(), row_begin(layer * pixels.height() + y), {pixels.row(y), row_bytes()});
}

Image GuardedImage::read(std::string* mismatch) const {
  return read_layers(mismatch).front();
}

std::vector<Image> GuardedImage::read_layers(std::string* mismatch) const {
  std::vector<std::byte> bytes(poison_.size());
  queue_.read(image_->buffer(), 0, bytes);
  const std::int64_t height = image_->size().height;
  std::vector<Image> results(static_cast<std::size_t>(image_->layers()), Image(image_->size(), image_->format()));
  for (std::int64_t y = 0; y < height * image_->layers(); ++y) {
    Image& result = results[static_cast<std::size_t>(y / height)];
    std::memcpy(result.row(y % height), bytes.data() + row_begin(y), row_bytes());
    std::memcpy(bytes.data() + row_begin(y), poison_.data() + row_begin(y), row_bytes());
  }
  const auto [changed, poison] = std::ranges::mismatch(bytes, poison_);
  if (mismatch && changed != bytes.end()) {
    const auto sample = (changed - bytes.begin()) / static_cast<std::ptrdiff_t>(size_of(image_->format().type));
    *mismatch = fmt::format("wrote outside the image, {} samples from its first", sample - image_->offset());
  }
  return results;
}

namespace {

constexpr std::size_t guard_bytes = 256;
constexpr std::byte poison{0xA5};

class GuardedArray {
 public:
  GuardedArray(const ocl::Queue& queue, const ArrayType& type)
      : queue_(queue), array_(type, queue.allocate(size(type)), queue.allocate(sizeof(std::uint32_t))) {
    queue_.write(array_.buffer(), 0, std::vector<std::byte>(size(type), poison));
  }

  const DeviceArray& value() const { return array_; }

  Array read(std::string* mismatch) const {
    std::vector<std::byte> guard(guard_bytes);
    queue_.read(array_.buffer(), array_.type().bytes(), guard);
    if (std::ranges::any_of(guard, [](std::byte byte) { return byte != poison; }))
      *mismatch = "it wrote behind the end of an output";
    return array::read(queue_, array_);
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

std::optional<std::string> mismatch(const Session& session, const op::Problem& problem, const op::AnySchedule& schedule,
                                    const std::vector<HostValue>& inputs, const GuardedResult& result) {
  if (!result.mismatch.empty()) return fmt::format("{}: {}", to_string(problem.inputs().front()), result.mismatch);
  if (const op::Parts parts = problem.parts(schedule); !parts.all.empty())
    return mismatch_with_parts(session, parts, inputs, result.outputs);
  return problem.mismatch(inputs, result.outputs);
}

std::optional<std::string> mismatch(const Session& session, const Plan& plan, const op::Problem& problem,
                                    const std::vector<HostValue>& inputs) {
  return mismatch(session, problem, schedule_of(plan), inputs, run_guarded(session, plan, inputs, problem.outputs()));
}

}  // namespace lenslet
