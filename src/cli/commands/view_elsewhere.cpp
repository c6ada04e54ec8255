// The tool itself links no window system: lenslet-view, a tool that does, takes its place for this command.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <lenslet/error.hpp>

#include "cli/commands/command.hpp"
#include "cli/terminal/captured_errors.hpp"
#include "system/own_program.hpp"

namespace lenslet::cli {
namespace {

// What this process was called with, each word with a zero behind it.
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

std::function<int()> add_view(CLI::App&) {
  const system::OwnProgram tool = system::find_own_program("lenslet-view", "LENSLET_VIEW_TOOL");
  if (tool.path.empty())
    throw Error(
        ErrorKind::unsupported,
        fmt::format("view needs lenslet-view, which is missing: {}; it is built where CMake finds libepoxy, GLFW, "
                    "Dear ImGui and libv4l2 (libepoxy-dev, libglfw3-dev, libimgui-dev, libv4l-dev), unless "
                    "LENSLET_GL is OFF. 'lenslet run' filters files",
                    tool.problem));
  become(tool.path);
}

}  // namespace lenslet::cli
