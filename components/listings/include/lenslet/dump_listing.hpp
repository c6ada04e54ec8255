// A listing as files and command lines of `lenslet kernel`.
#pragma once

#include <string>
#include <vector>

#include <lenslet/listing.hpp>

#pragma GCC visibility push(default)
namespace lenslet::listings {

struct DumpedFile {
  std::string name;  // "saxpy.cl", "A.npy"
  std::string bytes;
};

struct Dump {
  std::vector<DumpedFile> files;
  // The words behind `lenslet kernel`, one list for each launch. Names of files are in `folder`.
  std::vector<std::vector<std::string>> launches;
};

// Compiles the kernel, as its arguments' types say how values are written. `fault` may be null. Throws unsupported for
// a listing of host calls, and for an argument that `lenslet kernel` cannot take.
Dump dump(const Session& session, const Listing& listing, const Fault* fault, const std::string& folder,
          double scale = 1);

}  // namespace lenslet::listings
#pragma GCC visibility pop
