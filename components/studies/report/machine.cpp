// Linux tells the processor's name in a file; its number of processors and vector units are asked from compiler and
// library.
#include "studies/report/machine.hpp"

#include <fstream>
#include <sstream>
#include <thread>

#include <fmt/format.h>

namespace lenslet::report {
namespace {

std::string text_of(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// The widest vector units, which decide what a CPU's compilers make of a kernel.
std::string vectors() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return ", AVX-512";
  if (__builtin_cpu_supports("avx2")) return ", AVX2";
#endif
  return {};
}

}  // namespace

std::string processor_name(const std::string& cpuinfo) {
  std::istringstream lines(cpuinfo);
  for (std::string line; std::getline(lines, line);)
    if (const std::size_t colon = line.find(": "); line.starts_with("model name") && colon != std::string::npos)
      return line.substr(colon + 2);
  return {};
}

std::string this_machine() {
  const std::string name = processor_name(text_of("/proc/cpuinfo"));
  const unsigned processors = std::thread::hardware_concurrency();
  return fmt::format("{}, {} processor{}{}", name.empty() ? "a processor without a name" : name, processors,
                     processors == 1 ? "" : "s", vectors());
}

}  // namespace lenslet::report
