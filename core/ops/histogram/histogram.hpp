// What the histogram and its use, equalisation, share: channels, bins, counting and merging.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "op/exact_sample.hpp"
#include "op/op.hpp"

namespace lenslet::ops {

// Returns the channels that the arguments ask for. Throws invalid_argument for other than 1 to 4, and where the last
// side has another number.
int channels_of(const std::string& op, const Arguments& arguments, const ArrayType& input);

// Throws invalid_argument, with what is allowed, for elements of another type.
void check_type(const std::string& op, const ArrayType& input, const std::vector<SampleType>& allowed);

// Returns the number of values that an integer type of 8 or 16 bits has; 1 for other types.
int levels_of(SampleType type);

// Counts the levels of an image of samples of 8 or 16 bits, by their bits. The counts of the first channel come first,
// then those of the second, and so on.
void count_levels(const ImageView& part, std::span<std::uint64_t> counts);

// Uniform bins over [low, high), as the arguments have them. For types that f32 holds the ends are rounded to it.
struct Bins {
  int count = 256;
  double low = 0;
  double high = 256;
  bool operator==(const Bins&) const = default;
};

// The bins of all values of an integer type of 8 or 16 bits, one for each.
Bins bins_of_levels(SampleType type);

// Throws invalid_argument for an impossible range.
Bins bins_of(const Arguments& arguments, SampleType type);

// Tells whether f32 holds every value of the type.
bool is_held_by_floats(SampleType type);

// Returns a value's bin; -1 outside the range. Of types that f32 holds, by OpenCV's formula, in f64.
std::int64_t bin_of(const Bins& bins, double value);

// Of other types: by the bins' edges, as NumPy has them.
std::vector<double> edges_of(const Bins& bins);
std::int64_t bin_between(const std::vector<double>& edges, op::Exact value);

// How the device finds a value's bin without f64, and with the result of f64.
struct Finder {
  std::string_view code = "DIRECT";  // see histogram_find.cl
  Bins bins = {};
  op::Scalar low = 0.0f, high = 0.0f;  // the range, as that file takes it
  float scale = 0, offset = 0;
  // The least value of each bin, and what no value reaches after them.
  std::variant<std::vector<float>, std::vector<std::uint32_t>, std::vector<std::uint64_t>, std::vector<double>> first =
      std::vector<float>{0};
  bool is_empty = false;               // the type has no value in the range
  std::int64_t last = bins.count - 1;  // the bin of the greatest value of integers that floats do not hold
};
Finder finder_of(const Bins& bins, SampleType type);

// Returns the first of the 256 levels of u8 or i8 in each bin, counted from the least, and after them the last bin's
// end.
std::vector<std::uint32_t> first_levels(const Bins& bins, SampleType type);

// Returns how many bins are counted: u8 and i8 have one for each level, whatever is asked for.
std::int64_t counted_bins(const Bins& bins, SampleType type);

// Counts in several parts. Each part counts below 2^32. They are added in 64 bits, or by atomics in 32 where those are
// enough.
class Counter {
 public:
  Counter(op::Graph& graph, const ArrayType& input, int channels, const Finder& finder,
          const DimensionSchedule& schedule, const op::Maker& maker);

  // The number of counters. Those of the first channel come first, then those of the second, and so on.
  std::uint64_t size() const { return size_; }
  std::uint32_t groups() const { return groups_; }

  // Adds the stages that count into `out`, size() of u64. Where the host merges, they count into parts(), and sums()
  // adds these.
  void add(op::Graph& graph, op::GraphValue x, op::GraphValue out) const;
  op::GraphValue parts() const { return parts_; }
  std::vector<std::uint64_t> sums(const op::Graph& bound, const ocl::Queue& queue) const;

 private:
  ocl::Program counting(const ArrayType& input, int channels, const DimensionSchedule& schedule,
                        const op::Maker& maker) const;

  std::uint64_t count_, size_;
  std::uint32_t groups_;
  bool global_, atomic_, own_;
  std::uint32_t parts_count_;
  std::uint32_t merge_group_, slices_;
  Finder finder_;
  op::GraphKernel count_elements_;
  std::optional<op::GraphKernel> clear_, merge_;  // where the schedule has them
  op::GraphValue first_, parts_;
};

// Finds each level of an integer type.
Finder finder_of_levels(SampleType type);

// Otsu's level of a channel: it divides the samples best into those up to it and those above it. The order of
// operations is OpenCV's.
std::uint64_t otsu_level(std::span<const std::uint64_t> counts);

// Adds the stages that count. The last stage is the host's and passes the counts of all channels to `take`.
using TakeCounts = std::function<void(const op::Graph&, std::span<const std::uint64_t> counts)>;
void add_counts(op::Graph& graph, const Counter& counter, op::GraphValue x, bool on_host, TakeCounts take);

// Adds the stages that find the level of each channel. The last stage is the host's and passes the levels to `take`.
using TakeLevels = std::function<void(const op::Graph&, const std::vector<std::uint64_t>& levels)>;
void add_levels(op::Graph& graph, const Counter& counter, op::GraphValue x, int channels, bool on_host,
                TakeLevels take);

// The bytes of a word that the device loads: those of an element, and at least 4.
std::size_t word_bytes(SampleType type);

// The facts by which a schedule is chosen.
struct Load {
  ArrayType input;
  int channels;
  std::uint64_t size;  // bins of all channels
};

// Lists the axes of both ops' schedules. `merges` says who may add the groups' parts.
op::Dimensions counter_space(std::vector<std::string> merges);
DimensionSchedule counter_initial(const Load& load, const DeviceInfo& device);
std::optional<Exclusion> counter_rule(const Load& load, const DeviceInfo& device, const DimensionSchedule& schedule);

// Completes an op of images that counts levels with the kernels of `histogram`, also part by part, and then becomes the
// call that `then` makes of the counts: its schedules, its proofs and its inputs for timing.
void count_levels_first(op::Op& op, Load (*load_of)(const op::Instance&),
                        std::function<Call(const op::Instance&, std::span<const std::uint64_t> counts)> then);

// Returns the number of work-groups for `count` elements. A work-item takes `in_a_round` at a time.
std::uint32_t counter_groups(std::int64_t count, std::int64_t in_a_round, int rounds_of_element,
                             const DimensionSchedule& schedule, const DeviceInfo& device);

// Returns the work-items of a group of the kernels that follow the counting.
std::uint32_t merge_group(const DeviceInfo& device);

// The schedules of equalisation: the counter's axes, and where a kernel keeps its tables.
op::Dimensions equalizer_space();
DimensionSchedule equalizer_initial(const Load& load, const DeviceInfo& device);
std::optional<Exclusion> equalizer_rule(const Load& load, const DeviceInfo& device, const DimensionSchedule& schedule);

// The stages of an equalisation: a histogram of all levels, a table for each channel, and its application.
class Equalizer {
 public:
  // With `kept` the last channel stays as it is.
  Equalizer(const ArrayType& input, int channels, bool kept, const DimensionSchedule& schedule, const op::Maker& maker)
      : input_(input), channels_(channels), kept_(kept), schedule_(schedule), maker_(maker) {}

  // Adds the stages that make the tables: one channel after the other, for each level the one that replaces it.
  op::GraphValue add_tables(op::Graph& graph, op::GraphValue x);

  void add_application(op::Graph& graph, op::GraphValue x, op::GraphValue tables, op::GraphValue out) const;

 private:
  const ArrayType& input_;
  int channels_;
  bool kept_;
  const DimensionSchedule& schedule_;
  const op::Maker& maker_;
  std::uint32_t groups_ = 1;
};

op::Graph make_histogram(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);
op::Graph make_otsu(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);
op::Graph make_equalize(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

// These compare with the truth, which plain loops make.
using Mismatch = std::optional<std::string>;
Mismatch histogram_mismatch(const op::Instance& problem, const op::HostValues& in, const op::HostValues& out);
Mismatch equalize_mismatch(const op::Instance& problem, const op::HostValues& in, const op::HostValues& out);
Mismatch otsu_array_mismatch(const op::Instance& problem, const op::HostValues& in, const op::HostValues& out);
std::vector<double> equalized_levels(const std::vector<std::int64_t>& counts, std::int64_t total);
std::vector<op::Case> histogram_cases(int effort);
std::vector<op::Case> equalize_cases(int effort);
std::vector<op::Case> otsu_array_cases(int effort);

// Draws steps for each channel, in its colour.
Plot histogram_plot(const op::Instance& problem, const std::vector<Array>& in, const std::vector<Array>& out);

}  // namespace lenslet::ops
