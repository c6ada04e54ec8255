// This program's operator new, which the standard library uses, too.
#include <cstdlib>
#include <new>

#include "injection.hpp"

using lenslet::failures::fails;
using lenslet::failures::Kind;

void* operator new(std::size_t size) {
  void* memory = fails(Kind::allocation) ? nullptr : std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

extern "C" {

char* __real_strdup(const char* text);
char* __wrap_strdup(const char* text) {
  return fails(Kind::allocation) ? nullptr : __real_strdup(text);
}
}
