// Looks for the highest strips that the memory allows.
#include "session/strip_layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "rounding.hpp"
#include "session/plan.hpp"

namespace lenslet {
namespace {

constexpr std::uint64_t usual_bytes = 64 << 20;  // of a strip's inputs and outputs: enough to hide what a launch costs
constexpr std::int64_t even_rows = 16;           // kernels compute blocks of rows, and files have tiles of these

std::uint64_t row_bytes(const std::vector<ImageType>& images) {
  std::uint64_t bytes = 0;
  for (const ImageType& image : images) bytes += static_cast<std::uint64_t>(image.size.width) * image.format.bytes();
  return bytes;
}

// The strips of which the plan is asked: all where they are few; else those at both ends, where borders are, and some
// in between, whose places have no period in common with what a scale reads.
std::vector<std::int64_t> looked_at(const StripLayout& layout) {
  const std::int64_t count = layout.count(), at_ends = 64, between = 128;
  std::vector<std::int64_t> strips;
  if (count <= 2 * at_ends + between) {
    for (std::int64_t strip = 0; strip < count; ++strip) strips.push_back(strip);
    return strips;
  }
  constexpr double golden = 0.6180339887498949;
  for (std::int64_t i = 0; i < at_ends; ++i) strips.push_back(i), strips.push_back(count - 1 - i);
  for (std::int64_t i = 1; i <= between; ++i) {
    const double share = golden * static_cast<double>(i);
    strips.push_back(static_cast<std::int64_t>((share - std::floor(share)) * static_cast<double>(count)));
  }
  std::ranges::sort(strips);
  strips.erase(std::unique(strips.begin(), strips.end()), strips.end());
  return strips;
}

// The most that strips read, and keep between a plan's stages. One that reads no more rows than another may keep more:
// near an edge windows read rows of the image, whose windows end there.
struct Greediest {
  std::int64_t rows = 0;                  // that are read
  std::vector<std::int64_t> strips = {};  // for each plan, the one that keeps the most
  std::uint64_t kept = 0;                 // bytes of these, by all plans together
};

void add_plan(const Plan& plan, const StripLayout& layout, const std::vector<std::int64_t>& strips, Greediest& most) {
  std::uint64_t kept = 0;
  most.strips.push_back(0);
  for (const std::int64_t strip : strips)
    if (const std::uint64_t bytes = scratch_for(plan, layout.results(strip), layout.input); bytes > kept)
      kept = bytes, most.strips.back() = strip;
  most.kept += kept;
}

// Strips of a scaled image read a row more or less, and not all of them may have been looked at.
Greediest greediest(const std::vector<Plan>& plans, const StripLayout& layout) {
  Greediest most;
  const std::vector<std::int64_t> strips = looked_at(layout);
  for (const std::int64_t strip : strips) most.rows = std::max(most.rows, rows_read(plans, layout, strip).count());
  for (const Plan& plan : plans) add_plan(plan, layout, strips, most);
  const bool all = static_cast<std::int64_t>(strips.size()) == layout.count();
  if (!all && !plans.front().serves_every_size()) most.rows = std::min(most.rows + 1, layout.input.height);
  return most;
}

// A frame has its inputs and results on the host and on the device. One more input is read, and one more result is in
// the caller's hands. As many strips as all devices take may be kept until those before them are returned.
std::uint64_t bytes_of(const std::vector<ImageType>& inputs, const StripLayout& layout, const Greediest& most,
                       std::size_t frames) {
  const std::uint64_t frame = row_bytes(inputs) * static_cast<std::uint64_t>(most.rows) +
                              row_bytes(layout.outputs) * static_cast<std::uint64_t>(layout.rows);
  return frame * (2 * frames * most.strips.size() + 1) + most.kept;
}

std::vector<ImageType> whole_outputs(const Plan& plan, Size input) {
  std::vector<ImageType> outputs;
  for (const ValueType& type : plan.outputs()) {
    const auto* image = std::get_if<ImageType>(&type);
    if (!image)
      throw Error(ErrorKind::unsupported,
                  fmt::format("strips for an op that makes {}; allowed are ops that make images", to_string(type)));
    outputs.push_back({image->format, plan.serves_every_size() ? input : image->size});
  }
  return outputs;
}

void check_inputs(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs, const StripOptions& options) {
  const std::size_t taken = plans.front().inputs().size();
  if (inputs.size() != taken)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} inputs for a plan that takes {}", inputs.size(), taken));
  if (options.frames == 0 || options.rows < 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} frames of strips of {} rows; allowed are 1 and more frames, 0 and more rows",
                            options.frames, options.rows));
  for (const ImageType& input : inputs)
    if (input.size.width < 1 || input.size.height < 1)
      throw Error(ErrorKind::invalid_argument, fmt::format("strips of {}, which is empty", to_string(input)));
  for (const ImageType& input : inputs)
    if (input.size != inputs.front().size || input.layers != 1)
      throw Error(ErrorKind::invalid_argument, fmt::format("strips of {} and {}; allowed are images of one size",
                                                           to_string(inputs.front()), to_string(input)));
}

std::vector<RowRange> wanted_parts(std::int64_t height, const StripOptions& options) {
  if (options.parts.empty()) return {{0, height}};
  std::int64_t end = 0;
  for (const RowRange& part : options.parts) {
    if (part.begin < end || part.count() < 1 || part.end > height)
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("rows {} to before {} of results that have {}, behind row {}; allowed are parts of these "
                              "with at least one row, from top to bottom",
                              part.begin, part.end, height, end));
    end = part.end;
  }
  return options.parts;
}

// Kernels count samples of a row, and rows, in 32 bits; pixels they do not count.
void check_sides(const std::vector<ImageType>& images) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  for (const ImageType& image : images)
    if (image.size.width > most / image.format.channels || image.size.height > most)
      throw Error(ErrorKind::unsupported, fmt::format("strips of {}; allowed are rows of at most {} samples, and as "
                                                      "many rows",
                                                      to_string(image), most));
}

// `least` are strips of one row.
[[noreturn]] void refuse_memory(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                                const StripOptions& options, const StripLayout& least) {
  const std::int64_t read = greediest(plans, least).rows;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{} bytes of memory; the least that strips of {} take is {}, as each row of results reads {} "
                          "of the {} rows",
                          options.memory, to_string(inputs.front()), least.bytes, read, least.input.height));
}

// Sources give each row once. Says where a strip reads rows above those of one before it; nothing where none does.
std::string disorder(const std::vector<Plan>& plans, const StripLayout& layout) {
  RowRange before;
  for (const std::int64_t strip : looked_at(layout)) {
    const RowRange rows = rows_read(plans, layout, strip);
    if (rows.begin < before.begin || rows.end < before.end)
      return fmt::format("strip {} reads rows {} to {}, one before it rows {} to {}", strip, rows.begin, rows.end - 1,
                         before.begin, before.end - 1);
    before = rows;
  }
  return {};
}

// `whole` is one strip of all rows.
void check_order(const std::vector<Plan>& plans, const StripLayout& layout, const StripLayout& whole) {
  if (const std::string found = disorder(plans, layout); !found.empty()) refuse_disorder(found, whole.bytes);
}

// Rounds down to whole blocks of rows, where there are some.
std::int64_t evened(std::int64_t rows) {
  return rows < even_rows ? rows : rows / even_rows * even_rows;
}

class Search {
 public:
  Search(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs, const StripOptions& options,
         const StripLayout& layout)
      : plans_(plans), inputs_(inputs), options_(options), layout_(layout) {}

  StripLayout with_rows(std::int64_t rows) const { return with_rows(layout_, rows); }

  StripLayout with_rows(StripLayout layout, std::int64_t rows) const {
    layout.rows = rows;
    const Greediest most = greediest(plans_, layout);
    layout.greediest = most.strips;
    layout.bytes = bytes_of(inputs_, layout, most, options_.frames);
    return layout;
  }

  // Several devices get some strips each, so that those that are fast can take more; and so does one of several
  // processes, which would else be at one step with nothing else under way. A part is cut into equal strips.
  std::int64_t usual_rows() const {
    constexpr std::int64_t strips_of_device = 4;
    const auto bytes = row_bytes(inputs_) + row_bytes(layout_.outputs);
    const auto devices = static_cast<std::int64_t>(plans_.size());
    const std::int64_t highest = highest_part();
    std::int64_t most = highest;
    const bool is_shared = layout_.wanted() < layout_.outputs.front().size.height;
    if (devices > 1 || is_shared) most = std::min(most, divide_up(layout_.wanted(), devices * strips_of_device));
    const auto rows = std::clamp<std::int64_t>(evened(static_cast<std::int64_t>(usual_bytes / bytes)), 1, most);
    if (!is_shared) return rows;
    return std::min(round_up(divide_up(highest, divide_up(highest, rows)), even_rows), highest);
  }

  std::int64_t highest_part() const {
    std::int64_t most = 0;
    for (const RowRange& part : layout_.parts) most = std::max(most, part.count());
    return most;
  }

  // The strips of `most` rows, or of as many as there is memory for, in whole blocks.
  StripLayout highest(std::int64_t most) const {
    StripLayout all = with_rows(most);
    if (options_.memory == 0 || all.bytes <= options_.memory) return all;
    std::int64_t fits = 0;
    --most;
    while (fits < most) {
      const std::int64_t middle = fits + (most - fits + 1) / 2;
      if (with_rows(middle).bytes <= options_.memory)
        fits = middle;
      else
        most = middle - 1;
    }
    if (fits == 0) refuse(with_rows(1));
    return with_rows(evened(fits));
  }

  StripLayout whole() const {
    StripLayout layout = layout_;
    layout.parts = {{layout_.parts.front().begin, layout_.parts.back().end}};
    return with_rows(std::move(layout), layout.parts.front().count());
  }

 private:
  [[noreturn]] void refuse(const StripLayout& least) const {
    check_order(plans_, least, whole());
    refuse_memory(plans_, inputs_, options_, least);
  }

  const std::vector<Plan>& plans_;
  const std::vector<ImageType>& inputs_;
  const StripOptions& options_;
  const StripLayout& layout_;
};

// Where the memory is said to be enough for all, ops that take rows in another order are computed whole.
bool passes_as_one(const StripOptions& options, const StripLayout& whole) {
  return options.rows == 0 && options.parts.size() <= 1 && options.memory >= whole.bytes;
}

StripLayout checked_whole(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                          const StripOptions& options) {
  check_inputs(plans, inputs, options);
  StripLayout layout{inputs.front().size, whole_outputs(plans.front(), inputs.front().size)};
  layout.parts = wanted_parts(layout.outputs.front().size.height, options);
  check_sides(inputs);
  check_sides(layout.outputs);
  return layout;
}

}  // namespace

void refuse_disorder(const std::string& disorder, std::uint64_t bytes) {
  throw Error(ErrorKind::unsupported,
              fmt::format("strips for an op that does not take rows from top to bottom: {}; it needs the whole in "
                          "memory, as one strip {} bytes",
                          disorder, bytes));
}

LeastStrips least_strips(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                         const StripOptions& options) {
  const StripLayout whole = checked_whole(plans, inputs, options);
  const Search search(plans, inputs, options, whole);
  const StripLayout least = search.with_rows(1);
  const std::string found = disorder(plans, least);
  return {found.empty() ? least.bytes : search.whole().bytes, found};
}

StripLayout layout_strips(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                          const StripOptions& options) {
  StripLayout layout = checked_whole(plans, inputs, options);
  const Search search(plans, inputs, options, layout);
  const std::int64_t most = options.rows > 0 ? std::min(options.rows, search.highest_part()) : search.usual_rows();
  if (passes_as_one(options, search.whole()) && !disorder(plans, search.with_rows(1)).empty()) return search.whole();
  layout = search.highest(most);
  check_order(plans, layout, search.whole());
  return layout;
}

}  // namespace lenslet
