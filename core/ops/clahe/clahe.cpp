// Equalises the levels of tiles, with limited contrast.
#include "ops/clahe/clahe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/dimensions.hpp"

namespace lenslet::ops {
namespace {

constexpr double most_tiles = 4096;                          // in each direction
constexpr std::int64_t most_counts = std::int64_t{1} << 30;  // of all tiles and channels

constexpr char details[] =
    "Contrast limited adaptive histogram equalisation (Zuiderveld 1994), to the bit as OpenCV's createCLAHE for u8 and "
    "u16. The image is divided into tiles; where they do not divide it, it is first continued to the right and below "
    "as by the border reflect101. In each tile levels are counted, and counts above max(1, floor(clip n / levels)), n "
    "the tile's pixels, are cut off and given to all levels alike; a clip of 0 cuts off nothing. The sums of counts up "
    "to a level, scaled to white, are the tile's table. A sample becomes the mean of what the tables of the four "
    "nearest tiles make of it, weighted by the distances from their centres. u8 has 256 levels, u16 has 65536; f16 and "
    "f32 are cut to 0 to 1 and have 65536, too, so that results are multiples of 1 / 65535. NaN stays NaN and counts "
    "at no level: it is given to all levels alike, as what is cut off. OpenCV takes one channel; "
    "here each channel is treated by itself, which may shift colours: take 'rgb_to_lab', 'split' and 'merge' to treat "
    "the lightness alone. Alpha stays unless it is filtered. A clip of 40, OpenCV's default, is strong; 2 to 4 are "
    "usual. scikit-image's equalize_adapthist cuts off otherwise and has a clip from 0 to 1. It needs the whole image: "
    "no strips.";

op::Types outputs(const op::Arguments& arguments, const op::Types& inputs) {
  const ImageType& image = inputs.image(0);
  const ClaheTiles tiles = clahe_tiles(arguments, image);
  const std::int64_t counts = tiles.tiles.width * tiles.tiles.height * image.format.channels * tiles.levels;
  if (counts > most_counts)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("clahe: {} x {} tiles of {} have {} counts; allowed: up to {}", tiles.tiles.width,
                            tiles.tiles.height, to_string(image.format), counts, most_counts));
  return inputs;
}

OpInfo describe_clahe() {
  return {
      .name = "clahe",
      .summary = "Levels equalised around each place, with limited contrast.",
      .details = details,
      .parameters = {{.name = "clip",
                      .summary = "How many times as often as on average a level may count; 0: no limit.",
                      .kind = ParameterKind::real,
                      .initial = 40.0,
                      .minimum = 0,
                      .maximum = 1e6},
                     {.name = "tiles",
                      .summary = "Tiles across and down.",
                      .kind = ParameterKind::size,
                      .initial = Size{8, 8},
                      .minimum = 1,
                      .maximum = most_tiles}},
      .outputs = {"out"},
      .inputs = {{"image", Reads::whole}},
      .synonyms = {"createclahe", "adapthisteq", "equalizeadapthist", "adaptivehistogramequalization", "histlocal"}};
}

// Of a group's counts. Those of 65536 levels are in global memory where several groups count a tile.
std::uint64_t local_bytes(const op::Instance& problem, const DimensionSchedule& schedule) {
  const auto levels = static_cast<std::uint64_t>(clahe_tiles(problem.arguments, problem.inputs.image(0)).levels);
  const auto copies = static_cast<std::uint64_t>(clahe_copies(problem, schedule));
  constexpr std::uint64_t sums = 256;
  if (clahe_alone(schedule)) return sizeof(std::uint32_t) * levels * copies;
  return sizeof(std::uint32_t) * (levels == 256 ? 4 * levels * copies + sums : sums);
}

std::optional<Exclusion> rule(const op::Instance& problem, const DeviceInfo& device,
                              const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  const std::uint64_t bytes = local_bytes(problem, schedule);
  if (bytes <= device.local_memory) return {};
  return Exclusion{"local-memory",
                   fmt::format("its counts have {} bytes of local memory, there are {}", bytes, device.local_memory)};
}

// What four tables make of 65536 levels is too much to put side by side for an image.
op::Dimensions space(const op::Instance& problem, const DeviceInfo&) {
  const bool are_bytes = problem.inputs.image(0).format.type == SampleType::u8;
  return {op::numbers("group", {1, 64, 128, 256}), op::numbers("parts", {1, 4, 16, 64}),
          are_bytes ? op::numbers("joined", {0, 1}) : op::numbers("joined", {0})};
}

// Many groups count a tile on a GPU. On a CPU one work-item counts all 65536 levels of a tile without atomics, where
// local memory has room for them, and the 256 of u8 where there are tiles for all cores.
DimensionSchedule initial(const op::Instance& problem, const DeviceInfo& device) {
  if (device.kind != DeviceKind::cpu) return DimensionSchedule({{"group", "256"}, {"parts", "16"}, {"joined", "0"}});
  const ImageType& image = problem.inputs.image(0);
  const Size tiles = clahe_tiles(problem.arguments, image).tiles;
  const bool are_few = tiles.width * tiles.height < 4 * static_cast<std::int64_t>(device.compute_units);
  const bool are_bytes = image.format.type == SampleType::u8;
  const DimensionSchedule alone({{"group", "1"}, {"parts", "1"}, {"joined", are_bytes ? "1" : "0"}});
  const bool in_parts = (are_bytes && are_few) || local_bytes(problem, alone) > device.local_memory;
  return in_parts ? DimensionSchedule({{"group", "1"}, {"parts", "4"}, {"joined", are_bytes ? "1" : "0"}}) : alone;
}

std::int64_t side_of_tile(std::int64_t side, std::int64_t tiles, bool divides) {
  return (divides ? side : side + tiles - side % tiles) / tiles;
}

}  // namespace

// OpenCV continues both sides where the tiles do not divide one of them.
ClaheTiles clahe_tiles(const op::Arguments& arguments, const ImageType& image) {
  const Size tiles = arguments.size("tiles");
  const bool divides = image.size.width % tiles.width == 0 && image.size.height % tiles.height == 0;
  const Size size{side_of_tile(image.size.width, tiles.width, divides),
                  side_of_tile(image.size.height, tiles.height, divides)};
  const std::int64_t levels = image.format.type == SampleType::u8 ? 256 : 65536;
  const double pixels = static_cast<double>(size.width * size.height), clip = arguments.real("clip");
  constexpr double no_limit = std::numeric_limits<std::int32_t>::max();
  const double limit = std::clamp(std::floor(clip * pixels / static_cast<double>(levels)), 1.0, no_limit);
  return {tiles, size, levels, static_cast<std::uint32_t>(clip > 0 ? limit : no_limit),
          static_cast<float>(levels - 1) / static_cast<float>(size.width * size.height)};
}

bool clahe_alone(const DimensionSchedule& schedule) {
  return schedule.number("group") == 1 && schedule.number("parts") == 1;
}

int clahe_copies(const op::Instance& problem, const DimensionSchedule& schedule) {
  return problem.inputs.image(0).format.type == SampleType::u8 && schedule.number("group") == 1 ? 4 : 1;
}

int clahe_channels(const op::Instance& problem) {
  const PixelFormat format = problem.inputs.image(0).format;
  return format.channels - (format.alpha && problem.alpha == Alpha::keep ? 1 : 0);
}

op::Op clahe() {
  op::Op op;
  op.info = describe_clahe();
  op.outputs = outputs;
  op.space = space;
  op.initial = initial;
  op.rule = rule;
  op.make = clahe_make;
  op.mismatch = clahe_mismatch;
  op.cases = clahe_cases;
  op.typical.type = SampleType::u8;
  return op;
}

}  // namespace lenslet::ops
