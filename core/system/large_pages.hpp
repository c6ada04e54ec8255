// Asks the operating system for large pages.
#pragma once

#include <cstddef>
#include <span>

namespace lenslet::system {

constexpr std::size_t min_for_large_pages = 4 << 20;  // smaller memory holds no large page, or one

// Asks that memory be made of large pages, where there are some: it is touched for the first time, and its addresses
// are found, once for 2 MiB and not for each 4 KiB. It is a wish, best told before the memory is used. Nothing is asked
// for memory that holds too few of them.
void prefer_large_pages(std::span<std::byte> memory);

}  // namespace lenslet::system
