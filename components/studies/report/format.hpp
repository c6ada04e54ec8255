// The name and the versions by which a record's file is known.
#pragma once

namespace lenslet::report {

inline constexpr char content_name[] = "lenslet study";
inline constexpr int format_version = 2;          // changes when what was written cannot be read as it was meant
inline constexpr int joined_figures_version = 1;  // the oldest that is read: all figures of a claim are one text

}  // namespace lenslet::report
