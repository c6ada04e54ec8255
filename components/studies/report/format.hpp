// The name and versions of records' files.
#pragma once

namespace lenslet::report {

inline constexpr char content_name[] = "lenslet study";
inline constexpr int format_version = 2;          // changes when old programs would misread new files
inline constexpr int joined_figures_version = 1;  // the oldest that is read: all figures of a claim are one text

}  // namespace lenslet::report
