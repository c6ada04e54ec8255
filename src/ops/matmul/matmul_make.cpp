// Matrix products made ready: what is left of C where there are no terms, and which kernels add them where there are.
#include <algorithm>

#include "ops/matmul/matmul.hpp"

namespace lenslet::ops {
namespace {

using op::DeviceValues;
using op::Launches;

// Columns of C that get no terms.
class Scale {
 public:
  Scale(const op::Maker& maker, ElementType type, std::int64_t rows, std::int64_t first, std::int64_t end,
        std::int64_t ldc, double beta)
      : type_(type), rows_(rows), first_(first), columns_(end - first), ldc_(ldc), beta_(beta) {
    if (rows_ * columns_ == 0) return;
    op::Source source({"matmul_scale.cl"});
    source.define("TYPE", op::code_of(type));
    stage_.emplace(maker, maker.program(source), "scale", ocl::Range{64});
  }

  void launch(const DeviceArray& c0, const DeviceArray& c, Launches& launches) {
    if (!stage_) return;
    const auto number = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    with_scalar(type_, [&](auto scalar) {
      scalar = static_cast<decltype(scalar)>(beta_);
      stage_->launch_items(number(rows_ * columns_), launches, c0, c, scalar, number(first_), number(columns_),
                           number(rows_ * columns_), number(ldc_));
    });
  }

 private:
  ElementType type_;
  std::int64_t rows_, first_, columns_, ldc_;
  double beta_;
  std::optional<op::Stage> stage_;
};

Multiply make_multiply(const op::Instance& problem, const Sizes& sizes, const Blocks& blocks, const op::Maker& maker) {
  if (sizes.is_empty() || !sizes.has_terms()) return {};
  return blocks.is_packed() ? make_packed(problem, sizes, blocks, maker) : make_plain(problem, sizes, blocks, maker);
}

}  // namespace

// A driver's limit is of all loops together, and the textbook's have one inside another.
std::int64_t most_terms(const DeviceInfo& device, std::int64_t depth) {
  if (device.max_loop_rounds == 0) return depth;
  return std::min<std::int64_t>(depth, static_cast<std::int64_t>(device.max_loop_rounds / 4));
}

op::Run make_matmul(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  const Sizes sizes = sizes_of(problem.arguments, problem.inputs);
  const ElementType type = problem.outputs.front().type;
  op::check_doubles(maker.device(), type);
  const Multiply multiply = make_multiply(problem, sizes, Blocks(schedule), maker);
  Scale rest(maker, type, sizes.rows, 0, sizes.has_terms() ? 0 : sizes.columns, sizes.ldc, sizes.beta);
  const bool has_c = problem.inputs.size() > 2;
  Scale gaps(maker, type, sizes.rows, sizes.columns, sizes.ldc, sizes.ldc, has_c ? 1 : 0);
  return [=](const DeviceValues& in, const DeviceValues& out, Launches& launches) mutable {
    const DeviceArray& c0 = has_c ? in[2] : out[0];
    if (multiply) multiply(in[0], in[1], c0, out[0], launches);
    rest.launch(c0, out[0], launches);
    gaps.launch(c0, out[0], launches);
  };
}

}  // namespace lenslet::ops
