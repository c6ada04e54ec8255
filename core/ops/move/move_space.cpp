// Lists the schedules of moving: rows are copied, forwards or backwards; columns become rows through tiles.
#include <algorithm>

#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "ops/move/move.hpp"

namespace lenslet::ops {
namespace {

constexpr std::uint64_t min_streamed = 1 << 20;  // bytes of a result that pass the caches

std::uint64_t bytes_of_tile(const op::Instance& problem, const DimensionSchedule& schedule) {
  const auto side = static_cast<std::uint64_t>(schedule.number("tile"));
  const PixelFormat format = problem.inputs.image(0).format;
  const std::uint64_t size = size_of(format.type);
  const std::uint64_t pad = schedule.word("way") == "blocks" ? 16 * size : std::max<std::uint64_t>(size, 4);
  return side * (side * format.bytes() + pad);
}

// Returns the samples of a word of 32 bits.
const char* samples_of_word(SampleType type) {
  return size_of(type) == 1 ? "4" : size_of(type) == 2 ? "2" : "1";
}

// Returns the samples that a GPU moves at a time: 16 bytes, of u16 and f16 8. On an H200 they took 0.43 to 0.6 of the
// time of words of 32 bits, with one channel.
const char* samples_of_unit(const op::Instance& problem) {
  return size_of(problem.inputs.image(0).format.type) == 1 ? "16" : "4";
}

// Tells whether rows are whole units of one channel, which are aligned then.
bool moves_whole_units(const op::Instance& problem) {
  constexpr std::int64_t most = 16;  // samples of a unit
  const auto& to = std::get<ImageType>(problem.outputs.all().front());
  const ImageType& from = problem.inputs.image(0);
  return from.format.channels == 1 && from.size.width % most == 0 && to.size.width % most == 0;
}

}  // namespace

op::Dimensions move_space(const Move& move) {
  if (move.turned)
    return {op::words("way", {"tiles", "blocks"}), op::numbers("group", {1, 64, 128, 256}),
            op::numbers("tile", {16, 32, 64, 128}), op::numbers("v", {1, 2, 4, 16})};
  return {op::numbers("group", {1, 64, 128, 256}), op::numbers("items", {1, 4, 16, 64, 256}),
          op::numbers("v", {1, 2, 4, 16}), op::words("stores", {"plain", "stream"})};
}

std::optional<Exclusion> move_rule(const op::Instance& problem, const Move& move, const DeviceInfo& device,
                                   const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  if (!move.turned) return {};
  if (schedule.word("way") == "blocks" && schedule.number("group") != 1)
    return Exclusion{"blocks", "each work-item has a block by itself"};
  const std::uint64_t bytes = bytes_of_tile(problem, schedule);
  if (bytes <= device.local_memory) return {};
  return Exclusion{"local-memory",
                   fmt::format("its tile has {} bytes of local memory, there are {}", bytes, device.local_memory)};
}

// Chooses few long work-items for CPUs. Their results pass the caches if they are larger than what caches keep for the
// next op. GPUs get many work-items that load neighbouring words.
DimensionSchedule move_initial(const op::Instance& problem, const Move& move, const DeviceInfo& device) {
  const bool is_cpu = device.kind == DeviceKind::cpu;
  const char* word = samples_of_word(problem.inputs.image(0).format.type);
  if (move.turned) {
    const auto turned = [is_cpu, word](const char* tile) {
      return DimensionSchedule({{"way", is_cpu ? "blocks" : "tiles"},
                                {"group", is_cpu ? "1" : "256"},
                                {"tile", tile},
                                {"v", is_cpu ? "16" : word}});
    };
    const DimensionSchedule usual = turned(is_cpu ? "64" : "32");
    return move_rule(problem, move, device, usual) ? turned("16") : usual;
  }
  const bool is_wide = !is_cpu && moves_whole_units(problem);
  const bool streams = is_cpu && bytes_of(problem.outputs.all().front()) >= min_streamed;
  return DimensionSchedule({{"group", is_cpu ? "1" : "128"},
                            {"items", is_cpu ? "64" : "1"},
                            {"v", is_cpu    ? "16"
                                  : is_wide ? samples_of_unit(problem)
                                            : word},
                            {"stores", streams ? "stream" : "plain"}});
}

}  // namespace lenslet::ops
