// One rule a line.
#include "user/head_check.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "system/printable.hpp"
#include "user/valid_name.hpp"

namespace lenslet::user {
namespace {

// The least and the largest side.
std::pair<std::int64_t, std::int64_t> range_of_side(const Side& side, const Head& head, const HeadPlaces& places) {
  if (side.parameter.empty()) return {side.offset, side.offset};
  const Parameter* found = find_parameter(head, side.parameter);
  if (!found || found->kind != ParameterKind::integer)
    refuse_at(places.file, places.window, fmt::format("'{}' is no integer parameter", system::excerpt(side.parameter)));
  const auto at = [&](double value) { return side.factor * static_cast<std::int64_t>(value) + side.offset; };
  return {at(found->minimum), at(found->maximum)};
}

void check_window(const Head& head, const HeadPlaces& places) {
  const auto [least_width, width] = range_of_side(head.width, head, places);
  const auto [least_height, height] = range_of_side(head.height, head, places);
  const bool odd =
      least_width % 2 == 1 && least_height % 2 == 1 && head.width.factor % 2 == 0 && head.height.factor % 2 == 0;
  if (!odd || least_width < 1 || least_height < 1 || width * height > most_pixels)
    refuse_at(places.file, places.window,
              fmt::format("a window of {} x {} to {} x {}; allowed: odd sides and at most {} pixels, whatever the "
                          "parameters",
                          least_width, least_height, width, height, most_pixels));
}

// Each output has a function of its name.
void check_functions(const Head& head, const HeadPlaces& places) {
  for (const std::string& output : head.outputs) {
    const std::string wrong = wrong_with_function(output);
    if (!wrong.empty()) refuse_at(places.file, places.end, wrong);
    if (find_parameter(head, output))
      refuse_at(places.file, places.end, fmt::format("'{}' is an output's function and a parameter", output));
  }
}

void check_kernel(Head& head, const HeadPlaces& places) {
  head.kind = Kind::kernel;
  for (const char* key : {"window", "mask", "scale", "pixels", "samples", "results"})
    if (std::ranges::count(places.keys, key) > 0)
      refuse_at(places.file, places.end, fmt::format("'{}:' and 'kernel:' do not go together", key));
  for (const GroupSides& group : head.kernel.groups)
    for (std::size_t i = head.kernel.range.size(); i < group.size(); ++i)
      if (group[i] > 1)
        refuse_at(places.file, places.end,
                  fmt::format("the group {} has more dimensions than the range, which has {}", text_of(group),
                              head.kernel.range.size()));
  for (std::size_t i = head.kernel.range.size(); i < head.kernel.offset.size(); ++i)
    if (head.kernel.offset[i] > 0)
      refuse_at(places.file, places.end,
                fmt::format("the offset has more dimensions than the range, which has {}", head.kernel.range.size()));
  if (head.kernel.local_bytes_of_item > 0 && std::ranges::count(head.kernel.groups, GroupSides{}) > 0)
    refuse_at(places.file, places.end, "local memory by 'items' needs groups that 'group:' lists, and not auto");
}

}  // namespace

void settle(Head& head, const HeadPlaces& places) {
  if (!head.kernel.name.empty()) return check_kernel(head, places);
  for (const std::string& key : kernel_keys)
    if (std::ranges::count(places.keys, key) > 0)
      refuse_at(places.file, places.end, fmt::format("'{}:' is for kernels of your own, which 'kernel:' names", key));
  if (!head.masks.empty()) head.kind = Kind::masks;
  const auto has = [&](const char* key) { return std::ranges::count(places.keys, key) > 0; };
  if (head.kind == Kind::window && head.inputs.size() > 1 && !has("window")) head.kind = Kind::inputs;
  const bool window = head.kind == Kind::window, masks = head.kind == Kind::masks;
  const auto never = [&](bool wrong, const char* rule) {
    if (wrong) refuse_at(places.file, places.end, rule);
  };
  never(has("window") && !window, "'window:' is for filters that have no masks and take no whole pixels");
  never(has("pixels") && masks, "'pixels:' and 'mask:' do not go together");
  never(masks && head.inputs.size() > 1, "filters with masks have one input");
  never(has("scale") && !masks, "'scale:' is for filters with masks");
  never(has("exact") && has("tolerance"), "'exact:' and 'tolerance:' do not go together");
  never(head.not_negative && !window && !masks, "'results:' is for windows and masks");
  never(head.native && !window, "'samples: native' is for windows");
  never(head.native && std::ranges::count(head.parameters, ParameterKind::real, &Parameter::kind) > 0,
        "'samples: native' are only ordered, and have no use for real parameters");
  never(head.kind == Kind::inputs && head.outputs.size() > 1,
        "filters of samples have one output; those of 'window:' and of 'pixels:' have up to 2");
  if (window && head.outputs.size() > 1) check_functions(head, places);
  if (window) check_window(head, places);
}

}  // namespace lenslet::user
