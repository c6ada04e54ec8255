// Reads of a SPIR-V module what tells of its kernels: entry points, names, types and parameters. The rest is skipped.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace lenslet::kernel {

using SpirvId = std::uint32_t;

// An instruction that declares a type. `words` are its operands.
struct SpirvType {
  std::uint32_t op = 0;
  std::vector<std::uint32_t> words;
};

struct SpirvParameter {
  SpirvId id = 0, type = 0;
};

struct SpirvEntryPoint {
  std::string name;
  SpirvId function = 0;
};

// What decorations say of a parameter.
struct SpirvMarks {
  bool zero_extended = false, sign_extended = false;
  bool by_value = false;  // a pointer to a struct that is passed by its bytes
  bool no_alias = false, not_written = false, is_volatile = false;

  void add(const SpirvMarks& others);
};

// What the module was compiled from.
struct SpirvSource {
  std::uint32_t language = 0;  // 3: OpenCL C; 4 and 6: C++ for OpenCL; 0: unknown
  std::uint32_t version = 0;   // 102000 is OpenCL C 1.2
};

struct SpirvModule {
  SpirvSource source;
  std::vector<SpirvEntryPoint> kernels;
  std::map<SpirvId, SpirvType> types;
  std::map<SpirvId, std::vector<SpirvParameter>> functions;  // their parameters
  std::map<SpirvId, std::string> names;
  std::map<SpirvId, SpirvMarks> marks;
  std::vector<std::string> strings;  // some compilers write here what they know of a kernel's arguments
};

// Throws build for a module whose instructions do not fit together. `bytes` must have passed ocl::spirv_info().
SpirvModule read_spirv(std::span<const unsigned char> bytes);

}  // namespace lenslet::kernel
