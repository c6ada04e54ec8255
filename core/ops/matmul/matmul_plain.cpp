// Makes products that read A and B in place.
#include <algorithm>
#include <array>

#include "ops/matmul/matmul.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// Returns the code that matmul_plain.cl has for a variant.
std::int64_t code_of(Variant variant) {
  constexpr std::array<std::int64_t, 9> codes{1, 2, 3, 4, 5, 5, 2, 6, 7};  // basic and naive differ in their groups
  return codes[static_cast<std::size_t>(variant)];
}

op::Source source_of(SampleType type, const Sizes& sizes, const Blocks& blocks, const DeviceInfo& device) {
  op::Source source({"matmul_plain.cl"});
  source.define("TYPE", op::code_of(type)).define("VARIANT", code_of(blocks.variant));
  source.define("TRANSPOSE_A", sizes.transpose_a ? 1 : 0).define("TRANSPOSE_B", sizes.transpose_b ? 1 : 0);
  source.define("FAST_FMA", device.fast_fma ? 1 : 0);
  source.define("GROUP_X", blocks.group_x).define("GROUP_Y", blocks.group_y);
  source.define("STRIDED", blocks.variant == Variant::local_a_coalesced ? 1 : 0);
  source.define("ROWS", blocks.rows).define("VECTORS", blocks.vectors).define("VEC", blocks.v);
  return source;
}

struct Ranges {
  ocl::Range global, group;
};

Ranges ranges_of(const Sizes& sizes, const Blocks& blocks) {
  std::int64_t x = divide_up(sizes.columns, blocks.columns()), y = divide_up(sizes.rows, blocks.rows);
  if (blocks.variant == Variant::sequential) x = y = 1;
  if (blocks.variant == Variant::row) x = blocks.group_x;
  const auto size = [](std::int64_t value) { return static_cast<std::size_t>(value); };
  return {{size(round_up(x, blocks.group_x)), size(round_up(y, blocks.group_y))},
          {size(blocks.group_x), size(blocks.group_y)}};
}

}  // namespace

void add_plain(Graph& graph, const op::Instance& problem, const Sizes& sizes, const Blocks& blocks, op::GraphValue c0,
               const op::Maker& maker) {
  const SampleType type = problem.inputs.front().type;
  const Ranges ranges = ranges_of(sizes, blocks);
  const op::GraphKernel multiply =
      graph.kernel(maker.program(source_of(type, sizes, blocks, maker.device())), "multiply", ranges.group);
  const auto number = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  for_parts(sizes.depth, max_terms(maker.device(), sizes.depth), [&](std::uint64_t first, std::uint64_t last) {
    graph.launch(multiply, ranges.global, Graph::input(0), Graph::input(1), first > 0 ? Graph::output(0) : c0,
                 Graph::output(0), scalar_of(type, sizes.alpha), scalar_of(type, first > 0 ? 1 : sizes.beta),
                 number(sizes.rows), number(sizes.columns), number(sizes.lda), number(sizes.ldb), number(sizes.ldc),
                 first, last);
  });
}

}  // namespace lenslet::ops
