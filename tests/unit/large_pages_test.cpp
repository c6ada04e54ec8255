// Memory that the operating system is asked to make of large pages.
#include "system/large_pages.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace lenslet {
namespace {

// The flags of the mapping that holds an address, as in proc(5).
std::string flags_at(const std::byte* address) {
  std::ifstream maps("/proc/self/smaps");
  bool here = false;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    if (words >> std::hex >> begin >> dash >> end && dash == '-')
      here = begin <= reinterpret_cast<std::uintptr_t>(address) && reinterpret_cast<std::uintptr_t>(address) < end;
    if (here && line.starts_with("VmFlags:")) return line + " ";
  }
  return {};
}

TEST(LargePages, AreAskedForWholePagesAlone) {
  if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage")) GTEST_SKIP() << "this kernel has none";
  std::vector<std::byte> memory(16 << 20);
  system::prefer_large_pages(std::span(memory).subspan(1, 100));  // no whole page
  EXPECT_EQ(flags_at(memory.data() + (8 << 20)).find(" hg "), std::string::npos);
  system::prefer_large_pages(memory);
  EXPECT_NE(flags_at(memory.data() + (8 << 20)).find(" hg "), std::string::npos);
  system::prefer_large_pages({});
}

}  // namespace
}  // namespace lenslet
