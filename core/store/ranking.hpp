// Says in which order a key's rows are believed: the first that a call can run is what it gets, and the tables show
// them in the same order.
#pragma once

#include <vector>

#include "store/rows.hpp"

namespace lenslet::store {

// Sorts the rows: those of the last timing in turns by their standing, then looks by their time per pixel or element,
// then what has no time. Looks of less than half as many samples as the most come after the others: of many short ones
// the luckiest would be first.
void rank(std::vector<Row>& rows);

// Counts those of the last timing in turns that tie with its winner; 0 where the rows, in their order, begin with none.
int ties_with_winner(const std::vector<Row>& rows);

}  // namespace lenslet::store
