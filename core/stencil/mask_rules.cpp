// The rules of ops and their masks. Each rule is a function; the table at the end names it.
#include "stencil/rule.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ocl/image_object.hpp"
#include "stencil/composite.hpp"
#include "stencil/element.hpp"
#include "stencil/general.hpp"
#include "stencil/packing.hpp"
#include "stencil/running.hpp"
#include "stencil/selection.hpp"
#include "stencil/tile.hpp"

namespace lenslet::stencil {
namespace {

constexpr int max_vectors_of_blocks = 8;

// Excludes every schedule of a call that wants sums of f16, where the device has none. So the call is refused, and does
// not silently sum in f32.
Reason half_device(const Schedule&, const Problem& p, const DeviceInfo& device) {
  if (p.accuracy != Accuracy::half) return {};
  return why_no_half(device);
}

Reason one_mask(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (s.passes == Passes::fused && p.masks() < 2)
    return fmt::format("'fused' is for ops of two masks or more, this one has {}", p.masks());
  return {};
}

Reason combined_masks(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (((s.passes == Passes::single && p.masks() > 1) || s.passes == Passes::separated) && p.combines())
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

Reason sweeping(const Schedule& s, const Problem&, const DeviceInfo&) {
  if (!sweeps(s) ||
      (s.passes == Passes::separated_window && loads_words(s.lanes) && s.items_x == 1 && s.group_height == 1))
    return {};
  return "items of more than 16 rows sweep down words, and keep sums along rows: write y1 to y16, or "
         "'separated_window', x1, gWx1 and 'words' or 'packed'";
}

Reason no_masks(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (s.coefficients != Coefficients::constant || p.linear()) return {};
  return "'constant' is for ops with masks: write 'literal'";
}

Reason general_programs(const Schedule& s, const Problem& p, const DeviceInfo&) {
  return why_not_general(s, p);
}

Reason padded_passes(const Schedule& s, const Problem&, const DeviceInfo&) {
  if (s.edges == Edges::pad && s.passes == Passes::separated)
    return "'separated' would need a padded copy of the intermediate: use 'separated_window'";
  return {};
}

Reason whole_words(const Schedule& s, const Problem&, const DeviceInfo&) {
  if (!loads_words(s.lanes)) return {};
  if (s.staging != Staging::aligned || s.vector < min_vector_of_words || s.vector > max_standard_vector)
    return fmt::format("words are loaded whole where vectors are: write 'aligned' and v{} to v{}", min_vector_of_words,
                       max_standard_vector);
  return {};
}

Reason lanes_of_words(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (s.lanes != Lanes::words) return {};
  if (p.input.type != SampleType::u8 && p.input.type != SampleType::u16)
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

Reason chords(const Schedule& s, const Problem& p, const DeviceInfo&) {
  return why_no_chords(s, p);
}

Reason running_tiles(const Schedule& s, const Problem& p, const DeviceInfo& device) {
  if (s.passes == Passes::running) return why_no_tile(s, p, device);
  if (s.items_x > max_vectors_of_blocks)
    return fmt::format("work-items of {} vectors are for 'running': write x1 to x{}", s.items_x, max_vectors_of_blocks);
  return {};
}

Reason selection(const Schedule& s, const Problem& p, const DeviceInfo&) {
  return why_not_selected(s, p);
}

Reason several_inputs(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (p.stencil.inputs == 1 || s.staging != Staging::aligned) return {};
  return "'aligned' loads whole vectors of one image, and windows of others begin anywhere: write 'window' or 'direct'";
}

Reason loads(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (!p.prologue || p.producer || (s.storage == Storage::buffer && !loads_words(s.lanes) && s.edges != Edges::pad))
    return {};
  return "samples that go through point functions are loaded one by one: write 'buffer', edges other than 'pad', and "
         "no 'words' or 'packed'";
}

Reason windows(const Schedule& s, const Problem& p, const DeviceInfo&) {
  const bool one_launch =
      s.passes <= Passes::fused || s.passes == Passes::separated_window || s.passes == Passes::separated_local;
  const bool strip = s.passes == Passes::separated_strip && p.producer && goes_along_rows(*p.producer);
  if (!p.producer ||
      (((is_local(s.staging) && one_launch) || strip) && s.storage == Storage::buffer && s.edges == Edges::branch &&
       s.lanes == Lanes::single && s.selection == Selection::network && s.coefficients != Coefficients::general))
    return {};
  return "what another filter makes lies in a tile, or in a strip's lines if it goes along rows: write 'buffer', "
         "'local', 'branch', and 'single', 'fused', 'separated_window' or 'separated_local', or 'separated_strip'";
}

Reason centres(const Schedule& s, const Problem& p, const DeviceInfo&) {
  const bool tap_by_tap = !is_local(s.staging) && s.passes <= Passes::fused && s.lanes == Lanes::single &&
                          s.coefficients != Coefficients::general && !has_own_kernel(s.selection) &&
                          (s.edges == Edges::branch || s.edges == Edges::split);
  if (p.border != Border::centre || tap_by_tap) return {};
  return "by the border 'centre' a pixel outside is another one for each window: write 'direct', 'window' or "
         "'aligned', 'single' or 'fused', 'constant' or 'literal', and 'branch' or 'split'";
}

// Only some passes store each vector by the functions that know image objects.
Reason image_results(const Schedule& s, const Problem& p, const DeviceInfo& device) {
  const Storage storage = written_storage(s.stores);
  if (storage == Storage::buffer) return {};
  if (!std::ranges::count(ocl::texel_types(device, storage), stored_type(p)))
    return fmt::format("the device has no image objects of {} samples for results in '{}'", name_of(stored_type(p)),
                       name_of(storage));
  if (p.layered && storage == Storage::image)
    return "an 'image' of results has one layer: write 'to_image_array' or 'to_image_buffer'";
  const bool stores_vectors = s.passes == Passes::single || s.passes == Passes::fused ||
                              s.passes == Passes::separated_window || s.passes == Passes::separated_local;
  if (!stores_vectors || s.lanes != Lanes::single || s.staging == Staging::aligned || has_own_kernel(s.selection))
    return "results go to image objects by single lanes, vectors at any place and the passes single, fused, "
           "separated_window or separated_local";
  return {};
}

Reason discarded(const Schedule& s, const Problem& p, const DeviceInfo&) {
  if (p.border != Border::discard || s.staging != Staging::aligned || p.taps() == 1) return {};
  return "by the border 'discard' results begin within the image, not at whole vectors: write 'window' or 'direct'";
}

constexpr Rule mask_rules_table[] = {
    {"half-device", half_device},
    {"several-inputs", several_inputs},
    {"selection", selection},
    {"whole-words", whole_words},
    {"lanes-of-words", lanes_of_words},
    {"packed-lanes", packed_lanes},
    {"one-mask", one_mask},
    {"rank", rank},
    {"combined-masks", combined_masks},
    {"integer-sums", integer_sums},
    {"row-sums", row_sums},
    {"sweeping", sweeping},
    {"no-masks", no_masks},
    {"padded-passes", padded_passes},
    {"listed-taps", general_programs},
    {"running-sums", running_sums},
    {"chords", chords},
    {"running-tile", running_tiles},
    {"loads", loads},
    {"windows", windows},
    {"centres", centres},
    {"discarded", discarded},
    {"image-results", image_results},
};

}  // namespace

std::span<const Rule> mask_rules() {
  return mask_rules_table;
}

}  // namespace lenslet::stencil
