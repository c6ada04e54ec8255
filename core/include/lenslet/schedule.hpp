// How a stencil op is computed. A schedule changes the time. In the result it changes at most how floats are rounded.
//
// A schedule has one spelling everywhere. Words in brackets may be absent; the order is fixed:
//   STORAGE.STAGING.PASSES.COEFFICIENTS.EDGES.vN.xN.yN.gWxH[.STORES][.packed|.words][.SELECTION]
// for example buffer.window.fused.literal.split.v1.x1.y4.g128x1. With gauto in place of gWxH the runtime chooses the
// group.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace lenslet {

inline constexpr int max_standard_vector = 16;  // OpenCL C's limit, in lanes

// Where the input lives. An image in another storage is copied on the device first; the time of the copy counts.
enum class Storage : std::uint8_t {
  buffer,
  image_buffer,  // the same memory, read as a one-dimensional image object
  image,         // a two-dimensional image object
  image_array,   // one layer of an array of two-dimensional image objects
};
enum class Staging : std::uint8_t {
  direct,   // every output row reads its own window from global memory
  window,   // a work-item keeps the window's rows in registers, and its output rows share them
  aligned,  // as window, but rows are loaded as whole vectors at multiples of their size and shifted in registers
  local2,   // a group copies its tile and halo to local memory by two loops, over rows and over vectors
  local1,   // the same by one loop with a division: fewer rounds where two loops leave work-items idle
  local,    // local1 where that takes at most half as many rounds as local2, else local2
};
enum class Passes : std::uint8_t {
  single,  // one launch per mask
  fused,   // all masks of the op in one launch
  // For masks of rank 1, which are a column times a row:
  separated_window,  // one launch, without direct: an item sums along each row once and adds the sum to its outputs
  separated_local,   // one launch with local staging: a group keeps the sums along its tile's rows in local memory
  separated_strip,   // one launch for CPUs: an item does a group's block, with a ring of sums along its last rows
  separated,         // one launch along rows into an image that the plan keeps, then one down columns for each mask
  // For rectangles whose taps are all equal:
  running,  // one launch: groups walk down strips with running sums, so the time hardly depends on the rectangle's size
  // For structuring elements of other shapes:
  chords,  // one launch with local staging: windows of 1, 2, 4, ... pixels along rows cover the element's chords
};
enum class Coefficients : std::uint8_t {
  constant,  // masks are a kernel argument: a new mask compiles nothing
  literal,   // masks are compiled into the code: zero taps vanish
  general,   // taps are a list in a kernel argument: a new mask of any size, scale or delta compiles nothing
};
enum class Edges : std::uint8_t {
  branch,   // an item tests once whether its window lies inside the image
  clamp,    // index arithmetic on every read
  split,    // one launch without checks for the interior, one for the frame round it
  sampler,  // the device's sampler makes the border where it has the rule, else index arithmetic
  pad,      // one launch copies the input with a border round it, one without checks computes the whole image
};

enum class Stores : std::uint8_t {
  normal,
  stream,           // non-temporal where the compiler has such stores: results bypass the caches
  to_image,         // into two-dimensional image objects; results that belong in buffers are copied there afterwards
  to_image_array,   // into the layers of an array of such objects; the same holds for results in buffers
  to_image_buffer,  // into a buffer's memory, written as a one-dimensional image object
};

// Returns the storage whose memory kernels write.
constexpr Storage written_storage(Stores stores) {
  if (stores == Stores::to_image) return Storage::image;
  if (stores == Stores::to_image_array) return Storage::image_array;
  return stores == Stores::to_image_buffer ? Storage::image_buffer : Storage::buffer;
}

enum class Lanes : std::uint8_t {
  single,  // each sample is a number of its own
  packed,  // a word of 32 bits holds two lanes of 16: for whole masks on u8, and minima and maxima on u8 and u16
  words,   // samples are taken out of words of 32 bits that are loaded whole: masks on u8 and u16
};

// How an op finds the k-th smallest sample of its window, as a median does.
enum class Selection : std::uint8_t {
  network,    // a network of minima and maxima, for up to 81 samples; also the word of ops that select nothing
  bitwise,    // the result bit by bit: each bit takes one count of the samples below a bound
  tiles,      // a work-item sorts what the windows of a tile share, and adds the rest as it halves the tile
  histogram,  // u8 only: a work-item moves a histogram in local memory down a column of windows
  columns,    // u8 only: a work-item moves a histogram for each column of a strip down the image, and adds them up
  sorted,     // a work-item sorts the samples that a strip's windows read, and moves a set of places in that order
};

struct Schedule {
  Storage storage = Storage::buffer;
  Staging staging = Staging::direct;
  Passes passes = Passes::single;
  Coefficients coefficients = Coefficients::constant;
  Edges edges = Edges::branch;
  int vector = 1;        // samples per load: 1, 2, 4, 8, 16, or 32 where the compiler has such vectors
  int items_x = 1;       // vectors per work-item: 1 to 8, with `running` 1 to 128
  int items_y = 1;       // rows per work-item: 1 to 16, or 17 to 128 in a sweep
  int group_width = 64;  // work-items; 0 x 0: the OpenCL runtime chooses the group at each launch
  int group_height = 1;
  Stores stores = Stores::normal;
  Lanes lanes = Lanes::single;
  Selection selection = Selection::network;

  bool runtime_group() const { return group_width == 0; }
  bool operator==(const Schedule&) const = default;
};

// Tells whether the main launch checks nothing at edges, so that pixels near edges need another launch.
constexpr bool leaves_edges(Edges edges) {
  return edges == Edges::split || edges == Edges::pad;
}

// Tells whether rows are loaded as words of several samples. Then the blocks at both ends of a row are work-items of
// their own.
constexpr bool loads_words(Lanes lanes) {
  return lanes != Lanes::single;
}

// Tells whether sums go along rows first and then down columns. Such sums round in another order than sums over whole
// masks.
constexpr bool is_separated(Passes passes) {
  return passes >= Passes::separated_window && passes <= Passes::separated;
}

// Tells whether an item computes strips of many blocks of items_y rows, and keeps the sums along rows between blocks.
constexpr bool computes_strips(const Schedule& schedule) {
  return schedule.coefficients == Coefficients::general && is_separated(schedule.passes);
}

// Tells whether an item goes down so many rows that it keeps only the sums of unfinished windows.
constexpr bool sweeps(const Schedule& schedule) {
  constexpr int max_rows_of_block = 16;
  return schedule.items_y > max_rows_of_block;
}

std::string_view name_of(Storage storage);  // "image_buffer"

std::string to_string(const Schedule& schedule);

// Reads a spelling. Throws invalid_argument with the wrong word and the allowed ones.
Schedule parse_schedule(std::string_view spelling);

}  // namespace lenslet
#pragma GCC visibility pop
