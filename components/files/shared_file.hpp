// A file that one process has begun, and that all processes of a group write.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include <lenslet/tiff_writer.hpp>

#include "files/tile_row.hpp"

namespace lenslet::io {

class SharedFile {
 public:
  // What the first process tells about the file.
  struct Begun {
    int file = -1;  // on the first process
    std::filesystem::path name = {};
    std::int64_t first = 0, place = 0;  // the next row of tiles, and its place
  };

  // Collective. Calls begin() on the first process, and opens its file on the others. All functions throw Error of kind
  // io, "cannot write 'PATH': reason". If one process throws, the constructor throws on all.
  SharedFile(WriterGroup& group, std::filesystem::path path, bool sync, const std::function<Begun()>& begin);
  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  const Begun& begun() const { return begun_; }
  void write(const Bytes& tile, std::int64_t place) const;
  void sync() const;  // waits until the disk has this process's bytes, if that is wanted
  void finish();      // lets the first process see all bytes; collective

 private:
  void open(std::uint64_t number);
  void close();

  WriterGroup& group_;
  std::filesystem::path path_;
  bool sync_;
  Begun begun_;
};

}  // namespace lenslet::io
