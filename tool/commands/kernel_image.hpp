// Image objects as arguments of a user's kernel, made from arrays.
#pragma once

#include <optional>
#include <string>

#include <lenslet/array.hpp>
#include <lenslet/image_object.hpp>
#include <lenslet/session.hpp>

namespace lenslet::cli {

struct ImageArgument {
  ImageObject image;
  ArrayType type;
  std::optional<Array> first = {};  // what restore() gives it
};

// Makes an image of the kind that a kernel declares ("image2d_t"). Its sides are the array's, the innermost last. After
// them the array may have a side of 1, 2 or 4 channels. Integers are read as they are or, with `normalized`, from 0 to
// 1. Throws for a shape or a type of elements that no image has, and like ImageObject.
ImageArgument image_argument(const Session& session, const std::string& what, const std::string& declared,
                             const Array& array, bool normalized);

void restore(const Session& session, const ImageArgument& image);

Array download(const Session& session, const ImageArgument& image);

}  // namespace lenslet::cli
