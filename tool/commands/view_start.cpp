// lenslet itself links no window system. For this command lenslet-view replaces it, the tool with that part.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <lenslet/error.hpp>

#include "system/own_program.hpp"
#include "tool/commands/command.hpp"
#include "tool/terminal/captured_errors.hpp"

namespace lenslet::cli {
namespace {

// The words of this process's call, each with a zero after it.
std::string own_words() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

[[noreturn]] void become(const std::filesystem::path& tool) {
  std::string words = own_words();
  std::vector<char*> pointers;
  for (std::size_t i = 0; i < words.size(); i += std::strlen(words.data() + i) + 1)
    pointers.push_back(words.data() + i);
  pointers.push_back(nullptr);
  ::dup2(terminal_errors(), STDERR_FILENO);
  ::execv(tool.c_str(), pointers.data());
  throw Error(ErrorKind::unsupported, fmt::format("'{}' cannot be run: {}", tool.string(), std::strerror(errno)));
}

}  // namespace

std::function<int()> add_view(CLI::App& app) {
  if (view_command) return view_command.get()(app);
  const system::OwnProgram tool = system::find_own_program("lenslet-view", "LENSLET_VIEW_TOOL");
  if (tool.path.empty())
    throw Error(ErrorKind::unsupported,
                fmt::format("view needs lenslet-view, which is missing: {}; {}. 'lenslet run' filters files",
                            tool.problem, how_to_build(view_command.source())));
  become(tool.path);
}

}  // namespace lenslet::cli
