// The files that this process has read, whatever for: none of its results shall take the place of one.
#pragma once

#include <filesystem>

namespace lenslet::system {

// Nothing is noted before this is called: a program may read a file and replace it. The tool does not.
void note_reads_from_now_on();

// Notes the file, by what all its names share. A thread that only looks at what a result will replace notes nothing.
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

// Throws invalid_argument where a result of this name would take the place of a file that was noted.
void check_not_read(const std::filesystem::path& result);

}  // namespace lenslet::system
