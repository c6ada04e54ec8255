// Ops that keep whole regions, by strips: those in which enough pixels count, such as one above a level, or so many
// that are set. What chunks of rows know by themselves is enough for most regions. Others have their pixels that count
// in other chunks: a pass over all rows finds them, see seams.hpp, and lists one pixel of each in each chunk that would
// not know. So a chunk keeps the regions in which enough pixels count, or that have a pixel in the list; that two
// chunks of one part are joined, too, changes nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "ops/connected/part.hpp"
#include "ops/connected/seams.hpp"

namespace lenslet::ops {

// What a part must know of all rows.
struct KeptRegions {
  std::int64_t chunk;                // rows
  std::vector<std::int32_t> places;  // counted from the image's first pixel, in order

  // Absent where nothing was found. Throws invalid_argument for numbers that are not of an image of this size.
  static std::optional<KeptRegions> read(const op::Arguments& arguments, Size image);
};

// Which regions are kept.
struct KeepRule {
  int neighbours;
  std::int64_t counted;             // of a region's pixels
  MarkRow mark;                     // of rows of the op's image, or of what `before` makes
  std::optional<Call> before = {};  // makes the marks from the image
};
using KeepRuleOf = std::function<KeepRule(const op::Instance&)>;

// Lets an op run by strips. It takes what was found as a parameter of its own, which it must check by read().
void set_keeping(op::Op& op, const KeepRuleOf& rule);

// Whether the call knows what was found, so that it can compute a part.
bool has_kept(const op::Instance& problem);

// The rows that such an op's launch goes over: whole chunks, or all rows where nothing was found before.
PartRows rows_of(const op::Instance& problem);

// Adds the stage that marks the roots of the regions in the list, by kept.cl.
void add_kept(op::Graph& graph, const op::Maker& maker, const ocl::Program& program, MaskPart& part,
              const op::Instance& problem);

// Adds the stages that write 255 for the regions of a mask that hold a seed, or that are in the list, by a program of
// this source: of seeds.cl, or, where a CPU has the whole image, of seed_runs.cl.
op::Source seeds_source(const MaskPart& part, const op::Instance& problem, int neighbours);
void add_seeded(op::Graph& graph, const op::Maker& maker, const ocl::Program& program, MaskPart& part,
                const op::Instance& problem);

// The same calls with what is found in their images, for verification.
std::vector<op::Case> kept_cases(const op::Op& op, const KeepRuleOf& rule, const std::vector<op::Case>& wholes);

}  // namespace lenslet::ops
