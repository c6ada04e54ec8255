// Database files made of a fuzzer's bytes, in a folder of this process's own.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lenslet::fuzz {

class Database {
 public:
  // Makes this file in the folder; `fill` has the library make a sound one there.
  Database(const std::string& file, const std::function<void(const std::filesystem::path& folder)>& fill);

  const std::filesystem::path& folder() const { return folder_; }

  // Makes the file, and nothing beside it. The first byte chooses what the others are: the file's content, changes of a
  // sound file's content, or values of any type for its rows.
  void make(std::string_view bytes) const;

 private:
  struct Column {
    std::string table, name;
  };

  void write(std::string_view content) const;
  void change_rows(std::string_view bytes) const;

  std::filesystem::path folder_, file_;
  std::string sound_;
  std::vector<Column> columns_;
};

}  // namespace lenslet::fuzz
