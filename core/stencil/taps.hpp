// The coefficients of a program, in the order of its skeleton.
#pragma once

#include <utility>
#include <vector>

#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// How many coefficients one mask has in these passes.
int taps_per_mask(const Problem& problem, Passes passes);

// The coefficients of the masks that `masks` names, each padded with zeros to the stencil's window: row by row for
// linear.cl, the row's and then the column's factor for separated.cl.
std::vector<double> taps_of(const Problem& problem, Passes passes, const std::vector<int>& masks);

// A place of the window where a mask has a tap, in pixels from the middle.
struct ListedTap {
  int dx = 0;
  int dy = 0;
  std::vector<double> values;  // one for each mask
};

// The taps as general.cl takes them: row by row, without places where no mask has a tap. For separated passes these are
// the row's factors and then the column's.
struct TapList {
  std::vector<ListedTap> taps;
  std::size_t row = 0;  // number of taps of the row
};

TapList list_taps(const Problem& problem, Passes passes, const std::vector<int>& masks);

// The list that general_network.cl takes, of pairs of numbers: the places of the window's samples, row by row, and then
// the steps of a network that finds the rank.
struct NetworkList {
  std::vector<std::pair<int, int>> pairs;
  std::size_t places = 0;
};

NetworkList list_network(const Problem& problem);

}  // namespace lenslet::stencil
