// OpenCL's numbers for the names in <lenslet/image_object.hpp>.
#pragma once

#include <cstddef>
#include <optional>

#include <lenslet/image_object.hpp>

struct _cl_image_format;

#pragma GCC visibility push(default)
namespace lenslet::ocl {

std::uint32_t object_type_of(ImageKind kind);  // CL_MEM_OBJECT_IMAGE2D
void set_format(const TexelFormat& format, _cl_image_format& to);

// Returns nothing for a format without a name here.
std::optional<TexelFormat> format_of(const _cl_image_format& format);

std::size_t bytes_of(const TexelFormat& format);  // of a texel in the host's memory

}  // namespace lenslet::ocl
#pragma GCC visibility pop
