// A program and the shared library lie in two folders: what lies beside the program is found, and both folders are
// named where nothing is. Usage: shared_own_program FOLDER_OF_LIBRARY
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "system/own_program.hpp"

namespace fs = std::filesystem;

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("%s\n", what);
  ++failures;
}

lenslet::system::OwnProgram find(const char* name) {
  return lenslet::system::find_own_program(name, "LENSLET_NO_SUCH_VARIABLE");
}

}  // namespace

int main(int, char** arguments) {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path beside = folder / "beside-the-program";
  std::ofstream(beside).put('\n');
  expect(find("beside-the-program").path == beside, "what lies beside the program is not found");
  fs::remove(beside);
  const lenslet::system::OwnProgram missing = find("beside-the-program");
  expect(missing.path.empty(), "what was removed is found");
  expect(missing.problem.find(beside.string()) != std::string::npos, "the program's folder is not named");
  expect(missing.problem.find((fs::path(arguments[1]) / "beside-the-program").string()) != std::string::npos,
         "the library's folder is not named");
  return failures;
}
