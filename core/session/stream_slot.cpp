// One frame's way through the device. Device memory is made for the first frame of a kind.
#include "session/stream_slot.hpp"

#include <chrono>
#include <cstring>
#include <utility>

#include "array/values.hpp"
#include "elapsed.hpp"
#include "image/layout.hpp"
#include "image/transfer.hpp"
#include "session/plan.hpp"

namespace lenslet {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<PinnedMemory> staging_for(const StreamWork& work, const std::vector<DeviceValue>& values) {
  std::vector<PinnedMemory> all;
  if (!work.options.pinned) return all;
  for (const DeviceValue& value : values)
    all.emplace_back(work.up, std::max<std::uint64_t>(bytes_of(type_of(value)), 1));
  return all;
}

std::size_t row_bytes(const ImageView& image) {
  return static_cast<std::size_t>(image.width()) * image.format().bytes();
}

}  // namespace

void StreamSlot::fail() {
  error_ = std::current_exception();
  free_memory();
}

void StreamSlot::free_memory() {
  types_.clear();
  inputs_.clear();
  outputs_.clear();
  staged_.clear();
  results_.clear();
  part_memory_.free();
}

HeldPart held_part(const Plan& plan, const Image& image, const std::optional<Rect>& region, std::size_t input,
                   Size first_input) {
  if (!region) return {image, {image.size()}};
  const Rect part = plan.reads(*region, first_input, input);
  const std::byte* first = image.row(part.y) + part.x * static_cast<std::int64_t>(image.format().bytes());
  return {{first, part.size(), image.format(), image.stride()}, {image.size(), part.x, part.y}};
}

HeldPart StreamSlot::held(const StreamWork& work, std::size_t input) const {
  const auto* first = std::get_if<Image>(&host_.front());
  return held_part(work.plan, std::get<Image>(host_[input]), work.options.region, input,
                   first ? first->size() : Size());
}

DeviceValue StreamSlot::memory_for(const StreamWork& work, std::size_t input) const {
  if (const auto* array = std::get_if<Array>(&host_[input])) return work.session.allocate(array->type());
  const ImageView pixels = held(work, input).pixels;
  return work.session.allocate(pixels.size(), pixels.format(), work.plan.input_storage());
}

void StreamSlot::fit(const StreamWork& work) {
  std::vector<ValueType> types;
  for (const HostValue& value : host_) types.push_back(type_of(value));
  if (types == types_ && !inputs_.empty()) return;
  free_memory();  // before new memory is taken
  for (std::size_t i = 0; i < host_.size(); ++i) {
    inputs_.push_back(memory_for(work, i));
    if (auto* image = std::get_if<DeviceImage>(&inputs_.back())) *image = image->as_part(held(work, i).place);
  }
  outputs_ = allocate_outputs(work.plan, inputs_, work.options.region);
  staged_ = staging_for(work, inputs_);
  results_ = staging_for(work, outputs_);
  types_ = std::move(types);
}

void StreamSlot::stage(const StreamWork& work, std::size_t input) {
  std::byte* to = staged_[input].bytes().data();
  if (const auto* array = std::get_if<Array>(&host_[input])) {
    if (array->count() > 0) std::memcpy(to, array->bytes().data(), array->bytes().size());
    return;
  }
  const ImageView part = held(work, input).pixels;
  copy_rows(part.row(0), part.stride(), to, static_cast<std::int64_t>(row_bytes(part)), row_bytes(part), part.height());
}

void StreamSlot::begin(const StreamWork& work, std::vector<HostValue> inputs) noexcept {
  host_ = std::move(inputs);
  part_.reset();
  stage_all(work);
}

void StreamSlot::begin(const StreamWork& work, SharedImages inputs, FramePart part) noexcept try {
  host_.clear();
  shared_ = std::move(inputs);
  part_ = std::move(part);
  result_ = described(work.plan);
} catch (...) {
  fail();
}

void StreamSlot::stage_all(const StreamWork& work) noexcept try {
  result_ = described(work.plan);
  if (!work.options.pinned) return;
  fit(work);
  for (std::size_t i = 0; i < host_.size(); ++i) stage(work, i);
  if (!work.options.reuse_inputs) forget_inputs();
} catch (...) {
  fail();
}

void StreamSlot::forget_inputs() {
  host_.clear();
  shared_.reset();
}

void StreamSlot::write(const StreamWork& work, std::size_t input) const {
  const bool pinned = work.options.pinned;
  if (const auto* array = std::get_if<DeviceArray>(&inputs_[input]))
    return work.up.write(array->buffer(), 0,
                         pinned ? std::span<const std::byte>(staged_[input].bytes()).first(array->type().bytes())
                                : std::get<Array>(host_[input]).bytes());
  const auto& image = std::get<DeviceImage>(inputs_[input]);
  write_pixels(
      work.up,
      pinned ? ImageView(staged_[input].bytes().data(), image.size(), image.format()) : held(work, input).pixels,
      image);
}

void StreamSlot::write_all(const StreamWork& work) {
  if (!work.options.pinned) fit(work);
  for (std::size_t i = 0; i < inputs_.size(); ++i) write(work, i);
  if (!work.options.reuse_inputs) forget_inputs();
}

void StreamSlot::upload_part(const StreamWork& work) {
  part_memory_.fit(work.session, work.plan, *shared_, *part_);
  for (std::size_t i = 0; i < shared_->size(); ++i)
    work.uploads->upload((*shared_)[i], std::get<DeviceImage>(part_memory_.inputs()[i]));
  forget_inputs();
}

void StreamSlot::upload(const StreamWork& work) noexcept try {
  if (error_) return;
  const Clock::time_point begin = Clock::now();
  part_ ? upload_part(work) : write_all(work);
  result_.upload_ms = milliseconds_since(begin);
  launch_ = part_ ? work.plan.launch_into(part_memory_.inputs(), part_memory_.outputs(), {.region = part_->region})
                  : work.plan.launch_into(inputs_, outputs_, {.region = work.options.region});
} catch (...) {
  fail();
}

// Takes the memory of an input if a result of this type can use it.
Image StreamSlot::image_for(const ImageType& type) {
  for (HostValue& value : host_) {
    auto* image = std::get_if<Image>(&value);
    if (!image || image->size() != type.size || !(image->format() == type.format)) continue;
    if (image->stride() != static_cast<std::int64_t>(row_bytes(*image))) continue;
    Image spare = std::move(*image);
    value = Array();
    return spare;
  }
  return {type.size, type.format};
}

void StreamSlot::read(const StreamWork& work, std::size_t output) {
  if (const auto* array = std::get_if<DeviceArray>(&outputs_[output]))
    return add_output(result_, array::read(work.down, *array));
  const auto& image = std::get<DeviceImage>(outputs_[output]);
  if (work.options.pinned)
    return read_pixels_into(work.down, image, results_[output].bytes().data(),
                            image.size().width * static_cast<std::int64_t>(image.format().bytes()));
  Image result = image_for({image.format(), image.size()});
  read_pixels_into(work.down, image, result.data(), result.stride());
  add_output(result_, std::move(result));
}

// Results of a part go to the caller's rows, others into pinned memory or new values.
void StreamSlot::read_all(const StreamWork& work) {
  if (part_)
    for (std::size_t i = 0; i < part_->results.size(); ++i)
      work.downloads->download(std::get<DeviceImage>(part_memory_.outputs()[i]), part_->results[i]);
  else
    for (std::size_t i = 0; i < outputs_.size(); ++i) read(work, i);
}

void StreamSlot::download(const StreamWork& work) noexcept try {
  if (error_) return;
  launch_->wait();
  result_.timing = launch_->timing();
  const Clock::time_point begin = Clock::now();
  read_all(work);
  result_.download_ms = milliseconds_since(begin);
  launch_.reset();
} catch (...) {
  abandon();
  fail();
}

Result StreamSlot::take() {
  if (error_) {
    forget_inputs();
    std::rethrow_exception(std::exchange(error_, nullptr));
  }
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const auto* device = std::get_if<DeviceImage>(&outputs_[i]);
    if (!device) continue;
    Image image = image_for({device->format(), device->size()});
    std::memcpy(image.data(), results_[i].bytes().data(), row_bytes(image) * static_cast<std::size_t>(image.height()));
    result_.images.push_back(std::move(image));
  }
  forget_inputs();
  return std::move(result_);
}

void StreamSlot::abandon() noexcept try {
  if (launch_) launch_->wait();
  launch_.reset();
} catch (...) {  // a launch that failed has ended
  launch_.reset();
}

}  // namespace lenslet
