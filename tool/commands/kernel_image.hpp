// Image objects among the arguments of a user's kernel, made of arrays.
#pragma once

#include <string>

#include <lenslet/array.hpp>
#include <lenslet/image_object.hpp>
#include <lenslet/session.hpp>

namespace lenslet::cli {

struct ImageArgument {
  ImageObject image;
  ArrayType type;
};

// Makes an image of the kind that a kernel declares ("image2d_t"). Its sides are the array's, the innermost last, with
// 1, 2 or 4 channels behind them or none. Integers are read as such, or, where `normalized`, from 0 to 1. Throws for a
// shape or a type of elements that is none of an image's, and as ImageObject does.
ImageArgument image_argument(const Session& session, const std::string& what, const std::string& declared,
                             const Array& array, bool normalized);

Array download(const Session& session, const ImageArgument& image);

}  // namespace lenslet::cli
