// A driver takes memory of the host at multiples of 128 bytes. So a buffer begins at such a multiple before an image,
// on the same page, and the image at an offset in it.
#include "session/host_call.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "image/layout.hpp"
#include "image/sides.hpp"
#include "ocl/foreign.hpp"
#include "ocl/mapping.hpp"
#include "session/plan.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

// The device's view of an image in memory of the host. Absent where kernels cannot use it there: on devices with memory
// of their own, for pixels with gaps, for rows from bottom to top or at fractions of a sample.
std::optional<DeviceImage> in_place(const Session& session, const ImageView& view, KernelAccess access) {
  const DeviceInfo& device = session.device();
  const std::int64_t stride = view.height() > 1 ? view.stride() : 0;
  if (device.kind != DeviceKind::cpu || !device.host_memory || !view.has_whole_rows() || stride < 0) return {};
  const auto address = reinterpret_cast<std::uintptr_t>(view.row(0));
  const std::uintptr_t offset = address % ocl::host_alignment, sample = size_of(view.format().type);
  if (offset % sample != 0 || static_cast<std::uintptr_t>(stride) % sample != 0) return {};
  const ImageType type{view.format(), view.size()};
  const ImageLayout layout = checked_layout(type, {.offset = static_cast<std::int64_t>(offset), .stride = stride});
  const auto end = end_within(device.max_allocation, type, layout);
  if (!end) return {};
  auto* const begin = const_cast<std::byte*>(view.row(0)) - offset;
  return image_at(state_of(session).queue.over({begin, *end}, access), type, layout);
}

bool lies_on_any(const HostView& view, const HostTargets* targets) {
  const auto* image = std::get_if<ImageView>(&view);
  if (!targets || !image) return false;
  return std::ranges::any_of(*targets, [&](const HostTarget& target) {
    const auto* other = std::get_if<MutableImageView>(&target);
    return other ? overlap(laid_of(*image), laid_of(static_cast<const ImageView&>(*other)))
                 : overlap(laid_of(*image), laid_of(static_cast<const ArrayView&>(std::get<MutableArrayView>(target))));
  });
}

// Only a single image is put into the storage that the plan reads best.
DeviceValue input_of(const Session& session, const HostView& view, Storage storage, const HostTargets* targets) {
  if (const auto* array = std::get_if<ArrayView>(&view)) return session.upload(*array);
  const auto& image = std::get<ImageView>(view);
  if (storage == Storage::buffer && !lies_on_any(view, targets))
    if (auto here = in_place(session, image, KernelAccess::read_only)) return *std::move(here);
  return session.upload(image, storage);
}

}  // namespace

HostCall::HostCall(const Session& session, const Plan& plan, const HostViews& inputs, const HostTargets* targets)
    : session_(session), targets_(targets) {
  const Storage storage = inputs.size() == 1 ? plan.input_storage() : Storage::buffer;
  inputs_.reserve(inputs.size());
  for (const HostView& input : inputs) inputs_.push_back(input_of(session, input, storage, targets));
}

std::optional<HostCall::InPlace> HostCall::place_for(const Plan& plan, std::size_t output) const {
  const auto* type = std::get_if<ImageType>(&plan.outputs()[output]);
  if (!type || type->layers != 1 || plan.output_storage() != Storage::buffer) return {};
  if (targets_) {
    auto here = in_place(session_, std::get<MutableImageView>((*targets_)[output]), KernelAccess::read_write);
    return here ? std::optional(InPlace{{}, *std::move(here)}) : std::nullopt;
  }
  const DeviceInfo& device = session_.device();
  if (device.kind != DeviceKind::cpu || !device.host_memory) return {};
  Image made = Image::undefined(type->size, type->format);  // kernels write all pixels of a result
  auto here = in_place(session_, made, KernelAccess::read_write);
  return here ? std::optional(InPlace{std::move(made), *std::move(here)}) : std::nullopt;
}

std::vector<DeviceValue> HostCall::make_outputs(const Plan& plan) {
  std::vector<DeviceValue> outputs;
  in_place_.clear();
  for (std::size_t i = 0; i < plan.outputs().size(); ++i) {
    in_place_.push_back(place_for(plan, i));
    outputs.push_back(in_place_.back() ? DeviceValue(in_place_.back()->image)
                                       : allocate_output(plan, inputs_, plan.outputs()[i]));
  }
  return outputs;
}

// The host may use memory that kernels have written once it was mapped. That is put into the queue behind the kernels,
// so that the host waits once.
void HostCall::wait_for(const Launch& launch) const {
  std::vector<ocl::HostStretch> written;
  for (const std::optional<InPlace>& place : in_place_)
    if (place) {
      const ocl::Stretch all = stretch_of(place->image), buffer = place->image.buffer().stretch();
      written.push_back({place->image.buffer(), all.begin - buffer.begin, all.end - all.begin});
    }
  if (!written.empty()) ocl::take_back(state_of(session_).queue, written);
  launch.wait();
}

DeviceResults HostCall::run(const Plan& plan, Timing& timing) try {
  std::vector<DeviceValue> outputs = make_outputs(plan);
  const Launch launch = plan.launch_into(inputs_, outputs);
  wait_for(launch);
  timing = launch.timing();
  return outputs;
} catch (...) {
  ocl::finish_anyway(state_of(session_).queue);  // nothing uses the caller's memory any more
  throw;
}

void HostCall::download(const DeviceResults& outputs, Result& result) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (in_place_[i]) {
      if (in_place_[i]->made) add_output(result, *std::move(in_place_[i]->made));
    } else if (targets_) {
      download_into(session_, outputs[i], (*targets_)[i]);
    } else {
      add_output(result, download_value(session_, outputs[i]));
    }
  }
}

}  // namespace lenslet
