// Finds by runs which regions are at seams, which of them are one, and how many of their pixels count.
#include "ops/connected/seams.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using Parents = std::vector<std::int32_t>;

std::int32_t root_of(Parents& parents, std::int32_t region) {
  const auto parent = [&](std::int32_t i) -> std::int32_t& { return parents[static_cast<std::size_t>(i)]; };
  for (; parent(region) != region; region = parent(region)) parent(region) = parent(parent(region));
  return region;
}

// The earlier region becomes the root.
void unite(Parents& parents, std::int32_t a, std::int32_t b) {
  const std::int32_t x = root_of(parents, a), y = root_of(parents, b);
  parents[static_cast<std::size_t>(std::max(x, y))] = std::min(x, y);
}

std::int32_t add_root(Parents& parents) {
  parents.push_back(static_cast<std::int32_t>(parents.size()));
  return parents.back();
}

// Samples as their bits. A sample is set where a bit of the mask is.
template <class T>
MarkRow mark_bits(T mask) {
  return [mask](const std::byte* row, std::int64_t, std::span<std::uint8_t> marks) {
    for (std::size_t x = 0; x < marks.size(); ++x) {
      T bits;
      std::memcpy(&bits, row + x * sizeof(T), sizeof(T));
      marks[x] = (bits & mask) != 0 ? 1 : 0;
    }
  };
}

constexpr double most_number = std::numeric_limits<std::int32_t>::max();  // of pixels, regions and rows

}  // namespace

Parameter found_parameter(const char* name) {
  return {.name = name,
          .summary = "What a pass over the image has found of regions between strips, which set it themselves.",
          .kind = ParameterKind::numbers,
          .initial = Numbers(),
          .automatic = true,
          .internal = true};
}

void refuse_found(const char* name, const std::string& what) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: {}; allowed: what a pass over the image has found", name, what));
}

MarkRow mark_set(SampleType type) {
  if (size_of(type) == 1) return mark_bits<std::uint8_t>(0xff);
  if (size_of(type) == 2) return mark_bits<std::uint16_t>(type == SampleType::f16 ? 0x7fff : 0xffff);
  if (size_of(type) == 4) return mark_bits<std::uint32_t>(type == SampleType::f32 ? 0x7fffffff : 0xffffffff);
  return mark_bits<std::uint64_t>(type == SampleType::f64 ? ~std::uint64_t{0} >> 1 : ~std::uint64_t{0});
}

std::int64_t usual_chunk(Size size, std::int64_t pixels) {
  constexpr std::int64_t even = 16, most = 256;
  return std::clamp<std::int64_t>(pixels / size.width / even * even, even, most);
}

// The list: rows of a chunk, the number of chunks, the regions before each, then each region at a seam.
std::optional<Seams> Seams::read(const Numbers& numbers, std::int64_t rows) {
  if (numbers.empty()) return {};
  const auto at = [&](std::size_t i) { return static_cast<std::int64_t>(numbers[i]); };
  const auto is_wrong = [](double number) {
    return !(std::abs(number) <= most_number) || number != std::trunc(number);
  };
  if (const auto wrong = std::ranges::find_if(numbers, is_wrong); wrong != numbers.end())
    refuse_found("seams", fmt::format("the number {}", *wrong));
  if (numbers.size() < 2 || at(0) < 1 || at(1) != divide_up(rows, at(0)))
    refuse_found("seams", fmt::format("{} numbers for {} rows", numbers.size(), rows));
  const auto chunks = static_cast<std::size_t>(at(1)), first = chunks + 2;
  if (numbers.size() < first || (numbers.size() - first) % 3 != 0)
    refuse_found("seams", fmt::format("{} numbers for {} chunks of {} rows", numbers.size(), chunks, at(0)));
  Seams seams{at(0), {}};
  for (std::size_t i = 2; i < first; ++i) seams.before.push_back(at(i));
  for (std::size_t i = first; i < numbers.size(); i += 3) seams.regions.push_back({at(i), at(i + 1), at(i + 2)});
  return seams;
}

Numbers Seams::numbers() const {
  Numbers numbers{static_cast<double>(chunk), static_cast<double>(before.size())};
  for (const std::int64_t count : before) numbers.push_back(static_cast<double>(count));
  for (const SeamRegion& region : regions)
    for (const std::int64_t number : {region.serial, region.label, region.shift})
      numbers.push_back(static_cast<double>(number));
  return numbers;
}

void SeamFinder::add(const ImageView& rows) {
  for (std::int64_t y = 0; y < rows.height(); ++y) add_row(runs_of(rows.row(y)));
}

SeamFinder::Runs SeamFinder::runs_of(const std::byte* row) {
  mark_(row, row_, marks_);
  Runs runs;
  std::uint8_t before = 0;
  for (std::int64_t x = 0; x < image_.width; ++x) {
    const std::uint8_t mark = marks_[static_cast<std::size_t>(x)];
    if (mark != 0 && before == 0) runs.push_back({x, x, 0, 0});
    if (mark == 0 && before != 0) runs.back().end = x;
    if (mark == 2) ++runs.back().counted;
    before = mark;
  }
  if (before != 0) runs.back().end = image_.width;
  return runs;
}

// Both rows' runs are in order, so one walk meets all pairs.
template <class Join>
void SeamFinder::each_touching(const Runs& above, Runs& below, Join join) const {
  auto up = above.begin();
  for (Run& run : below) {
    while (up != above.end() && up->end + reach_ <= run.begin) ++up;
    for (auto next = up; next != above.end() && next->begin < run.end + reach_; ++next) join(*next, run);
  }
}

void SeamFinder::add_row(Runs row) {
  for (Run& run : row) run.region = -1;
  if (row_ % chunk_ != 0)
    each_touching(last_, row, [&](const Run& up, Run& run) {
      if (run.region >= 0) unite(own_, run.region, up.region);
      run.region = root_of(own_, up.region);
    });
  for (Run& run : row) {
    if (run.region < 0) {
      run.region = add_root(own_);
      regions_.push_back({row_ * image_.width + run.begin});
    }
    regions_[static_cast<std::size_t>(run.region)].counted += run.counted;
  }
  if (row_ % chunk_ == 0) first_ = row;
  last_ = std::move(row);
  ++row_;
  if (row_ % chunk_ == 0 || row_ == image_.height) end_chunk();
}

// Numbers the chunk's regions, and keeps those at its seams.
void SeamFinder::end_chunk() {
  constexpr std::int32_t at_seam = -2, elsewhere = -1;
  std::vector<std::int32_t> kept(own_.size(), elsewhere);
  const bool is_first = before_.size() == 1, is_last = row_ == image_.height;
  const auto mark = [&](const Runs& row) {
    for (const Run& run : row) kept[static_cast<std::size_t>(root_of(own_, run.region))] = at_seam;
  };
  if (!is_first) mark(first_);
  if (!is_last) mark(last_);
  for (std::size_t i = own_.size(); i-- > 0;)  // a region's parent is an earlier one
    if (own_[i] != static_cast<std::int32_t>(i))
      regions_[static_cast<std::size_t>(own_[i])].counted += regions_[i].counted;
  std::int64_t serial = before_.back();
  for (std::size_t i = 0; i < own_.size(); ++i) {
    if (own_[i] != static_cast<std::int32_t>(i)) continue;
    ++serial;
    if (kept[i] != at_seam) continue;
    kept[i] = add_root(joined_);
    at_seams_.push_back({serial, kept[i], regions_[i]});
  }
  const auto as_kept = [&](Runs row) {
    for (Run& run : row) run.region = kept[static_cast<std::size_t>(root_of(own_, run.region))];
    return row;
  };
  if (!is_first) join_seam(above_, as_kept(first_));
  if (!is_last) above_ = as_kept(last_);
  before_.push_back(serial);
  own_.clear();
  regions_.clear();
}

void SeamFinder::join_seam(const Runs& above, Runs below) {
  each_touching(above, below, [&](const Run& up, const Run& run) { unite(joined_, up.region, run.region); });
}

// Regions get their labels in the order of their first pixels, which is that of serial numbers.
Seams SeamFinder::seams() const {
  Seams seams{chunk_, before_};
  seams.before.resize(static_cast<std::size_t>(divide_up(image_.height, chunk_)), before_.back());
  Parents parents = joined_;
  std::vector<std::int64_t> labels(parents.size());
  std::int64_t last = 0, serial = 0;  // the last label, and the serial number of the last region
  for (const AtSeam& one : at_seams_) {
    last += one.serial - 1 - serial;
    std::int64_t& label = labels[static_cast<std::size_t>(root_of(parents, one.region))];
    if (label == 0) label = ++last;
    serial = one.serial;
    seams.regions.push_back({serial, label, last - serial});
  }
  return seams;
}

std::vector<std::int64_t> SeamFinder::places(std::int64_t counted) const {
  Parents parents = joined_;
  std::vector<std::int64_t> sums(parents.size()), found;
  const auto sum_of = [&](const AtSeam& one) -> std::int64_t& {
    return sums[static_cast<std::size_t>(root_of(parents, one.region))];
  };
  for (const AtSeam& one : at_seams_) sum_of(one) += one.own.counted;
  for (const AtSeam& one : at_seams_)
    if (one.own.counted < counted && sum_of(one) >= counted) found.push_back(one.own.place);
  return found;
}

}  // namespace lenslet::ops
