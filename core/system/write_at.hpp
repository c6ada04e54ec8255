// Writes a part of an open file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lenslet::system {

// Writes all bytes from that place on. False, with the reason in errno, where the system cannot.
bool write_at(int file, const void* from, std::size_t bytes, std::int64_t place);

}  // namespace lenslet::system
