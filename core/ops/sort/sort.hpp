// What the sorts share: their schedules, the sorting of keys and what travels with them, and the truth.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// What travels with the keys: nothing, an array of the caller's, or each key's index.
enum class Lots : std::uint8_t { none, given, indexes };

struct Sorting {
  SampleType type;
  Lots lots = Lots::none;
  std::size_t lot_bytes = 0;
  bool descending = false;
  std::uint64_t count = 0;
  std::uint64_t wanted = 0;  // how many of the first keys; 0: all
};

// Keys and lots. `lots` equals `keys` where nothing travels, and for inputs also where indexes do.
struct Columns {
  op::GraphValue keys;
  op::GraphValue lots;
};

// These add the stages that sort from `from` into `to`, which has room for all keys and lots.
void add_sort(op::Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule, const op::Maker& maker,
              const Columns& from, const Columns& to);
void add_radix(op::Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule, const op::Maker& maker,
               const Columns& from, const Columns& to);
void add_bitonic(op::Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule, const op::Maker& maker,
                 const Columns& from, const Columns& to);

// How the keys are split. Each group has a part.
struct Parts {
  std::uint64_t count = 0;
  std::uint64_t keys = 0;   // keys of each part but the last
  std::uint64_t group = 1;  // work-items
};
Parts parts_of(const Sorting& sorting, const DimensionSchedule& schedule, const DeviceInfo& device);

// Adds the stages that select the first keys and their indexes, as the schedule says.
void add_selection(op::Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule, const op::Maker& maker);

// Returns sort_keys.cl and `file`, with the macros of the keys and of the schedule's choices.
op::Source sort_source(const Sorting& sorting, const DimensionSchedule& schedule, std::string_view file);

// Scans the parts' counts of each digit. It needs no fact about the keys.
class DigitScan {
 public:
  DigitScan(op::Graph& graph, const Sorting& sorting, const DimensionSchedule& schedule, const op::Maker& maker);

  // Adds the stage for the first `digits`: each part's count becomes the sum of the parts before it, and all[digit] the
  // sum of all parts.
  void add_rows(op::Graph& graph, std::uint64_t digits, op::GraphValue counts, op::GraphValue all,
                std::uint64_t parts) const;

  // Adds the stage in which each digit's count becomes the sum of the digits before it.
  void add_columns(op::Graph& graph, op::GraphValue all) const;

 private:
  op::GraphKernel rows_, columns_;
};

// Below this number of keys, indexes have 32 bits.
constexpr std::uint64_t wide_count = std::uint64_t{1} << 32;
std::size_t index_bytes(std::uint64_t count);

op::Dimensions sort_space(const Sorting& sorting, const DeviceInfo& device);
DimensionSchedule sort_initial(const Sorting& sorting, const DeviceInfo& device);
std::optional<Exclusion> sort_rule(const Sorting& sorting, const DeviceInfo& device, const DimensionSchedule& schedule);

enum class SortOp : std::uint8_t { keys, pairs, indexes, top };
Sorting sorting_of(SortOp op, const op::Instance& problem);
op::Graph make_sort(SortOp op, const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// Compares with the truth, which std::stable_sort makes by plain comparisons.
std::optional<std::string> sort_mismatch(SortOp op, const op::Instance& problem, const op::HostValues& in,
                                         const op::HostValues& out);
std::vector<op::Case> sort_cases(SortOp op, int effort);

}  // namespace lenslet::ops
