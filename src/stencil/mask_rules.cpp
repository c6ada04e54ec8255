// What an op and its masks allow: one function a rule; the table at the end names them.
#include "stencil/rule.hpp"

#include <fmt/format.h>

#include "stencil/masks.hpp"
#include "stencil/packing.hpp"
#include "stencil/running.hpp"
#include "stencil/selection.hpp"
#include "stencil/tile.hpp"

namespace lenslet::stencil {
namespace {

constexpr int most_vectors_of_blocks = 8;

// PoCL puts what all items of a group keep on a thread's stack.
constexpr std::uint64_t most_kept_bytes = 2 << 20;

Reason one_mask(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (s.passes == Passes::fused && p.masks() < 2)
    return fmt::format("'fused' is for ops of two masks or more, this one has {}", p.masks());
  return {};
}

Reason combined_masks(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if ((s.passes == Passes::single || s.passes == Passes::separated) && p.combines())
    return "its launches, one per mask, cannot combine the sums of two masks: use 'fused' or 'separated_window'";
  return {};
}

Reason integer_sums(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (s.passes == Passes::separated && accumulator_of(p, Schedule{}) != Accumulator::f32)
    return "the image between the passes of 'separated' holds no sums as large as these integers: use "
           "'separated_window'";
  return {};
}

Reason rank(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (is_separated(s.passes) && p.stencil.factors.empty())
    return "separated passes are for masks that are a row times a column, both longer than 1";
  return {};
}

Reason row_sums(const Schedule& s, const Problem&, const DeviceInfo&) {
  if (s.passes == Passes::separated_window && s.staging == Staging::direct && !computes_strips(s))
    return "'separated_window' shares the sums of its window's rows, which 'direct' does not: write 'window'";
  if (s.passes == Passes::separated_local && !is_local(s.staging) && !loads_words(s.lanes))
    return "'separated_local' sums along the rows of a tile in local memory, or of words: write 'local2', 'local1', "
           "'local', or 'words' or 'packed' at the end";
  return {};
}

Reason no_masks(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (s.coefficients == Coefficients::literal || p.linear()) return {};
  return fmt::format("'{}' is for ops with masks: write 'literal'",
                     s.coefficients == Coefficients::constant ? "constant" : "general");
}

// Its one kernel has a loop over a list of taps, wherever they lie, and makes borders where windows leave the image.
Reason listed_taps(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (s.coefficients != Coefficients::general) return {};
  if (s.storage != Storage::buffer || s.staging != Staging::direct || s.edges != Edges::branch)
    return "'general' reads a buffer tap by tap: write 'buffer', 'direct' and 'branch'";
  if (is_separated(s.passes) && s.passes != Passes::separated_window)
    return "'general' keeps the sums of rows in an item: write 'separated_window', 'fused' or 'single'";
  if (p.width() > largest_mask || p.height() > largest_mask)
    return fmt::format("'general' is for windows up to {0} x {0}, this one has {1} x {2}", largest_mask, p.width(),
                       p.height());
  if (s.passes != Passes::separated_window) return {};
  const std::uint64_t rows = static_cast<std::uint64_t>(rows_of_item(s) + 2 * s.items_y + largest_mask);
  const std::uint64_t bytes = rows * static_cast<std::uint64_t>(p.masks() * s.vector * s.group_width * s.group_height) *
                              size_of(accumulator_of(p, s));
  if (bytes > most_kept_bytes)
    return fmt::format("the sums of rows that a group keeps take {} bytes, over the limit of {}", bytes,
                       most_kept_bytes);
  return {};
}

Reason padded_passes(const Schedule& s, const Problem&, const DeviceInfo&) {
  if (s.edges == Edges::pad && s.passes == Passes::separated)
    return "'separated' would need a padded copy of the intermediate: use 'separated_window'";
  return {};
}

Reason whole_words(const Schedule& s, const Problem&, const DeviceInfo&) {
  if (!loads_words(s.lanes)) return {};
  if (s.staging != Staging::aligned || s.vector < least_vector_of_words || s.vector > largest_standard_vector)
    return fmt::format("words are loaded whole where vectors are: write 'aligned' and v{} to v{}",
                       least_vector_of_words, largest_standard_vector);
  return {};
}

Reason lanes_of_words(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (s.lanes != Lanes::words) return {};
  if (p.input.type != PixelType::u8 && p.input.type != PixelType::u16)
    return fmt::format("'words' take samples of u8 or u16 apart, not of {}", name_of(p.input.type));
  if (p.stencil.needs_inside || orders_integers(p))
    return "'words' are for ops that compute with floats, or have masks";
  return {};
}

Reason packed_lanes(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (s.lanes != Lanes::packed) return {};
  if (s.coefficients != Coefficients::literal) return "'packed' is for masks that it knows: write 'literal'";
  if (s.passes == Passes::separated) return "the image between the passes of 'separated' has no packed lanes";
  return s.passes == Passes::running ? why_not_packed_running(s, p) : why_not_packed(p);
}

Reason running_sums(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (s.passes == Passes::running) return why_not_running(p);
  return {};
}

Reason running_tiles(const Schedule& s, const Problem& p, const DeviceInfo& device) {
  if (s.passes == Passes::running) return why_no_tile(s, p, device);
  if (s.items_x > most_vectors_of_blocks)
    return fmt::format("work-items of {} vectors are for 'running': write x1 to x{}", s.items_x,
                       most_vectors_of_blocks);
  return {};
}

Reason selection(const Schedule& s, const Problem& p, const DeviceInfo&) {
  return why_not_selected(s, p);
}

constexpr Rule mask_rules_table[] = {
    {"selection", selection},
    {"whole-words", whole_words},
    {"lanes-of-words", lanes_of_words},
    {"packed-lanes", packed_lanes},
    {"one-mask", one_mask},
    {"rank", rank},
    {"combined-masks", combined_masks},
    {"integer-sums", integer_sums},
    {"row-sums", row_sums},
    {"no-masks", no_masks},
    {"padded-passes", padded_passes},
    {"listed-taps", listed_taps},
    {"running-sums", running_sums},
    {"running-tile", running_tiles},
};

}  // namespace

std::span<const Rule> mask_rules() {
  return mask_rules_table;
}

}  // namespace lenslet::stencil
