// The layout of strips: how many rows of results a strip has, which rows it reads, and how much memory it takes. Also
// measured heights of strips.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/strip_cost.hpp>
#include <lenslet/strips.hpp>

namespace lenslet {

struct StripLayout {
  std::vector<ImageType> inputs;     // types of the whole inputs
  std::vector<ImageType> outputs;    // types of the whole results
  std::vector<RowRange> parts = {};  // of the outputs, at least one
  std::int64_t rows = 0;             // in a strip, except in the last of a part
  bool in_order = true;              // inputs come in whole rows, each once; false: whole inputs are in memory
  std::uint64_t bytes = 0;           // of memory
  std::vector<Size> read = {};       // the largest part of each input that a strip reads
  std::vector<bool> whole = {};      // for each input: whether each of several strips reads all of it
  // For each plan, the strip that keeps most memory between the plan's stages.
  std::vector<std::int64_t> greediest = {};

  std::int64_t wanted() const;  // rows of all parts together
  std::int64_t count() const;
  Size first() const { return inputs.front().size; }  // of the first input
  Rect results(std::int64_t strip) const;
};

// The layout of strips that any of the plans may compute; there is a plan for each device. `in_order` is as in
// StripLayout. Throws as Strips does.
StripLayout layout_strips(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                          const StripOptions& options, bool in_order = true);

// Rounds down to whole blocks of rows, if there is one. Returns at least one row.
std::int64_t even_strip_rows(std::int64_t rows);

struct LeastStrips {
  std::uint64_t bytes = 0;    // of strips of one row of results, or of the whole as one strip where that takes less
  std::string disorder = {};  // why strips are impossible: rows are not read from top to bottom
};

// Throws as Strips does, except for too little memory and for the order of rows.
LeastStrips least_strips(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                         const StripOptions& options, bool in_order = true);

// `bytes` is the memory of the whole as one strip.
[[noreturn]] void refuse_disorder(const std::string& disorder, std::uint64_t bytes, const StripOptions& options);

// The part of an input that a strip reads, whichever plan computes it.
Rect part_read(const std::vector<Plan>& plans, const StripLayout& layout, std::int64_t strip, std::size_t input);

// The part of each input.
std::vector<Rect> parts_read(const std::vector<Plan>& plans, const StripLayout& layout, std::int64_t strip);

// Tells whether heights are measured and looked up for such plans. They are not with Tune::off.
bool heights_are_measured(const std::vector<Plan>& plans);

// Returns the bytes of a strip's inputs and results that were the fastest for such plans on these devices together.
// Heights are stored as bytes, which hold for images of any width. Absent where nothing was measured, or where
// measurements do not count.
std::optional<std::uint64_t> measured_strip_bytes(const std::vector<Plan>& plans);

// Random rows: they are as slow for every step as a photograph.
Image random_rows(const ImageType& type, std::int64_t rows);

// Returns the lowest of the heights that tie with the fastest one: it takes the least memory.
const StripTrial& best_of(const std::vector<StripTrial>& trials);

void keep_strip_trials(const std::vector<Plan>& plans, const std::vector<StripTrial>& trials, Size image);

// Computes some strips of each height that may be good on the devices, with rows that cost no reading. Empty where
// there are less than two heights to choose from.
std::vector<StripTrial> try_heights(const GroupPlan& plan, const std::vector<ImageType>& inputs,
                                    const StripOptions& options);

const DeviceInfo& device_of(const Plan& plan);
std::uint64_t row_bytes(const std::vector<ImageType>& images);  // of a row of each, in host memory

// The memory of strips, without what plans keep between their stages. `frames` strips have inputs and results on the
// host and on the device; inputs that each strip reads whole are on the host only once. One more strip's input is being
// read, and one more result belongs to the caller. Where one
// strip is all, there is no other strip, and `frames` is 0. Each device's strips may be kept until all earlier strips
// are returned.
std::uint64_t bytes_of(const std::vector<Plan>& plans, const StripLayout& layout, const StripOptions& options,
                       std::size_t frames);

// The usual number of threads that copy in each direction, for devices with memory of their own: a quarter of the
// cores, divided among the devices, at most four. With other processes or a small budget, it is one. These numbers were
// chosen on two H100 with 32 cores.
std::size_t usual_copy_threads(std::size_t cores, std::size_t devices, const StripOptions& options);

// The number of threads that the options say, else the usual one.
std::size_t copy_threads(const std::vector<Plan>& plans, const StripOptions& options);

// Bytes of the pieces in which devices copy a strip's inputs and results.
std::uint64_t piece_bytes(const StripLayout& layout);

}  // namespace lenslet
