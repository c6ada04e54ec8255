// Of a tool that is built with the component lenslet::jpeg.
#include "cli/files/jpeg_codec.hpp"

namespace lenslet::cli {

bool has_jpeg_codec() {
  return true;
}

}  // namespace lenslet::cli
