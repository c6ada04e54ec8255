// The component lenslet::jpeg, which a tool can be built without.
#pragma once

namespace lenslet::cli {

bool has_jpeg_codec();

// What to say where there is none.
inline constexpr char no_jpeg_codec[] =
    "this build has no codec for JPEG on devices (LENSLET_JPEG=OFF); './dev build' makes one that has";

}  // namespace lenslet::cli
