// The files that this process has read. No result may replace one of them.
#pragma once

#include <filesystem>

#pragma GCC visibility push(default)
namespace lenslet::system {

// Begins to note files. Only the tool calls this, because other programs may want to replace files that they read.
void note_reads_from_now_on();

// Notes the file, by what all its names share. Notes nothing in a thread that has an OnlyLooking, which looks at what a
// result will replace.
void note_read(const std::filesystem::path& path);

class OnlyLooking {
 public:
  OnlyLooking();
  ~OnlyLooking();
  OnlyLooking(const OnlyLooking&) = delete;
  OnlyLooking& operator=(const OnlyLooking&) = delete;

 private:
  bool before_;
};

// Throws invalid_argument where a result of this name would replace a noted file.
void check_not_read(const std::filesystem::path& result);

}  // namespace lenslet::system
#pragma GCC visibility pop
