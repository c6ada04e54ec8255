// Flat structuring elements: their chords, and how passes `chords` walk through them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Returns the chords of the ones in an element of zeros and ones.
std::vector<Chord> chords_of(const Mask& element);

// Whether the element fills its window, so that the schedules of rectangles serve it. False without an element.
bool is_rectangle(const Stencil& stencil);

// The element's sides where it is a rectangle that begins where its window does: it fills this, or lacks the last
// column or row, as elements of even sides do. Nothing without an element.
std::optional<Size> rectangle_of(const Stencil& stencil);

// How many pixels the element has.
int pixels_of(const std::vector<Chord>& chords);

// Returns the chords as extreme.cl takes them: "FIRST(-1, 0) CHORD(-1, 0, 1) CHORD(0, 0, 2)".
std::string chords_text(const std::vector<Chord>& chords);

// The cells into which an element is cut. They are no larger than a group's block, so that the tile is at most twice as
// wide and as high.
struct Cells {
  int width;   // pixels
  int height;  // rows
};

Cells cells_of(const Schedule& schedule, const Problem& problem);
Cells largest_cell(const Schedule& schedule, const Problem& problem);

// Returns why the schedule cannot go through the element's chords, with what is allowed; nothing where it can, and for
// other passes.
std::optional<std::string> why_no_chords(const Schedule& schedule, const Problem& problem);

// The cells with their chords, as chords.cl takes them. The table begins with the numbers that general programs read:
// how many cells and levels there are, a cell's width, the tile's width and rows.
struct ChordTable {
  int cells = 0;            // cells that have a pixel of the element
  int levels = 0;           // windows of 1, 2, 4, ... pixels that cover chords
  std::int64_t pieces = 0;  // of chords
  std::vector<std::int32_t> numbers;
};

ChordTable chord_table(const Schedule& schedule, const Problem& problem);

// The rounds of one work-item's loops, see rounds.hpp.
std::int64_t chord_rounds(const Schedule& schedule, const Problem& problem);

}  // namespace lenslet::stencil
