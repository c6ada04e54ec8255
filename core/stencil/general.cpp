// What keeps a program independent of an op's parameters.
#include "stencil/general.hpp"

#include <fmt/format.h>

#include "stencil/masks.hpp"
#include "stencil/selection.hpp"

namespace lenslet::stencil {
namespace {

// PoCL keeps the private memory of all items of a group on a thread's stack.
constexpr std::uint64_t max_kept_bytes = 2 << 20;

bool walks_windows(const Schedule& s) {
  return s.passes == Passes::running || s.passes == Passes::chords || s.selection != Selection::network;
}

int max_side_length(const Problem& problem, const Schedule& schedule) {
  if (walks_windows(schedule)) return max_window;
  return problem.linear() ? max_mask : max_samples_of_network;
}

std::optional<std::string> why_no_list(const Schedule& s, const Problem& p) {
  if (s.storage != Storage::buffer || s.staging != Staging::direct || s.edges != Edges::branch)
    return "'general' reads a buffer place by place: write 'buffer', 'direct' and 'branch'";
  const int side = max_side_length(p, s);
  if (p.width() > side || p.height() > side)
    return fmt::format("'general' is for windows up to {0} x {0}, this one has {1} x {2}", side, p.width(), p.height());
  return {};
}

// The private memory of a group's items: the sums of rows, or a window's samples.
std::uint64_t kept_bytes(const Schedule& s, const Problem& p) {
  const auto items = static_cast<std::uint64_t>(s.vector) * static_cast<std::uint64_t>(s.group_width * s.group_height);
  if (!p.linear())
    return items * static_cast<std::uint64_t>(s.items_y * max_samples_of_network) *
           (is_integer(p.input.type) ? size_of(p.input.type) : sizeof(float));
  if (s.passes != Passes::separated_window) return 0;
  const auto rows = static_cast<std::uint64_t>(rows_of_item(s) + 2 * s.items_y + max_mask);
  return items * rows * static_cast<std::uint64_t>(p.masks()) * size_of(accumulator_of(p, s));
}

}  // namespace

Size window_of_program(const Problem& problem, const Schedule& schedule) {
  if (schedule.coefficients != Coefficients::general) return {problem.width(), problem.height()};
  const int side = max_side_length(problem, schedule);
  return {side, side};
}

std::optional<std::string> why_not_general(const Schedule& s, const Problem& p) {
  if (s.coefficients != Coefficients::general) return {};
  if (!p.linear() && p.stencil.extreme == Extreme::none && !p.stencil.rank)
    return "'general' is for masks, for ranks and for the largest and the least sample";
  if (s.selection == Selection::histogram) return "'histogram' counts in as many bytes as its window wants";
  if (s.passes == Passes::running || s.passes == Passes::chords) return {};
  if (!p.linear() && !p.stencil.rank) return "the largest and the least sample take 'running' or 'chords'";
  if (auto reason = why_no_list(s, p)) return reason;
  if (is_separated(s.passes) && s.passes != Passes::separated_window)
    return "'general' keeps the sums of rows in an item: write 'separated_window', 'fused' or 'single'";
  if (walks_windows(s)) return {};
  if (const std::uint64_t bytes = kept_bytes(s, p); bytes > max_kept_bytes)
    return fmt::format("what a group keeps takes {} bytes, over the limit of {}", bytes, max_kept_bytes);
  return {};
}

}  // namespace lenslet::stencil
