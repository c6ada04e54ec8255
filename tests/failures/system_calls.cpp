// The library's calls of the system: EIO stands for any reason.
#include <cerrno>
#include <cstdarg>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "injection.hpp"

using lenslet::failures::fails;
using lenslet::failures::Kind;

namespace {

template <class Result, class... Parameters, class... Arguments>
Result call_or_fail(Result (*real)(Parameters...), Arguments... arguments) {
  if (!fails(Kind::system_call)) return real(arguments...);
  errno = EIO;
  return -1;
}

}  // namespace

extern "C" {

int __real_close(int file);
ssize_t __real_write(int file, const void* bytes, size_t size);
ssize_t __real_pread(int file, void* bytes, size_t size, off_t place);
ssize_t __real_pwrite(int file, const void* bytes, size_t size, off_t place);
int __real_ftruncate(int file, off_t size);
int __real_rename(const char* from, const char* to);
int __real_mkdir(const char* path, mode_t mode);
int __real_fchmod(int file, mode_t mode);
int __real_flock(int file, int operation);
int __real_lstat(const char* path, struct stat* status);
int __real_stat(const char* path, struct stat* status);
int __real_open(const char* path, int flags, ...);

ssize_t __wrap_write(int file, const void* bytes, size_t size) {
  return call_or_fail(__real_write, file, bytes, size);
}

ssize_t __wrap_pread(int file, void* bytes, size_t size, off_t place) {
  return call_or_fail(__real_pread, file, bytes, size, place);
}

ssize_t __wrap_pwrite(int file, const void* bytes, size_t size, off_t place) {
  return call_or_fail(__real_pwrite, file, bytes, size, place);
}

int __wrap_ftruncate(int file, off_t size) {
  return call_or_fail(__real_ftruncate, file, size);
}

int __wrap_rename(const char* from, const char* to) {
  return call_or_fail(__real_rename, from, to);
}

int __wrap_mkdir(const char* path, mode_t mode) {
  return call_or_fail(__real_mkdir, path, mode);
}

int __wrap_fchmod(int file, mode_t mode) {
  return call_or_fail(__real_fchmod, file, mode);
}

int __wrap_flock(int file, int operation) {
  return call_or_fail(__real_flock, file, operation);
}

int __wrap_lstat(const char* path, struct stat* status) {
  return call_or_fail(__real_lstat, path, status);
}

int __wrap_stat(const char* path, struct stat* status) {
  return call_or_fail(__real_stat, path, status);
}

// Also one that fails closes the file.
int __wrap_close(int file) {
  const int result = __real_close(file);
  if (!fails(Kind::system_call)) return result;
  errno = EIO;
  return -1;
}

int __wrap_open(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const unsigned mode = (flags & O_CREAT) != 0 ? va_arg(arguments, unsigned) : 0;
  va_end(arguments);
  if (!fails(Kind::system_call)) return __real_open(path, flags, mode);
  errno = EIO;
  return -1;
}

// In the place of the C library's, because SQLite's cannot be wrapped. They wait for no disk: no test loses its power.
int fsync(int) {
  if (!fails(Kind::system_call) && !fails(Kind::sqlite_file)) return 0;
  errno = EIO;
  return -1;
}

int fdatasync(int file) {
  return fsync(file);
}
}
