// A file that one process has begun, and all of a group write into.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include <lenslet/tiff_writer.hpp>

#include "files/tile_row.hpp"

namespace lenslet::io {

class SharedFile {
 public:
  // What the first process tells of the file.
  struct Begun {
    int file = -1;  // open there
    std::filesystem::path name = {};
    std::int64_t first = 0, place = 0;  // row of tiles that is next, and where
  };

  // Calls begin() on the first process, and opens the file that it made on the others; collective. All functions throw
  // Error of kind io, "cannot write 'PATH': reason", and the constructor on all what one throws.
  SharedFile(WriterGroup& group, std::filesystem::path path, bool sync, const std::function<Begun()>& begin);
  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  const Begun& begun() const { return begun_; }
  void write(const Bytes& tile, std::int64_t place) const;
  void sync() const;  // waits until the disk has what this process wrote, where that is wanted
  void finish();      // lets the first process have all that was written; collective

 private:
  void open(std::uint64_t number);
  void close();

  WriterGroup& group_;
  std::filesystem::path path_;
  bool sync_;
  Begun begun_;
};

}  // namespace lenslet::io
