// Asks the operating system for large pages.
#pragma once

#include <cstddef>
#include <span>

namespace lenslet::system {

constexpr std::size_t min_for_large_pages = 4 << 20;  // smaller memory has at most one large page

// Asks for large pages for this memory. The system then does the work of a first access, and of an address look-up,
// once for 2 MiB instead of once for 4 KiB. It is a request; call it before the memory is used. Does nothing for memory
// with too few large pages.
void prefer_large_pages(std::span<std::byte> memory);

}  // namespace lenslet::system
