// "-" names standard input as an input and standard output as a result. Both pass through files, since many formats
// need random access.
#pragma once

#include <cstdint>
#include <filesystem>
#include <lenslet/error.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "system/temporary_folder.hpp"

namespace lenslet::cli {

// Calls `use`. If an error names this file, which stands for "-", it names "-" instead.
template <class Use>
auto as_standard_stream(const std::filesystem::path& file, Use use) {
  try {
    return use();
  } catch (const Error& error) {
    const std::size_t place = std::string(error.what()).find(file.string());
    if (file.empty() || place == std::string::npos) throw;
    throw Error(error.kind(), std::string(error.what()).replace(place, file.string().size(), "-"));
  }
}

// Copies at most so many bytes of standard input to a file. Its suffix follows from the first bytes. Throws io.
struct SpooledInput {
  std::shared_ptr<const system::TemporaryFolder> folder;
  std::filesystem::path file;
};
SpooledInput spool_input(std::uint64_t most);

// Results for standard output.
class SpooledOutput {
 public:
  // Replaces "-" by a temporary file with this suffix. Throws invalid_argument for two of them.
  SpooledOutput(std::vector<std::string>& files, const std::string& suffix);

  const std::filesystem::path& file() const { return file_; }  // empty if no result goes there
  void send() const;                                           // the file's contents; throws io

 private:
  std::optional<system::TemporaryFolder> folder_;
  std::filesystem::path file_;
};

}  // namespace lenslet::cli
