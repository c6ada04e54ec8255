// Who may read and write memory that a device and the host, or Lenslet and other code, have together.
#pragma once

#include <cstdint>

namespace lenslet {

// What kernels may do with a value's memory. A plan refuses a write-only value as an input and a read-only one as an
// output. Some ops read what they wrote, and so need `read_write` for outputs on devices that hold programs to it.
enum class KernelAccess : std::uint8_t { read_write, read_only, write_only };

// What the host is about to do with memory that is mapped.
enum class HostAccess : std::uint8_t {
  read,       // nothing goes back to the device
  write,      // the host reads, too, and what it leaves alone keeps its value
  overwrite,  // the host writes all: nothing comes from the device
};

}  // namespace lenslet
