// OpenCL's numbers for what <lenslet/image_object.hpp> names.
#pragma once

#include <cstddef>
#include <optional>

#include <lenslet/image_object.hpp>

struct _cl_image_format;

namespace lenslet::ocl {

std::uint32_t object_type_of(ImageKind kind);  // CL_MEM_OBJECT_IMAGE2D
void set_format(const TexelFormat& format, _cl_image_format& to);

// Nothing for a format that has no name here.
std::optional<TexelFormat> format_of(const _cl_image_format& format);

std::size_t bytes_of(const TexelFormat& format);  // of a texel, as the host has it

}  // namespace lenslet::ocl
