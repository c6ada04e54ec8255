// Textures and renderbuffers as image objects of OpenCL's (clCreateFromGLTexture, clCreateFromGLRenderbuffer).
#pragma once

#include <cstdint>

#include <lenslet/gl_texels.hpp>

#include "ocl/queue.hpp"
#include "toolkit/ocl/formatted_image.hpp"

namespace lenslet::ocl {

// Throw as refuse_gl_object() does.
FormattedImage image_of_texture(const Queue& queue, std::uint32_t target, int level, std::uint32_t texture,
                                KernelAccess access);
FormattedImage image_of_renderbuffer(const Queue& queue, std::uint32_t renderbuffer, KernelAccess access);

gl::TexelOrigin origin_of(const FormattedImage& image);

}  // namespace lenslet::ocl
