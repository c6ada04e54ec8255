// Linux gives large pages by itself or on request, as /sys/kernel/mm/transparent_hugepage/enabled says.
#include "system/large_pages.hpp"

#include <cstdint>

#include <sys/mman.h>
#include <unistd.h>

namespace lenslet::system {

void prefer_large_pages([[maybe_unused]] std::span<std::byte> memory) {
#ifdef MADV_HUGEPAGE
  if (memory.size() < min_for_large_pages) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t address = reinterpret_cast<std::uintptr_t>(memory.data()) % page;
  const std::size_t before = address == 0 ? 0 : page - address;
  ::madvise(memory.data() + before, (memory.size() - before) / page * page, MADV_HUGEPAGE);
#endif
}

}  // namespace lenslet::system
