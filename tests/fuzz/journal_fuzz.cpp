// Journals of unfinished files, of any content: they are refused, begun anew, or gone on with, and what was added then
// is there when they are opened again.
#include <fstream>
#include <sstream>

#include "files/tiff_journal.hpp"
#include "fuzz.hpp"
#include "system/temporary_folder.hpp"

namespace lenslet::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr const char* run_text = "op: mean\nfile: a.tif\n";

const fs::path& folder() {
  static const system::TemporaryFolder made;
  return made.path();
}

// A checksum is not found by chance: a line that begins with '*' is written with its own.
std::string with_checksums(std::string_view bytes) {
  std::istringstream lines{std::string(bytes)};
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('*')) {
      text += line + (lines.eof() ? "" : "\n");
      continue;
    }
    std::istringstream words(line.substr(1));
    io::FinishedTiles tiles;
    words >> tiles.checksum;
    for (std::uint64_t each = 0; words >> each;) tiles.bytes.push_back(each);
    text += io::line_of(tiles);
  }
  return text;
}

using Lines = std::vector<std::string>;

// What the journal holds, with lines that are added to it.
Lines added(const fs::path& target) {
  io::TiffJournal journal(target, run_text, false);
  std::ofstream(journal.part(), std::ios::app) << "tiles";
  Lines lines;
  for (const io::FinishedTiles& tiles : journal.finished()) lines.push_back(io::line_of(tiles));
  const io::FinishedTiles one{7, {3, 5}};
  journal.add({one, one});
  lines.insert(lines.end(), 2, io::line_of(one));
  return lines;
}

}  // namespace

// The first byte chooses whether there is an unfinished file, and whether the text has the head of its run.
void run(std::string_view bytes) {
  const fs::path target = folder() / "out.tif", part = folder() / "out.tif.part",
                 journal = folder() / "out.tif.journal";
  fs::remove(part);
  const int way = bytes.empty() ? 0 : bytes.front() % 4;
  bytes.remove_prefix(bytes.empty() ? 0 : 1);
  if (way % 2 != 0) std::ofstream(part) << "tiles";
  std::ofstream(journal, std::ios::binary)
      << (way / 2 != 0 ? std::string("lenslet journal 1\n") + run_text + "\n" : "") << with_checksums(bytes);
  const std::optional<Lines> lines = accepted([&] { return added(target); });
  if (!lines) return;
  const io::TiffJournal again(target, run_text, false);
  Lines found;
  for (const io::FinishedTiles& tiles : again.finished()) found.push_back(io::line_of(tiles));
  expect(found == *lines, "what a journal holds is there when it is opened again");
}

}  // namespace lenslet::fuzz
