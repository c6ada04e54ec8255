// Picks awkward regions, lays out the inputs that they read, and compares.
#include "tune/region_runs.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "image/rect.hpp"
#include "session/state.hpp"
#include "tune/guarded_run.hpp"

namespace lenslet {
namespace {

// Returns regions at odd places in the middle, at a corner, one pixel wide, and rows from edge to edge. Tiny images get
// some of these.
std::vector<Rect> awkward_regions(Size size) {
  const std::int64_t w = size.width, h = size.height;
  std::vector<Rect> regions{{w / 3, h / 3, (w + 1) / 2, (h + 1) / 2},
                            {w / 2, h / 2, w - w / 2, h - h / 2},
                            {w / 3 | 1, 0, 1, h},
                            {0, h / 5, w, (h + 2) / 3}};
  std::erase_if(regions, [&](const Rect& r) { return r.x + r.width > w || r.y + r.height > h; });
  return regions;
}

ImageView crop(const ImageView& image, const Rect& rect) {
  const auto bytes = rect.x * static_cast<std::int64_t>(image.format().bytes());
  return {image.row(rect.y) + bytes, rect.size(), image.format(), image.stride()};
}

// Compares bits, but any two NaN count as equal, because nothing defines their bits.
bool is_same_pixel(const ImageView& a, const ImageView& b, std::int64_t x, std::int64_t y) {
  const auto bytes = static_cast<std::int64_t>(a.format().bytes()), sample = bytes / a.format().channels;
  for (std::int64_t at = x * bytes; at < (x + 1) * bytes; at += sample)
    if (std::memcmp(a.row(y) + at, b.row(y) + at, static_cast<std::size_t>(sample)) != 0 &&
        !(std::isnan(load_sample(a.row(y) + at, a.format().type)) &&
          std::isnan(load_sample(b.row(y) + at, b.format().type))))
      return false;
  return true;
}

class RegionRun {
 public:
  RegionRun(const Session& session, const Plan& plan, const std::vector<HostValue>& results, Size whole)
      : queue_(state_of(session).queue), plan_(plan), results_(results), whole_(whole) {}

  // Compares runs on inputs that hold a rectangle of their images each.
  std::optional<std::string> mismatch(const std::vector<HostValue>& inputs, const std::vector<Rect>& held,
                                      const Rect& region) const {
    std::vector<GuardedImage> memory;
    std::vector<DeviceValue> given;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const Image& image = std::get<Image>(inputs[i]);
      memory.emplace_back(queue_, held[i].size(), image.format(),
                          region.x % 2 ? GuardedImage::Rows::odd : GuardedImage::Rows::aligned);
      memory.back().write(crop(image, held[i]));
      given.emplace_back(memory.back().value().as_part({image.size(), held[i].x, held[i].y}));
    }
    std::vector<GuardedImage> outputs;
    std::vector<DeviceValue> values;
    for (const HostValue& result : results_) {
      outputs.emplace_back(queue_, region.size(), std::get<Image>(result).format());
      values.emplace_back(outputs.back().value());
    }
    plan_.run_into(given, values, {.region = region});
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (const auto wrong = difference(outputs[i], std::get<Image>(results_[i]), region))
        return fmt::format("{} x {}, region {}, with {} held: output {} {}", whole_.width, whole_.height,
                           to_string(region), to_string(held.front()), i, *wrong);
    return {};
  }

 private:
  static std::optional<std::string> difference(const GuardedImage& output, const Image& whole, const Rect& region) {
    std::string mismatch;
    const Image got = output.read(&mismatch);
    if (!mismatch.empty()) return mismatch;
    if (!same_bits(got, crop(whole, region))) return "is not that part of the whole image's result";
    return {};
  }

  const ocl::Queue& queue_;
  const Plan& plan_;
  const std::vector<HostValue>& results_;
  Size whole_;
};

}  // namespace

bool same_bits(const ImageView& a, const ImageView& b) {
  const std::size_t bytes = static_cast<std::size_t>(a.width()) * a.format().bytes();
  for (std::int64_t y = 0; y < a.height(); ++y) {
    if (std::memcmp(a.row(y), b.row(y), bytes) == 0) continue;
    for (std::int64_t x = 0; x < a.width(); ++x)
      if (!is_same_pixel(a, b, x, y)) return false;
  }
  return true;
}

std::optional<std::string> mismatch_in_regions(const Session& session, const Plan& plan,
                                               const std::vector<HostValue>& inputs,
                                               const std::vector<HostValue>& results) {
  const Size to = std::get<Image>(results.front()).size();
  const RegionRun run(session, plan, results, to);
  for (const Rect& region : awkward_regions(to)) {
    for (const std::vector<Rect>& held : {all_of(inputs), all_reads(plan, region, inputs)})
      if (auto wrong = run.mismatch(inputs, held, region)) return wrong;
  }
  return {};
}

std::vector<Rect> all_reads(const Plan& plan, const Rect& region, const std::vector<HostValue>& inputs) {
  const Size first = std::get<Image>(inputs.front()).size();
  std::vector<Rect> reads;
  for (std::size_t i = 0; i < inputs.size(); ++i) reads.push_back(plan.reads(region, first, i));
  return reads;
}

std::vector<Rect> all_of(const std::vector<HostValue>& inputs) {
  std::vector<Rect> all;
  for (const HostValue& input : inputs) all.push_back(rect_of(std::get<Image>(input).size()));
  return all;
}

std::optional<std::string> mismatch_in_region(const Session& session, const Plan& plan,
                                              const std::vector<HostValue>& inputs,
                                              const std::vector<HostValue>& results, const std::vector<Rect>& held,
                                              const Rect& region) {
  const Size whole = std::get<Image>(results.front()).size();
  return RegionRun(session, plan, results, whole).mismatch(inputs, held, region);
}

}  // namespace lenslet
