// write_ops_header OUT               writes <lenslet/ops.hpp>
// write_ops_header --markdown OUT    writes docs/ops.md
// A file that would not change is not written, so that nothing is compiled anew.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/write_header/generate.hpp"

namespace {

namespace fs = std::filesystem;

bool holds(const fs::path& path, const std::string& text) {
  std::ifstream file(path, std::ios::binary);
  return file && std::string(std::istreambuf_iterator<char>(file), {}) == text;
}

void write_if_changed(const fs::path& path, const std::string& text) {
  if (holds(path, text)) return;
  if (path.has_parent_path()) fs::create_directories(path.parent_path());
  const fs::path temporary = path.string() + ".new";
  std::ofstream file(temporary, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw lenslet::Error(lenslet::ErrorKind::io, fmt::format("cannot write {}", temporary.string()));
  fs::rename(temporary, path);
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string mode = argc == 3 ? argv[1] : "";
  if (argc != 2 && mode != "--markdown") {
    fmt::print(stderr, "Usage: write_ops_header [--markdown] OUT\n");
    return 2;
  }
  const auto images = lenslet::ops_of_images();
  const auto arrays = lenslet::ops_of_arrays();
  write_if_changed(argv[argc - 1],
                   argc == 3 ? lenslet::ops::markdown(images, arrays) : lenslet::ops::cpp_header(images, arrays));
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "write_ops_header: {}\n", error.what());
  return 1;
}
