// A text is a CSV. Anything else is an image, in a format that its own bytes tell.
#include "tool/files/standard_streams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <lenslet/error.hpp>

#include "system/input_file.hpp"
#include "tool/files/text_file.hpp"
#include "tool/terminal/exit.hpp"

namespace lenslet::cli {
namespace {

bool is_table(std::string_view bytes) {
  constexpr std::string_view heads[] = {"P1", "P2",   "P3",   "P4", "P5", "P6", "Pf",
                                        "PF", "GIF8", "RIFF", "II", "MM", "#?"};
  if (std::ranges::any_of(heads, [&](std::string_view head) { return bytes.starts_with(head); })) return false;
  return std::ranges::none_of(bytes.substr(0, 256), [](unsigned char c) { return c < 9 || (c > 13 && c < 32); });
}

std::string_view suffix_of_bytes(std::string_view bytes) {
  if (bytes.starts_with("\x93NUMPY")) return ".npy";
  return is_table(bytes) ? ".csv" : ".image";
}

}  // namespace

SpooledInput spool_input(std::uint64_t most) {
  const std::string bytes = system::read_input("/dev/stdin", most);
  const std::string name = fmt::format("input{}", suffix_of_bytes(bytes));
  const auto folder = std::make_shared<const system::TemporaryFolder>(std::initializer_list<std::string_view>{name});
  SpooledInput spooled{folder, folder->path() / name};
  write_text(spooled.file, bytes, false);
  return spooled;
}

SpooledOutput::SpooledOutput(std::vector<std::string>& files, const std::string& suffix) {
  const auto place = std::ranges::find(files, "-");
  if (place == files.end()) return;
  if (std::ranges::count(files, "-") > 1) usage_error("'-' names two results; one can go to standard output");
  const std::string name = "output" + suffix;
  folder_.emplace(std::initializer_list<std::string_view>{name});
  file_ = folder_->path() / name;
  *place = file_.string();
}

void SpooledOutput::send() const {
  if (!folder_) return;
  const std::string bytes = read_file(file_);
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() || std::fflush(stdout) != 0)
    throw Error(ErrorKind::io, "standard output cannot be written");
}

}  // namespace lenslet::cli
