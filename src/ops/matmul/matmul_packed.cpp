// Products of copies of A and B in panels.
#include <algorithm>

#include "ops/matmul/matmul.hpp"

namespace lenslet::ops {
namespace {

using op::Launches;

constexpr std::size_t pack_group = 64;

std::uint64_t number(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

op::Source source_of(ElementType type, const Blocks& blocks, const DeviceInfo& device) {
  op::Source source({"matmul_packed.cl"});
  source.define("TYPE", op::code_of(type)).define("LOCAL", blocks.variant == Variant::packed_local ? 1 : 0);
  source.define("FMA(a, b, c)", device.fast_fma ? "fma(a, b, c)" : "((a) * (b) + (c))");
  source.define("GROUP_X", blocks.group_x).define("GROUP_Y", blocks.group_y);
  source.define("ROWS", blocks.rows).define("VECTORS", blocks.vectors).define("VEC", blocks.v);
  source.define("DEPTH", blocks.depth);
  return source;
}

// The product's programs and panels, for one plan.
class Packed {
 public:
  Packed(const op::Instance& problem, const Sizes& sizes, const Blocks& blocks, const op::Maker& maker)
      : sizes_(sizes),
        blocks_(blocks),
        panels_(sizes, blocks),
        type_(problem.outputs.front().type),
        part_(part_of(blocks, most_terms(maker.device(), panels_.depth))),
        queue_(maker.queue()),
        program_(maker.program(source_of(problem.inputs.front().type, blocks, maker.device()))),
        pack_a_(maker, program_, "pack_a", {pack_group}),
        pack_b_(maker, program_, "pack_b", {pack_group}),
        multiply_(maker, program_, "multiply", {group()}),
        a_(queue_.allocate(number(panels_.a) * size_of(type_))),
        b_(queue_.allocate(number(panels_.b) * size_of(type_))) {}

  void launch(const DeviceArray& a, const DeviceArray& b, const DeviceArray& c0, const DeviceArray& c,
              Launches& launches) {
    pack(pack_a_, a, a_, {sizes_.rows, blocks_.panel_rows(), sizes_.lda, sizes_.transpose_a}, launches);
    pack(pack_b_, b, b_, {sizes_.columns, blocks_.panel_columns(), sizes_.ldb, !sizes_.transpose_b}, launches);
    for_parts(panels_.depth, part_, [&](std::uint64_t first, std::uint64_t last) {
      with_scalar(type_, [&](auto scalar) {
        using Scalar = decltype(scalar);
        const auto alpha = static_cast<Scalar>(sizes_.alpha), beta = static_cast<Scalar>(first > 0 ? 1 : sizes_.beta);
        multiply_.launch(range(), launches, a_, b_, first > 0 ? c : c0, c, alpha, beta, number(sizes_.rows),
                         number(sizes_.columns), number(sizes_.ldc), number(panels_.depth), first, last);
      });
    });
  }

 private:
  // A matrix from its panels' side: so many rows or columns, and how they lie in memory: neighbours, or those of k are.
  struct Side {
    std::int64_t count, width, leading;
    bool neighbours;
  };

  // Whole steps of local memory.
  static std::int64_t part_of(const Blocks& blocks, std::int64_t most) {
    if (blocks.variant == Variant::packed) return std::min(most, blocks.depth);
    return std::max(most / blocks.depth * blocks.depth, blocks.depth);
  }

  void pack(op::Stage& stage, const DeviceArray& from, const ocl::Buffer& to, Side side, Launches& launches) const {
    const ocl::Range items{round_up(number(side.width * panels_.depth), pack_group),
                           number(std::min(divide_up(side.count, side.width), most_groups))};
    stage.launch(items, launches, from, to, number(side.neighbours ? 1 : side.leading),
                 number(side.neighbours ? side.leading : 1), number(side.count), number(sizes_.depth),
                 number(panels_.depth));
  }

  std::size_t group() const { return static_cast<std::size_t>(blocks_.group_x * blocks_.group_y); }

  // A work-item or a group for each pair of panels.
  ocl::Range range() const {
    const std::int64_t panels =
        panels_.a / (blocks_.panel_rows() * panels_.depth) * panels_.b / (blocks_.panel_columns() * panels_.depth);
    if (blocks_.variant == Variant::packed_local) return {static_cast<std::size_t>(panels) * group()};
    return {round_up(number(panels), group())};
  }

  Sizes sizes_;
  Blocks blocks_;
  Panels panels_;
  ElementType type_;
  std::int64_t part_;
  const ocl::Queue& queue_;
  ocl::Program program_;
  op::Stage pack_a_, pack_b_, multiply_;
  ocl::Buffer a_, b_;
};

}  // namespace

Multiply make_packed(const op::Instance& problem, const Sizes& sizes, const Blocks& blocks, const op::Maker& maker) {
  return [packed = Packed(problem, sizes, blocks, maker)](auto&&... arguments) mutable { packed.launch(arguments...); };
}

}  // namespace lenslet::ops
