// How many rows of results a strip has, which rows it reads, and what memory it takes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

}  // namespace lenslet
