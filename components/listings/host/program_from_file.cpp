// A program that is read from a file: its length first, then its bytes and a null character.
#include "listings/host/host.hpp"

#include <cstdio>
#include <optional>

#include "system/temporary_folder.hpp"

namespace lenslet::listings {
namespace {

constexpr const char* kernel_text = "__kernel void vecadd(__global float* c) {\n  c[get_global_id(0)] += 1;\n}\n";

// What the file has, or nothing where it cannot be opened.
std::optional<std::string> text_of(const std::string& path, const char* mode) {
  std::FILE* file = std::fopen(path.c_str(), mode);
  if (!file) return {};
  std::fseek(file, 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

// The text by way of a file kernel.cl.
std::string text_by_file(const char* mode) {
  const system::TemporaryFolder folder({"kernel.cl"});
  const std::string path = (folder.path() / "kernel.cl").string();
  std::FILE* out = std::fopen(path.c_str(), "wb");
  if (!out) not_here("no file can be written");
  std::fputs(kernel_text, out);
  std::fclose(out);
  return text_of(path, mode).value_or("");
}

}  // namespace

HostResult program_from_file(const Session& session) {
  const std::string text = text_by_file("rb");
  const HeldProgram program = program_of(opencl::handles_of(session), text.c_str());
  Report report;
  report.holds("what was read is what was written", text == kernel_text);
  report.fact("its bytes, by %zu", fmt::format("{}", text.size()), "5894 and 7000");
  report.equal("its kernels", ask_text(clGetProgramInfo, program, CL_PROGRAM_KERNEL_NAMES), "vecadd");
  report.holds("a file that is not there is not opened", !text_of("no-such-folder/kernel.cl", "rb"));
  return report.take();
}

// Mode "r" counts the bytes of a file, and reads fewer where a line's end is two of them.
HostResult program_from_file_as_text(const Session&) {
  Report report;
  report.equal("bytes that were read", text_by_file("r").size(), std::string(kernel_text).size());
  return report.take();
}

// Nobody looks at what fopen() returns.
HostResult program_from_file_unchecked(const Session&) {
  const bool is_open = text_of("no-such-folder/kernel.cl", "r").has_value();
  Report report;
  report.equal("what fseek() gets of a file that is not there", is_open ? "a file" : "a null pointer", "a file");
  return report.take();
}

// The length is a size_t, and is printed by %lu.
HostResult program_from_file_by_lu(const Session&) {
  Report report;
  report.equal("bytes of what %lu prints", sizeof(unsigned long), sizeof(std::size_t));
  return report.take();
}

}  // namespace lenslet::listings
