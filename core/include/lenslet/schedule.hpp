// How a stencil op is computed. A schedule never changes the result beyond the rounding of floats, only the time.
//
// A schedule has one spelling everywhere. Every word but those in brackets is needed, in this order:
//   STORAGE.STAGING.PASSES.COEFFICIENTS.EDGES.vN.xN.yN.gWxH[.stream][.packed|.words][.SELECTION]
// for example buffer.window.fused.literal.split.v1.x1.y4.g128x1. gauto in place of gWxH is the runtime's choice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lenslet {

inline constexpr int max_standard_vector = 16;  // of OpenCL C

// Where the input lives. Images in another storage are copied on the device first, which counts in the time.
enum class Storage : std::uint8_t {
  buffer,
  image_buffer,  // the same memory, read as a one-dimensional image object
  image,         // a two-dimensional image object
  image_array,   // one layer of an array of such
};
enum class Staging : std::uint8_t {
  direct,   // every output row reads its own window from global memory
  window,   // the rows of an item share the window's rows, held in registers
  aligned,  // window, its rows loaded as whole vectors at multiples of their size and shifted in registers
  local2,   // a group copies its tile and halo to local memory by two loops, over rows and vectors
  local1,   // by one loop, which divides its index: fewer rounds where two loops leave work-items idle
  local,    // local1 where it needs at most half the rounds of local2, else local2
};
enum class Passes : std::uint8_t {
  single,  // one launch per mask
  fused,   // all masks of the op in one launch
  // For masks of rank 1, products of a row and a column:
  separated_window,  // one launch, not with direct: an item sums along each row once and adds that to its outputs
  separated_local,   // one launch with local staging: a group keeps the sums along its tile's rows in local memory
  separated_strip,   // one launch for CPUs: one item for a group's block keeps the sums along its last rows in a ring
  separated,         // a launch along rows into an image that the plan keeps, then one down columns for each mask
  // For rectangles whose taps are all the same:
  running,  // one launch, its groups walk down strips: sums that run, at a cost that hardly grows with the rectangle
  // For structuring elements of other shapes:
  chords,  // one launch with local staging: windows of 1, 2, 4, ... pixels along a tile's rows cover the element's
           // chords
};
enum class Coefficients : std::uint8_t {
  constant,  // masks are a kernel argument: another mask compiles nothing
  literal,   // masks are compiled in: taps of zero vanish
  general,   // a list of taps is a kernel argument: masks of any size, scales and deltas compile nothing
};
enum class Edges : std::uint8_t {
  branch,   // an item tests once whether its window lies inside the image
  clamp,    // index arithmetic on every read
  split,    // an interior launch without checks and a launch for the frame round it
  sampler,  // the device's sampler makes the border, where it knows the rule; else index arithmetic
  pad,      // a launch that copies the input with its border round it, then one without checks for the whole image
};

enum class Stores : std::uint8_t {
  normal,
  stream,    // non-temporal, where the compiler has such stores: results go past the caches, nobody reads them soon
  to_image,  // to two-dimensional image objects; results that belong in buffers are copied there afterwards
};

enum class Lanes : std::uint8_t {
  single,  // each sample is a number of its own
  packed,  // two lanes of 16 bits in each word of 32, for whole masks on u8, and minima and maxima of u8 and u16
  words,   // numbers of their own, taken out of words of 32 bits that are loaded whole, for masks on u8 and u16
};

// How an op that takes the k-th smallest sample of its window, such as a median, finds it.
enum class Selection : std::uint8_t {
  network,    // a network of minima and maxima, of up to 81 samples; and whatever another op does
  bitwise,    // the result bit by bit: samples below a bound are counted once for each bit
  histogram,  // of u8: a work-item moves a histogram in local memory down a column of windows
  columns,    // of u8: a work-item adds up histograms of the columns of a strip, which it moves down the image
  sorted,     // a work-item sorts what the windows of a strip read, and moves a set of places in that order
};

struct Schedule {
  Storage storage = Storage::buffer;
  Staging staging = Staging::direct;
  Passes passes = Passes::single;
  Coefficients coefficients = Coefficients::constant;
  Edges edges = Edges::branch;
  int vector = 1;        // samples per load: 1, 2, 4, 8, 16, or 32 where the compiler has such vectors
  int items_x = 1;       // vectors per work-item: 1 to 8, of `running` to 128
  int items_y = 1;       // rows per work-item: 1 to 16, or 17 to 128 where it sweeps
  int group_width = 64;  // work-items; 0 x 0: the OpenCL runtime chooses the group at each launch
  int group_height = 1;
  Stores stores = Stores::normal;
  Lanes lanes = Lanes::single;
  Selection selection = Selection::network;

  bool runtime_group() const { return group_width == 0; }
  bool operator==(const Schedule&) const = default;
};

// Tells whether blocks check nothing, and leave what they do not cover to a launch of its own.
constexpr bool leaves_edges(Edges edges) {
  return edges == Edges::split || edges == Edges::pad;
}

// Tells whether a row is loaded as words of several samples, and each block at its ends is a work-item of its own.
constexpr bool loads_words(Lanes lanes) {
  return lanes != Lanes::single;
}

// Tells whether sums go along rows first and then down columns. They round in another order than sums over whole masks.
constexpr bool is_separated(Passes passes) {
  return passes >= Passes::separated_window && passes <= Passes::separated;
}

// Tells whether an item computes strips of many blocks of items_y rows, for which it keeps the sums along rows.
constexpr bool computes_strips(const Schedule& schedule) {
  return schedule.coefficients == Coefficients::general && is_separated(schedule.passes);
}

// Tells whether an item goes down so many rows that it keeps the sums of the windows under way alone.
constexpr bool sweeps(const Schedule& schedule) {
  constexpr int max_rows_of_block = 16;
  return schedule.items_y > max_rows_of_block;
}

std::string_view name_of(Storage storage);  // "image_buffer"

std::string to_string(const Schedule& schedule);

// Reads a spelling. Throws invalid_argument that names the wrong word and what may stand there.
Schedule parse_schedule(std::string_view spelling);

}  // namespace lenslet
