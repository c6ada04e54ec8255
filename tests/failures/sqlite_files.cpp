// What is below SQLite: its memory, and the system's calls on files. SQLite lets both be replaced. Its locks are left
// alone: one that fails would be waited for.
#include <cerrno>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include "injection.hpp"

namespace lenslet::failures {
namespace {

sqlite3_mem_methods real_memory;

void* allocate(int size) {
  return fails(Kind::sqlite_allocation) ? nullptr : real_memory.xMalloc(size);
}

void* reallocate(void* memory, int size) {
  return fails(Kind::sqlite_allocation) ? nullptr : real_memory.xRealloc(memory, size);
}

bool file_fails() {
  if (!fails(Kind::sqlite_file)) return false;
  errno = EIO;
  return true;
}

int open_file(const char* path, int flags, int mode) {
  return file_fails() ? -1 : ::open(path, flags, mode);
}

ssize_t read_file(int file, void* bytes, size_t size, off_t place) {
  return file_fails() ? -1 : ::pread(file, bytes, size, place);
}

ssize_t write_file(int file, const void* bytes, size_t size, off_t place) {
  return file_fails() ? -1 : ::pwrite(file, bytes, size, place);
}

int truncate_file(int file, off_t size) {
  return file_fails() ? -1 : ::ftruncate(file, size);
}

int remove_file(const char* path) {
  return file_fails() ? -1 : ::unlink(path);
}

template <class Function>
void replace(const char* name, Function* function) {
  sqlite3_vfs* system = sqlite3_vfs_find("unix");
  ASSERT_NE(system, nullptr);
  ASSERT_EQ(system->xSetSystemCall(system, name, reinterpret_cast<sqlite3_syscall_ptr>(function)), SQLITE_OK) << name;
}

class ReplaceCalls : public testing::Environment {
 public:
  void SetUp() override {
    ASSERT_EQ(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory), SQLITE_OK);
    sqlite3_mem_methods failing = real_memory;
    failing.xMalloc = allocate;
    failing.xRealloc = reallocate;
    ASSERT_EQ(sqlite3_config(SQLITE_CONFIG_MALLOC, &failing), SQLITE_OK);
    ASSERT_EQ(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0), SQLITE_OK);  // else small pieces are not asked for
    replace("open", open_file);
    replace("pread64", read_file);
    replace("pwrite64", write_file);
    replace("ftruncate", truncate_file);
    replace("unlink", remove_file);
  }
};

const auto* const environment = testing::AddGlobalTestEnvironment(new ReplaceCalls);

}  // namespace
}  // namespace lenslet::failures
