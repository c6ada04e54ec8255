// setenv() that ends the process, with status 99, where other threads run: one of them may be in getenv(), which reads
// what setenv() moves. For LD_PRELOAD.
#include <dlfcn.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>

extern "C" int setenv(const char* name, const char* value, int replace) {
  const std::filesystem::directory_iterator threads("/proc/self/task");
  if (std::distance(begin(threads), end(threads)) > 1) ::_exit(99);
  return reinterpret_cast<decltype(&setenv)>(::dlsym(RTLD_NEXT, "setenv"))(name, value, replace);
}
