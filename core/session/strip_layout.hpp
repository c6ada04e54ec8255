// How many rows of results a strip has, which rows it reads, what memory it takes, and how high it is where that was
// measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/strip_cost.hpp>
#include <lenslet/strips.hpp>

namespace lenslet {

struct StripLayout {
  Size input;                                // the whole
  std::vector<ImageType> outputs;            // the whole ones
  std::vector<RowRange> parts = {};          // of the outputs, at least one
  std::int64_t rows = 0;                     // of a strip but the last of a part
  bool in_order = true;                      // inputs come in whole rows, each once; else all of them is at hand
  std::uint64_t bytes = 0;                   // of memory
  Size read = {};                            // of each input that strips read at most
  std::vector<std::int64_t> greediest = {};  // for each plan, the strip that keeps the most between its stages

  std::int64_t wanted() const;  // rows of all parts
  std::int64_t count() const;
  Rect results(std::int64_t strip) const;
};

// Of strips that any of the plans computes: one for each device. `in_order` is StripLayout's. Throws as Strips does.
StripLayout layout_strips(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                          const StripOptions& options, bool in_order = true);

// Rounds down to whole blocks of rows, where there are some; one row at least.
std::int64_t even_strip_rows(std::int64_t rows);

struct LeastStrips {
  std::uint64_t bytes = 0;    // of strips of one row of results, or of the whole as one strip where that takes less
  std::string disorder = {};  // why only the whole is left: rows that are not taken from top to bottom
};

// Throws as Strips does, but for too little memory and for the order of rows.
LeastStrips least_strips(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                         const StripOptions& options, bool in_order = true);

// `bytes`: of the whole as one strip.
[[noreturn]] void refuse_disorder(const std::string& disorder, std::uint64_t bytes, const StripOptions& options);

// What of the inputs a strip reads, whichever plan computes it.
Rect part_read(const std::vector<Plan>& plans, const StripLayout& layout, std::int64_t strip);

// Whether heights are measured and looked up for such plans: not where Tune::off asks for what nobody measured.
bool heights_are_measured(const std::vector<Plan>& plans);

// A height is kept as the bytes of a strip, which hold for images of any width. The bytes of a strip's inputs and
// results that were the fastest for such plans on these devices together; nothing where nobody measured, or measures do
// not count.
std::optional<std::uint64_t> measured_strip_bytes(const std::vector<Plan>& plans);

// Rows that are without order, so that no step is faster than with a photograph.
Image random_rows(const ImageType& type, std::int64_t rows);

// Of those that cannot be told apart from the fastest the lowest: it takes the least memory.
const StripTrial& best_of(const std::vector<StripTrial>& trials);

void keep_strip_trials(const std::vector<Plan>& plans, const std::vector<StripTrial>& trials, Size image);

// Passes some strips of each height that may be worth it through the devices, with rows that cost no reading. None
// where there are no two heights to choose from.
std::vector<StripTrial> try_heights(const GroupPlan& plan, const std::vector<ImageType>& inputs,
                                    const StripOptions& options);

const DeviceInfo& device_of(const Plan& plan);
std::uint64_t row_bytes(const std::vector<ImageType>& images);  // of images of one size, on the host

// Beside what plans keep between their stages. A strip has its inputs and results on the host and on the device. One
// more input is read, and one more result is in the caller's hands; not where one strip is all, as which no frames
// count. As many strips as all devices take may be kept until those before them are returned.
std::uint64_t bytes_of(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs, const StripLayout& layout,
                       const StripOptions& options, std::size_t frames);

// Threads that copy in each direction of a device with memory of its own: a quarter of the cores, which all devices
// share, at most four; one where other processes or a small budget are in the way. It was tried on two H100 with 32
// cores.
std::size_t usual_copy_threads(std::size_t cores, std::size_t devices, const StripOptions& options);

// As the options say, or else as is usual.
std::size_t copy_threads(const std::vector<Plan>& plans, const StripOptions& options);

// Bytes of the pieces in which devices copy a strip's inputs and results.
std::uint64_t piece_bytes(const StripLayout& layout, const std::vector<ImageType>& inputs);

}  // namespace lenslet
