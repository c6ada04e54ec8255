// Grows regions from markers until they meet, as water rises.
#include "ops/watershed/watershed.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/dimensions.hpp"
#include "ops/connected/connected.hpp"
#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

constexpr char watershed_details[] =
    "Samples are heights. Water rises from the markers, pixels whose label is not 0, and each pixel gets the label of "
    "the water that reaches it first. The cost of a pixel is the lowest level to which water must rise on a path from "
    "a marker, whose own level counts, then the steps since it rose to that level. A pixel takes the label of its "
    "neighbour of the least cost, of equal ones that of the first in the order of rows; a marker keeps its own. So "
    "plateaus are divided by distance, and no order of work changes a result. Labels may be negative; the result is of "
    "i32, and 0 where no water comes: outside of the mask (with `masked`, where its samples are 0), and where there is "
    "no marker. `line` makes a pixel 0, unless it is a marker, that touches another region's marker, or its pixel that "
    "was reached before. -0 is 0, and NaN is above all numbers. Equals scikit-image's watershed (connectivity 1 or 2, "
    "mask) where no two neighbours' costs are equal; that one orders them by the time they were reached, which gives "
    "pixels of plateaus to other regions: of the gradients of photographs up to 1.5% of u8, 0.2% of u16, none of f32. "
    "Tiles are gone over until nothing changes, so a long winding way takes long. Strips of an image, on one or "
    "several "
    "devices, are gone over, too, until costs at their seams do not change: at least twice, and as often as a way goes "
    "from one into the other, in one process. No regions by themselves.";

std::vector<Parameter> watershed_parameters() {
  std::vector<Parameter> all{neighbours_parameter(), flag_parameter("line", "Leave pixels of 0 between regions."),
                             flag_parameter("masked", "Also take a mask of the pixels that belong to regions.")};
  for (Parameter& one : flood_parameters()) all.push_back(std::move(one));
  return all;
}

OpInfo describe_watershed() {
  using enum SampleType;
  return {.name = "watershed",
          .summary = "Regions that grow from markers until they meet.",
          .details = watershed_details,
          .parameters = watershed_parameters(),
          .outputs = {"labels"},
          .inputs = {{"image", Reads::whole}, {"markers", Reads::whole, {u8, u16, i32}}, {"mask", Reads::whole}},
          .synonyms = {"markerwatershed", "watershedtransform"}};
}

op::Types watershed_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  const Size size = inputs.image(0).size;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    check_regions("watershed", inputs.image(i));
    if (const Size other = inputs.image(i).size; other != size)
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("watershed: images of {} x {} and {} x {}; allowed: one size", size.width, size.height,
                              other.width, other.height));
  }
  return std::vector<ValueType>{flooded_type(arguments, size)};
}

// The local memory of a tile with the pixels round it.
std::optional<Exclusion> watershed_rule(const DeviceInfo& device, const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  const auto edge = static_cast<std::uint64_t>(schedule.number("tile")) + 2;
  const std::uint64_t bytes = edge * edge * sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t);
  const std::int64_t group = schedule.number("group");
  if (group == 1) return {};
  if (schedule.number("tile") * schedule.number("tile") > 32 * group)
    return Exclusion{"group", "each work-item has a bit for each of its pixels"};
  if (bytes <= device.local_memory) return {};
  return Exclusion{"local-memory",
                   fmt::format("its tile has {} bytes of local memory, there are {}", bytes, device.local_memory)};
}

}  // namespace

op::Op watershed() {
  op::Op op = op::whole_op(describe_watershed());
  op.typical.fills = {array::Fill::small, array::Fill::equal};
  op.inputs = [](const op::Arguments& arguments) {
    std::vector<std::string> names{"image", "markers"};
    if (arguments.flag("masked")) names.emplace_back("mask");
    return names;
  };
  op.outputs = watershed_outputs;
  set_flood_strips(op);
  op.make = watershed_make;
  op.mismatch = watershed_mismatch;
  op.space = [](const op::Instance&, const DeviceInfo&) -> op::Dimensions {
    return {op::numbers("group", {1, 64, 128, 256}), op::numbers("tile", {16, 32, 64, 128})};
  };
  op.initial = [](const op::Instance&, const DeviceInfo& device) {
    const bool is_cpu = device.kind == DeviceKind::cpu;
    return DimensionSchedule({{"group", is_cpu ? "1" : "256"}, {"tile", is_cpu ? "128" : "32"}});
  };
  op.rule = [](const op::Instance&, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return watershed_rule(device, schedule);
  };
  op.cases = watershed_cases;
  return op;
}

}  // namespace lenslet::ops
