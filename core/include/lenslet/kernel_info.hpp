// What OpenCL knows about programs and kernels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace lenslet {

// The memory of a kernel's argument. `value` is what OpenCL calls private. Images are global.
enum class AddressSpace : std::uint8_t { global, constant, local, value };

std::string_view name_of(AddressSpace space);  // "global", "constant", "local", "value"

// How a kernel uses an image argument. `none` stands for all other arguments.
enum class ImageAccess : std::uint8_t { none, read_only, write_only, read_write };

std::string_view name_of(ImageAccess access);  // "none", "read_only", ...

struct ArgumentInfo {
  std::string name;
  std::string type;  // in the compiler's words: "float", "uchar4", "float*", "image2d_t", "sampler_t"
  AddressSpace address = AddressSpace::value;
  ImageAccess access = ImageAccess::none;
  bool is_const = false;  // what the pointer points to is const
  bool is_volatile = false;
  bool is_restrict = false;
};

struct KernelInfo {
  std::string name;
  std::size_t argument_count = 0;
  std::vector<ArgumentInfo> arguments;  // empty where the driver keeps none, as some do for programs from binaries
  std::string attributes;               // "reqd_work_group_size(8,8,1)"; some drivers leave them out
  std::size_t max_group = 0;            // most work-items of a group of this kernel on the device
  std::size_t preferred_multiple = 0;   // group sizes should be multiples of this: so many work-items run together
  std::array<std::size_t, 3> compile_group{};  // as reqd_work_group_size demands; zeros without it
  std::uint64_t local_bytes = 0;               // of a group, without local arguments
  std::uint64_t private_bytes = 0;             // of a work-item
  std::string no_uneven_groups = {};           // why a launch's last groups cannot be smaller; empty: they can
};

// What a program has for its device.
enum class BinaryType : std::uint8_t { none, object, library, executable };

std::string_view name_of(BinaryType type);  // "none", "object", "library", "executable"

}  // namespace lenslet
#pragma GCC visibility pop
