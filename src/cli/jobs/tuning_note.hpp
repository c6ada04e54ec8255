// The one remark that an op could run faster.
#pragma once

#include <lenslet/op.hpp>
#include <lenslet/session.hpp>
#include <lenslet/value.hpp>

namespace lenslet::cli {

// On standard error, once for a user: where tuning results would lie, a file remembers that it was said. Where no such
// file can be made, once for a caller.
void note_untuned(const Session& session, const Call& call, const ImageType& image);

}  // namespace lenslet::cli
