// Device memory is made for the first frame of a kind.
#include "session/stream_slot.hpp"

#include <algorithm>
#include <utility>

#include "elapsed.hpp"
#include "image/transfer.hpp"
#include "session/plan.hpp"

namespace lenslet {
namespace {

using Clock = std::chrono::steady_clock;

// Returns the part of an image that goes to the device.
Rect part_of(const StreamWork& work, const Image& image) {
  const Rect all{0, 0, image.width(), image.height()};
  return work.options.region ? work.plan.reads(*work.options.region, image.size()) : all;
}

DeviceValue memory_for(const StreamWork& work, const HostValue& value) {
  const auto* image = std::get_if<Image>(&value);
  if (!image) return work.session.allocate(std::get<Array>(value).type());
  const Rect part = part_of(work, *image);
  const DeviceImage held = work.session.allocate(part.size(), image->format(), work.plan.input_storage());
  return work.options.region ? held.as_part({image->size(), part.x, part.y}) : held;
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
}

void StreamSlot::fit(const StreamWork& work) {
  std::vector<ValueType> types;
  for (const HostValue& value : host_) types.push_back(type_of(value));
  if (types == types_ && !inputs_.empty()) return;
  free_memory();  // before more is taken
  for (const HostValue& value : host_) inputs_.push_back(memory_for(work, value));
  outputs_ = allocate_outputs(work.plan, inputs_, work.options.region);
  types_ = std::move(types);
}

void StreamSlot::write(const StreamWork& work, std::size_t input) const {
  if (const auto* array = std::get_if<Array>(&host_[input]))
    return work.up.write(std::get<DeviceArray>(inputs_[input]).buffer(), 0, array->bytes());
  const auto& image = std::get<Image>(host_[input]);
  const Rect part = part_of(work, image);
  const std::byte* first = image.row(part.y) + part.x * static_cast<std::int64_t>(image.format().bytes());
  write_pixels(work.up, ImageView(first, part.size(), image.format(), image.stride()),
               std::get<DeviceImage>(inputs_[input]));
}

void StreamSlot::upload(const StreamWork& work) noexcept try {
  const Clock::time_point begin = Clock::now();
  result_ = described(work.plan);
  fit(work);
  for (std::size_t i = 0; i < host_.size(); ++i) write(work, i);
  if (!work.options.reuse_inputs) host_.clear();
  result_.upload_ms = milliseconds_since(begin);
  launch_ = work.plan.launch_into(inputs_, outputs_, {.region = work.options.region});
} catch (...) {
  fail();
}

// Returns an input's memory where a result of this type can have it.
std::optional<Image> StreamSlot::spare_image(const DeviceImage& like) {
  for (HostValue& value : host_) {
    auto* image = std::get_if<Image>(&value);
    if (!image || image->size() != like.size() || !(image->format() == like.format())) continue;
    if (image->stride() != image->width() * static_cast<std::int64_t>(image->format().bytes())) continue;
    std::optional<Image> spare = std::move(*image);
    value = Array();
    return spare;
  }
  return std::nullopt;
}

HostValue StreamSlot::read(const StreamWork& work, const DeviceValue& output) {
  if (const auto* array = std::get_if<DeviceArray>(&output)) {
    Array result(array->type());
    work.down.read(array->buffer(), 0, result.bytes());
    return result;
  }
  const auto& image = std::get<DeviceImage>(output);
  std::optional<Image> spare = spare_image(image);
  Image result = spare ? *std::move(spare) : Image(image.size(), image.format());
  read_pixels_into(work.down, image, result);
  return result;
}

void StreamSlot::download(const StreamWork& work) noexcept try {
  if (error_) return;
  launch_->wait();
  result_.timing = launch_->timing();
  const Clock::time_point begin = Clock::now();
  for (const DeviceValue& output : outputs_) add_output(result_, read(work, output));
  result_.download_ms = milliseconds_since(begin);
  launch_.reset();
  host_.clear();
} catch (...) {
  abandon();
  fail();
}

Result StreamSlot::take() {
  host_.clear();
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  return std::move(result_);
}

void StreamSlot::abandon() noexcept try {
  if (launch_) launch_->wait();
  launch_.reset();
} catch (...) {  // what failed has ended
  launch_.reset();
}

}  // namespace lenslet
