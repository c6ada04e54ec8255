// Image objects of other OpenCL code as arguments of your own kernels, and Lenslet's as handles. <lenslet/opencl.hpp>
// does the same for buffers.
//
//   const ImageObject picture = opencl::image_object(session, clCreateFromGLTexture(context, ...));
//   kernel.launch({.global = {width, height}}, {picture, Sampler{}, out});
#pragma once

#include <lenslet/image_object.hpp>
#include <lenslet/opencl.hpp>

#pragma GCC visibility push(default)
namespace lenslet::opencl {

// Takes an image object of the session's context, which it retains. Throws invalid_argument for a null handle, an
// object that is no image object, or one of another context. Throws unsupported for a format that has no name in
// <lenslet/image_object.hpp>.
ImageObject image_object(const Session& session, cl_mem image);

cl_mem memory_of(const ImageObject& image);  // lives as long as the image object

}  // namespace lenslet::opencl
#pragma GCC visibility pop
