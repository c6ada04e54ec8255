// Tells how much memory this process may still take.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace lenslet::system {

// Returns the smallest of three numbers, in bytes: what the machine has free, what the process's control groups
// (version 1 or 2, with a container's) leave, and what the limit on its address space leaves. Pages that Linux can drop
// count as free.
std::uint64_t available_memory();

// Returns what the limit on the process's address space (ulimit -v) leaves; 2^64 - 1 where there is no limit.
std::uint64_t available_address_space();

// Returns how many more files this process may open now, at most `most`.
int free_descriptors(int most);

// Returns what a job may take by default: half of the available memory.
inline std::uint64_t default_memory_limit() {
  return available_memory() / 2;
}

// Throws Error of kind io where `bytes` are more than `most`: "WHAT needs 3.2 GB of memory; allowed: 1.5 GB (LIMIT)".
// `limit` names what sets the limit: "--max-memory".
void check_memory(std::string_view what, std::uint64_t bytes, std::uint64_t most, std::string_view limit);

}  // namespace lenslet::system
#pragma GCC visibility pop
