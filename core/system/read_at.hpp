// Reads and writes parts of an open file.
#pragma once

#include <cstddef>
#include <cstdint>

#include <sys/types.h>

#pragma GCC visibility push(default)
namespace lenslet::system {

// Reads bytes from a place in the file. Returns how many; fewer only at the end of the file. Returns -1, with the
// reason in errno, where the system cannot read.
ssize_t read_at(int file, void* to, std::size_t bytes, std::int64_t place);

// Writes all bytes to a place in the file. Returns false, with the reason in errno, where the system cannot.
bool write_at(int file, const void* from, std::size_t bytes, std::int64_t place);

}  // namespace lenslet::system
#pragma GCC visibility pop
