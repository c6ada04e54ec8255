// What a matrix product's parts share: its sizes, its schedules, and how exact it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// The sizes of C. Each element is the sum of `depth` products. BLAS calls these sizes m, n and k.
struct Sizes {
  std::int64_t rows = 0, columns = 0, depth = 0;
  std::int64_t lda = 0, ldb = 0, ldc = 0;  // leading dimensions: the distance of rows, in elements
  bool transpose_a = false, transpose_b = false;
  double alpha = 1, beta = 0;  // as the device holds them

  bool has_terms() const { return depth > 0 && alpha != 0; }
  bool is_empty() const { return rows == 0 || columns == 0; }
};

// Throws invalid_argument for inputs and arguments that do not fit.
Sizes sizes_of(const Arguments& arguments, const op::Types& inputs);

// Returns the type of the sums and of C: f32 for f16 and f32, f64 for f64.
SampleType product_type(SampleType type);

enum class Variant : std::uint8_t {
  sequential,
  basic,
  row,
  vector4,
  local_a,
  local_a_coalesced,
  naive,
  tiled,
  blocked,
  packed,
  packed_local,
};

inline constexpr std::int64_t max_groups = 65535;  // in a launch's second dimension, on NVIDIA's devices

// The numbers of a schedule.
struct Blocks {
  Variant variant;
  std::int64_t group_x, group_y;  // work-items
  std::int64_t rows, vectors, v;  // of a work-item
  std::int64_t depth;             // of a step along k

  explicit Blocks(const DimensionSchedule& schedule);
  bool is_packed() const { return variant == Variant::packed || variant == Variant::packed_local; }
  bool is_textbook() const { return variant < Variant::blocked; }
  std::int64_t columns() const { return vectors * v; }  // of a work-item

  // The part of A and B that a product of panels reads at once.
  std::int64_t panel_rows() const { return rows * (variant == Variant::packed_local ? group_y : 1); }
  std::int64_t panel_columns() const { return columns() * (variant == Variant::packed_local ? group_x : 1); }
};

// Numbers of elements of the panels of A and B. `depth` is their extent along k. Panels end with zeros.
struct Panels {
  std::int64_t depth, a, b;
  Panels(const Sizes& sizes, const Blocks& blocks);
};

op::Dimensions matmul_space(const op::Instance& problem, const DeviceInfo& device);
DimensionSchedule matmul_initial(const op::Instance& problem, const DeviceInfo& device);
std::optional<Exclusion> matmul_rule(const op::Instance& problem, const DeviceInfo& device,
                                     const DimensionSchedule& schedule);

op::Graph make_matmul(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// These add the stages that add the products to C. c0 is read where beta is not 0.
void add_plain(op::Graph& graph, const op::Instance& problem, const Sizes& sizes, const Blocks& blocks,
               op::GraphValue c0, const op::Maker& maker);
void add_packed(op::Graph& graph, const op::Instance& problem, const Sizes& sizes, const Blocks& blocks,
                op::GraphValue c0, const op::Maker& maker);

// Calls f(first, last) for the terms of each launch, so few that no driver ends its loops.
template <class F>
void for_parts(std::int64_t depth, std::int64_t part, const F& f) {
  for (std::int64_t first = 0; first < depth; first += part)
    f(static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(std::min(first + part, depth)));
}
std::int64_t max_terms(const DeviceInfo& device, std::int64_t depth);

// Returns a scalar in the type that the device uses for it.
inline op::Scalar scalar_of(SampleType type, double value) {
  return type == SampleType::f64 ? op::Scalar(value) : op::Scalar(static_cast<float>(value));
}

// Compares with the truth, which plain loops make.
std::optional<std::string> matmul_mismatch(const op::Instance& problem, const op::HostValues& in,
                                           const op::HostValues& out);
std::vector<op::Case> matmul_cases(int effort);

// These make stand-ins for large products: matrices of about so many elements to tune with, and rows of a result.
std::vector<ArrayType> typical_matrices(const Arguments& arguments, SampleType type, std::int64_t elements);
op::Solved some_rows(const op::Solved& whole, const std::vector<std::int64_t>& doubtful);

}  // namespace lenslet::ops
