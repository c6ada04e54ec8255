// The first launch also pays for what the device does lazily, so that a report of speed launches again.
#include "tool/jobs/plan_use.hpp"

#include <algorithm>

#include "tool/jobs/run_report.hpp"
#include "tool/records/value_text.hpp"

namespace lenslet::cli {
namespace {

// A schedule serves sizes within a factor of two in pixels.
bool are_near(Size a, Size b) {
  const auto pixels = [](Size size) { return static_cast<double>(size.width) * static_cast<double>(size.height); };
  return pixels(a) < 2 * pixels(b) && pixels(b) < 2 * pixels(a);
}

// Whether a plan for the one serves the other.
bool serves(const Plan& plan, const ValueType& type, const ValueType& other) {
  const ImageType *image = image_of(type), *wanted = image_of(other);
  if (!image || !wanted || !plan.serves_every_size()) return type == other;
  return image->format == wanted->format && are_near(image->size, wanted->size);
}

}  // namespace

bool serves(const Plan& plan, const Work& work, const Work& other) {
  return work.call.arguments == other.call.arguments && work.options.nodata == other.options.nodata &&
         work.options.nan == other.options.nan &&
         std::ranges::equal(work.inputs, other.inputs,
                            [&](const ValueType& a, const ValueType& b) { return serves(plan, a, b); });
}

DeviceValue upload(const Session& session, const Plan& plan, const HostValue& value,
                   const std::optional<Rect>& region) {
  if (const auto* array = std::get_if<Array>(&value)) return session.upload(*array);
  const auto& image = std::get<Image>(value);
  if (!region) return session.upload(image, plan.input_storage());
  const Rect part = plan.reads(*region, image.size());
  const std::byte* first = image.row(part.y) + part.x * static_cast<std::int64_t>(image.format().bytes());
  return session.upload(ImageView(first, part.size(), image.format(), image.stride()), {image.size(), part.x, part.y},
                        plan.input_storage());
}

HostValue download(const Session& session, const DeviceValue& value) {
  return std::visit([&](const auto& known) -> HostValue { return session.download(known); }, value);
}

Timing fastest(const Plan& plan, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
               const std::optional<Rect>& region) {
  const auto start = Clock::now();
  Timing best;
  for (int i = 0; i < 5 && (i == 0 || ms_since(start) < 500); ++i) {
    Timing timing;
    plan.run_into(inputs, outputs, lenslet::RunOptions{region, &timing});
    if (i == 0 || timing.kernel_ms < best.kernel_ms) best = timing;
  }
  return best;
}

}  // namespace lenslet::cli
