// Parts of arrays.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/array.hpp>

namespace lenslet::array {

// These of the first side's, in this order.
Array rows_of(const Array& array, const std::vector<std::int64_t>& rows);

// These of the second side's, of an array of two sides.
Array columns_of(const Array& array, const std::vector<std::int64_t>& columns);

// So many of them at most, from the first to the last.
std::vector<std::int64_t> some_of(const std::vector<std::int64_t>& rows, std::size_t most);

}  // namespace lenslet::array
