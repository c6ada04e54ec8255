// Who may read and write shared memory: memory that a device has together with the host or with other code.
#pragma once

#include <cstdint>

#pragma GCC visibility push(default)
namespace lenslet {

// What kernels may do with a value's memory. A plan refuses a write-only value as an input and a read-only value as an
// output. Some ops read back what they wrote to an output. On devices that enforce the access, an output of such an op
// must be `read_write`.
enum class KernelAccess : std::uint8_t { read_write, read_only, write_only };

// What the host is about to do with mapped memory.
enum class HostAccess : std::uint8_t {
  read,       // nothing goes back to the device
  write,      // the host may also read; what it does not write keeps its value
  overwrite,  // the host writes every byte: nothing comes from the device
};

}  // namespace lenslet
#pragma GCC visibility pop
