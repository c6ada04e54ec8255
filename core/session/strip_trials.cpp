// Heights are tried by the engine that computes all strips, so that what its steps cost each other counts, too.
#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>

#include "elapsed.hpp"
#include "op/random_value.hpp"
#include "rounding.hpp"
#include "session/strip_layout.hpp"

namespace lenslet {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t lowest_bytes = 1 << 20, highest_bytes = 64 << 20;  // of a strip
constexpr std::uint64_t probe_bytes = 48 << 20;                            // that a height is tried with, and
constexpr std::int64_t least_strips_of_device = 6;                         // at least so many strips
constexpr int rounds = 2;                                                  // in turns
constexpr double enough_ms = 4000;
constexpr double hopeless = 1.5;  // times the fastest

// A source that costs one copy.
ReadRows source_of(const ImageType& type) {
  constexpr std::int64_t kept_rows = 64;
  const auto rows = std::make_shared<const Image>(random_rows(type, kept_rows));
  const std::size_t bytes = static_cast<std::size_t>(type.size.width) * type.format.bytes();
  return [rows, bytes](std::int64_t first, std::int64_t count, std::byte* to) {
    for (std::int64_t y = first; y < first + count; ++y, to += bytes) std::memcpy(to, rows->row(y % kept_rows), bytes);
  };
}

class Probe {
 public:
  Probe(const GroupPlan& plan, const std::vector<ImageType>& inputs, const StripOptions& options)
      : plan_(plan), inputs_(inputs), options_(options) {
    for (const ImageType& type : inputs) sources_.push_back(source_of(type));
  }

  // The layouts of heights, each of twice the bytes of the one before, as far as the memory allows; none twice.
  std::vector<StripLayout> heights() const {
    std::vector<StripLayout> layouts;
    const StripLayout usual = layout_strips(plan_.plans, inputs_, options_);  // refuses what has no strips
    StripOptions options = options_;
    for (std::uint64_t bytes = lowest_bytes; bytes <= highest_bytes; bytes *= 2) {
      options.rows = even_strip_rows(static_cast<std::int64_t>(bytes / bytes_of_row(usual)));
      if (!layouts.empty() && options.rows <= layouts.back().rows) continue;
      StripLayout layout = layout_strips(plan_.plans, inputs_, options);
      if (layout.rows != options.rows || largest(layout).count() < least_strips() * layout.rows) break;
      layouts.push_back(std::move(layout));
    }
    return layouts;
  }

  std::uint64_t bytes_of(const StripLayout& layout) const {
    return static_cast<std::uint64_t>(layout.rows) * bytes_of_row(layout);
  }

  // What all strips take if the others are as those in the middle: until the first is there, and for each one more.
  double seconds(const StripLayout& layout) const {
    const std::int64_t strips =
        std::min(layout.count(), std::max(least_strips(), static_cast<std::int64_t>(probe_bytes / bytes_of(layout))));
    const auto begin = Clock::now();
    Strips some(plan_, inputs_, sources_, some_of(layout, strips));
    double first = 0;
    std::int64_t made = 0;
    while (std::optional<Result> strip = some.next()) {
      if (made++ == 0) first = milliseconds_since(begin);
      some.reuse(std::move(strip->images));
    }
    const double others = milliseconds_since(begin) - first;
    return (first + others / static_cast<double>(made - 1) * static_cast<double>(layout.count() - 1)) / 1000;
  }

 private:
  std::int64_t least_strips() const { return least_strips_of_device * static_cast<std::int64_t>(plan_.plans.size()); }

  std::uint64_t bytes_of_row(const StripLayout& layout) const { return row_bytes(inputs_) + row_bytes(layout.outputs); }

  static RowRange largest(const StripLayout& layout) { return std::ranges::max(layout.parts, {}, &RowRange::count); }

  // So many strips, as far as there are, about the middle of the largest part of the wanted rows.
  StripOptions some_of(const StripLayout& layout, std::int64_t strips) const {
    const RowRange part = largest(layout);
    const std::int64_t rows = std::min(strips * layout.rows, part.count());
    const std::int64_t begin = part.begin + (part.count() - rows) / 2;
    StripOptions options = options_;
    options.rows = layout.rows;
    options.parts = {{begin, begin + rows}};
    return options;
  }

  const GroupPlan& plan_;
  const std::vector<ImageType>& inputs_;
  StripOptions options_;
  std::vector<ReadRows> sources_;
};

}  // namespace

Image random_rows(const ImageType& type, std::int64_t rows) {
  return std::get<Image>(op::random_value(ImageType{type.format, {type.size.width, rows}}, array::Fill::random, 1));
}

std::vector<StripTrial> try_heights(const GroupPlan& plan, const std::vector<ImageType>& inputs,
                                    const StripOptions& options) {
  const Probe probe(plan, inputs, options);
  const std::vector<StripLayout> layouts = probe.heights();
  if (layouts.size() < 2) return {};
  probe.seconds(layouts.front());  // compiles, and finds memory
  std::vector<StripTrial> trials;
  for (const StripLayout& layout : layouts)
    trials.push_back({layout.rows, probe.bytes_of(layout), std::numeric_limits<double>::infinity()});
  const auto begin = Clock::now();
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < layouts.size(); ++i) {
      const double fastest = std::ranges::min(trials, {}, &StripTrial::seconds).seconds;
      const bool tried = trials[i].seconds < std::numeric_limits<double>::infinity();
      if (milliseconds_since(begin) > enough_ms && (tried || i > 1)) break;
      if (tried && trials[i].seconds > hopeless * fastest) continue;
      trials[i].seconds = std::min(trials[i].seconds, probe.seconds(layouts[i]));
    }
  std::erase_if(trials,
                [](const StripTrial& trial) { return trial.seconds == std::numeric_limits<double>::infinity(); });
  return trials;
}

}  // namespace lenslet
