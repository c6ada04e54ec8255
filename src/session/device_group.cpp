// A session for each device; what they do together is that of Strips.
#include <lenslet/device_group.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/device.hpp"
#include "session/plan.hpp"

namespace lenslet {
namespace {

std::vector<std::string> numbers(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(std::to_string(i));
  return names;
}

void copy_rows(const Image& from, std::int64_t first, std::int64_t rows, std::byte* to) {
  const std::size_t bytes = static_cast<std::size_t>(from.width()) * from.format().bytes();
  for (std::int64_t y = first; y < first + rows; ++y, to += bytes) std::memcpy(to, from.row(y), bytes);
}

ReadRows rows_of_image(const Image& image) {
  return [&image](std::int64_t first, std::int64_t rows, std::byte* to) { copy_rows(image, first, rows, to); };
}

// Puts a strip's rows behind those before it.
void append(Result& strip, std::int64_t first, Result& whole) {
  for (std::size_t i = 0; i < whole.images.size(); ++i)
    copy_rows(strip.images[i], 0, strip.images[i].height(), whole.images[i].row(first));
  whole.timing.kernel_ms += strip.timing.kernel_ms;
  whole.timing.busy_ms += strip.timing.busy_ms;
  whole.timing.launches += strip.timing.launches;
  whole.timing.bytes += strip.timing.bytes;
  whole.upload_ms += strip.upload_ms;
  whole.download_ms += strip.download_ms;
}

}  // namespace

std::vector<std::string> device_selectors(std::string_view list) {
  return ocl::device_selectors(list);
}

DeviceGroup::DeviceGroup(const SessionOptions& options) : devices_(device_selectors(options.device)) {
  for (const std::string& device : devices_) {
    SessionOptions one = options;
    one.device = device;
    sessions_.emplace_back(one);
  }
}

DeviceGroup::DeviceGroup(std::vector<Session> sessions)
    : sessions_(std::move(sessions)), devices_(numbers(sessions_.size())) {
  if (sessions_.empty())
    throw Error(ErrorKind::invalid_argument, "a group of no sessions; allowed are groups of one and more");
}

GroupPlan DeviceGroup::plan(const Call& call, PixelFormat input, const FilterOptions& options) const {
  return plan(image_work(call, input, options.size.value_or(usual_size), options));
}

GroupPlan DeviceGroup::plan(const Work& work) const {
  GroupPlan plan{{}, devices_};
  for (std::size_t i = 0; i < sessions_.size(); ++i) try {
      plan.plans.push_back(sessions_[i].plan(work));
    } catch (const Error& error) {
      if (sessions_.size() == 1) throw;
      throw Error(error.kind(), fmt::format("device {}, {}: {}", devices_[i], sessions_[i].device().name, error.what()),
                  error.detail());
    }
  return plan;
}

GroupResult DeviceGroup::run(const Call& call, const std::vector<Image>& inputs, const FilterOptions& options,
                             const StripOptions& strip_options) const {
  Work work{call, {}, options};
  std::vector<ImageType> types;
  std::vector<ReadRows> sources;
  for (const Image& input : inputs) {
    types.push_back({input.format(), input.size()});
    work.inputs.emplace_back(types.back());
    sources.push_back(rows_of_image(input));
  }
  const GroupPlan plan = this->plan(work);
  Strips strips(plan, types, std::move(sources), strip_options);
  GroupResult whole{described(plan.plans.front()), {}};
  const RowRange part = strip_options.part.value_or(RowRange{0, strips.outputs().front().size.height});
  for (const ImageType& type : strips.outputs())
    whole.result.images.emplace_back(Size{type.size.width, part.count()}, type.format);
  std::int64_t done = 0;
  while (std::optional<Result> strip = strips.next()) {
    append(*strip, done, whole.result);
    done += strip->images.front().height();
  }
  whole.shares = strips.shares();
  return whole;
}

}  // namespace lenslet
