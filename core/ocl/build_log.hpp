// What compilers say of programs, for people.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::ocl {

// Each line begins with its place, "edges.cl:4:10: error: ...", has no places of macros in the driver's own files, and
// calls the functions of users' filters as their text does. NVIDIA's compiler counts the lines of the whole text, so
// that files and lines there are those of the source's #line.
std::string readable_log(std::string_view log, std::string_view source = {});

// The line of a readable log that says most: the first error, or else the first line.
std::string first_error(std::string_view log);

// What helps against an error that means something else to those who meet it, with a blank before it; else empty.
std::string hint_for_error(std::string_view line);

}  // namespace lenslet::ocl
