// What all fuzz targets share. A target is one function of bytes: whatever they are, it returns, and ends the process
// where the library breaks a promise. libFuzzer takes that, a finding of a sanitizer, any exception but lenslet::Error,
// a hang and too much memory for a finding.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <lenslet/error.hpp>

namespace lenslet::fuzz {

void run(std::string_view bytes);  // the target

inline void expect(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "A promise is broken: %s\n", promise);
  std::abort();
}

// Returns what `work` gives; nothing where it refuses.
template <class Work>
auto accepted(const Work& work) -> std::optional<decltype(work())> {
  try {
    return work();
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace lenslet::fuzz
