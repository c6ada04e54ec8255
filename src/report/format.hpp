// What a record's file is known by.
#pragma once

namespace lenslet::report {

inline constexpr char content_name[] = "lenslet study";
inline constexpr int format_version = 1;  // changes when what was written cannot be read as it was meant

}  // namespace lenslet::report
