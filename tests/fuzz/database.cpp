// The folder lies where TMPDIR says, best in memory: the library waits for the disk.
#include "database.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <fuzzer/FuzzedDataProvider.h>
#include <unistd.h>

#include "sqlite/sqlite.hpp"

namespace lenslet::fuzz {
namespace {

namespace fs = std::filesystem;

FuzzedDataProvider provider_of(std::string_view bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

// SQLite asks for small memory all the time, which takes long with AddressSanitizer; a block of its own serves most.
void configure() {
  constexpr int bytes = 512, count = 400;
  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, bytes, count);
}

// Removed when the process ends, unless by a finding.
fs::path own_folder() {
  static const struct Folder {
    fs::path path = fs::temp_directory_path() / fmt::format("lenslet-fuzz-{}", ::getpid());
    Folder() {
      fs::create_directory(path);
      fs::permissions(path, fs::perms::owner_all);
    }
    ~Folder() {
      std::error_code ignored;
      fs::remove_all(path, ignored);
    }
  } folder;
  return folder.path;
}

std::string changed(std::string content, std::string_view bytes) {
  for (FuzzedDataProvider provider = provider_of(bytes); provider.remaining_bytes() > 0;) {
    const auto place = provider.ConsumeIntegralInRange<std::size_t>(0, content.size() - 1);
    const std::string piece = provider.ConsumeRandomLengthString(std::min<std::size_t>(content.size() - place, 16));
    std::ranges::copy(piece, content.begin() + static_cast<std::ptrdiff_t>(place));
  }
  return content;
}

// What is not bound is NULL. `text` is where a text lies until the statement has run.
void bind_any(sqlite::Statement& statement, FuzzedDataProvider& provider, std::string& text) {
  switch (provider.ConsumeIntegralInRange(0, 5)) {
    case 0:
      statement.bind(1, provider.ConsumeIntegral<std::int64_t>());
      break;
    case 1:
      statement.bind(1, provider.ConsumeIntegralInRange<std::int64_t>(-2, 2));
      break;
    case 2:
      statement.bind(1, provider.ConsumeFloatingPoint<double>());
      break;
    case 3:
      text = provider.ConsumeRandomLengthString();
      statement.bind(1, std::string_view(text));
      break;
    case 4:
      text = provider.ConsumeRandomLengthString();
      statement.bind(1, std::span(reinterpret_cast<const unsigned char*>(text.data()), text.size()));
      break;
    default:
      break;
  }
}

}  // namespace

Database::Database(const std::string& file, const std::function<void(const fs::path&)>& fill)
    : folder_(own_folder()), file_(folder_ / file) {
  configure();
  fill(folder_);
  std::ifstream sound(file_, std::ios::binary);
  sound_.assign(std::istreambuf_iterator<char>(sound), {});
  const sqlite::Connection database(file_, 0);
  auto columns = database.prepare(
      "SELECT tables.name, columns.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns"
      " WHERE tables.type = 'table'");
  while (columns.step()) columns_.push_back({columns.text(0), columns.text(1)});
}

void Database::make(std::string_view bytes) const {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) fs::remove_all(entry.path());
  const int way = bytes.empty() ? 0 : bytes.front() % 3;
  bytes.remove_prefix(std::min<std::size_t>(bytes.size(), 1));
  write(way == 0 ? std::string(bytes) : way == 1 ? changed(sound_, bytes) : sound_);
  if (way == 2) change_rows(bytes);
}

void Database::write(std::string_view content) const {
  std::ofstream(file_, std::ios::binary) << content;
  fs::permissions(file_, fs::perms::owner_read | fs::perms::owner_write);
}

void Database::change_rows(std::string_view bytes) const {
  const sqlite::Connection database(file_, 0);
  for (FuzzedDataProvider provider = provider_of(bytes); provider.remaining_bytes() > 0;) {
    const Column& column = columns_[provider.ConsumeIntegralInRange<std::size_t>(0, columns_.size() - 1)];
    auto update = database.prepare(fmt::format("UPDATE OR IGNORE {} SET {} = ?", column.table, column.name));
    std::string text;
    bind_any(update, provider, text);
    try {
      update.step();
    } catch (const sqlite::Error&) {  // of a type that the column cannot have
    }
  }
}

}  // namespace lenslet::fuzz
