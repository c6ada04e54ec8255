// Makes compilers' messages readable for people.
#pragma once

#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// Returns the log with changes: each line begins with its place, "edges.cl:4:10: error: ..."; places of macros in the
// driver's own files are removed; functions of users' filters have the names of their text. NVIDIA's compiler counts
// the lines of the whole source: its places become those of the source's #line.
std::string readable_log(std::string_view log, std::string_view source = {});

// Returns the most useful line of a readable log: the first error, else the first line.
std::string first_error(std::string_view log);

// Returns advice for errors whose message misleads users, with a blank in front. Else empty.
std::string hint_for_error(std::string_view line);

}  // namespace lenslet::ocl
#pragma GCC visibility pop
