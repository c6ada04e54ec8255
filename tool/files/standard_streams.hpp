// "-" as the name of an input or a result: standard input and standard output, by way of files, as many formats need to
// be read and written at any place.
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

// An error of `use` that names this file, which stands for "-", names "-" instead.
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

// Puts at most so many bytes of standard input into a file with the suffix that its first bytes ask for. Throws io.
struct SpooledInput {
  std::shared_ptr<const system::TemporaryFolder> folder;
  std::filesystem::path file;
};
SpooledInput spool_input(std::uint64_t most);

// Results that go to standard output.
class SpooledOutput {
 public:
  // Puts a temporary file with this suffix in the place of "-". Throws invalid_argument for two of them.
  SpooledOutput(std::vector<std::string>& files, const std::string& suffix);

  const std::filesystem::path& file() const { return file_; }  // empty where no result goes there
  void send() const;                                           // what the file holds; throws io

 private:
  std::optional<system::TemporaryFolder> folder_;
  std::filesystem::path file_;
};

}  // namespace lenslet::cli
