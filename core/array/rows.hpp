// Takes parts of arrays.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/array.hpp>

namespace lenslet::array {

// Returns these rows, places along the first side, in this order.
Array rows_of(const Array& array, const std::vector<std::int64_t>& rows);

// Returns these columns of an array of two sides, in this order.
Array columns_of(const Array& array, const std::vector<std::int64_t>& columns);

// Returns at most so many of the rows, spread from the first to the last.
std::vector<std::int64_t> some_of(const std::vector<std::int64_t>& rows, std::size_t most);

}  // namespace lenslet::array
