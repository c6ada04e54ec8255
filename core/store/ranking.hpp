// The order in which a key's rows are trusted. A call gets the first row that it can run; tables show the rows in this
// order.
#pragma once

#include <vector>

#include "store/rows.hpp"

namespace lenslet::store {

// Sorts the rows. First those of the last timing in turns, by their standing. Then looks, by their time per pixel or
// element; looks with less than half of the largest number of samples come after the others, because the luckiest of
// many short looks would be first. At last rows without a time.
void rank(std::vector<Row>& rows);

// Counts the rows of the last timing in turns that tie with its winner. 0 where the sorted rows do not begin with one
// of these.
int ties_with_winner(const std::vector<Row>& rows);

}  // namespace lenslet::store
