// How large a strip, the block of a whole group, is, and where it can be used.
#include "stencil/strip.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "rounding.hpp"

namespace lenslet::stencil {
namespace {

// A strip's memory lies on a thread's stack. It is fast only where a core's caches hold it.
constexpr std::uint64_t max_bytes = 256 << 10;

constexpr std::int64_t strips_of_unit = 4;  // so that units that began later, or are slower, can take fewer

// Adds the memory and the loops for a producer. A strip keeps, for each sample of a line, the sum or extreme along each
// row of the producer's window.
void add_producer(Strip& strip, std::int64_t line, const Problem& producer) {
  const std::size_t lane = producer.linear() ? sizeof(float) : size_of(producer.input.type);
  strip.bytes += static_cast<std::uint64_t>(line * producer.height()) * lane;
  strip.rounds += (strip.height + producer.height()) * line * (producer.width() + producer.height());
}

}  // namespace

std::int64_t strips_down(const Strip& strip, std::int64_t samples, std::int64_t rows, std::int64_t compute_units) {
  const std::int64_t least = divide_up(rows, strip.height);
  const std::int64_t wanted = divide_up(strips_of_unit * compute_units, divide_up(samples, strip.width));
  return std::max(least, std::min(wanted, rows / strip.min_height));
}

Strip strip_of(const Schedule& s, const Problem& problem) {
  const std::int64_t vectors = std::int64_t{s.group_width} * s.items_x, steps = s.group_height;
  const std::int64_t halo = std::int64_t{problem.stencil.radius_x} * problem.input.channels;
  const std::int64_t window = problem.height() - 1, ring = s.items_y + window;
  Strip strip{vectors * s.vector, steps * s.items_y, std::max<std::int64_t>(2 * window, s.items_y), 0, 0};
  const std::int64_t line = strip.width + 2 * round_up(halo, s.vector);
  strip.bytes = static_cast<std::uint64_t>(line + (strip.width + s.vector) * ring * problem.masks()) *
                size_of(accumulator_of(problem, s));
  // Where a row leaves the image, its samples are read one by one.
  strip.rounds = (strip.height + window) * (line + 1 + vectors * (problem.width() + 1)) + steps * vectors * (ring + 1);
  if (problem.producer) add_producer(strip, line + s.vector, *problem.producer);
  return strip;
}

// A CPU's core is filled by one work-item for a group's block, with its caches as private memory. On a GPU it would
// fill a single lane.
std::optional<std::string> why_no_strip(const Schedule& s, const Problem& problem, const DeviceInfo& device) {
  if (s.passes != Passes::separated_strip) return {};
  if (device.kind != DeviceKind::cpu) return "'separated_strip' is for CPUs: one work-item computes a group's block";
  if (s.storage != Storage::buffer || s.staging != Staging::window || s.edges != Edges::branch)
    return "'separated_strip' copies rows of a buffer with their border: write 'buffer', 'window' and 'branch'";
  if (s.runtime_group()) return "a strip has the size of its group, which must be named: write gWxH";
  const std::uint64_t bytes = strip_of(s, problem).bytes;
  if (bytes > max_bytes)
    return fmt::format("a strip's sums along rows take {} bytes, over the limit of {}", bytes, max_bytes);
  return {};
}

}  // namespace lenslet::stencil
