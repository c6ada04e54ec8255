// Reads and writes parts of an open file.
#pragma once

#include <cstddef>
#include <cstdint>

#include <sys/types.h>

namespace lenslet::system {

// Reads bytes from that place on, and returns how many: fewer than asked for only where the file ends before. -1, with
// the reason in errno, where the system cannot read them.
ssize_t read_at(int file, void* to, std::size_t bytes, std::int64_t place);

// Writes all bytes from that place on. False, with the reason in errno, where the system cannot.
bool write_at(int file, const void* from, std::size_t bytes, std::int64_t place);

}  // namespace lenslet::system
